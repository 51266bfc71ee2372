// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace rigor {

/// A = L L' of a sparse symmetric positive definite matrix of 6 x 6 blocks. The pattern is analysed
/// once (least degree first; ties by number, so equal patterns give equal bits); values may be
/// filled in and factored as often as wanted.
class BlockCholesky {
 public:
  using Block = Eigen::Matrix<double, 6, 6>;
  using Part = Eigen::Matrix<double, 6, 1>;

  /// `edges`: pairs of different blocks that share entries; repeats are allowed.
  BlockCholesky(int blocks, std::span<const std::pair<int, int>> edges);

  void clear();
  /// Adds `value` to the diagonal block i.
  void add_diagonal(int i, const Block& value) { diagonal_[place_[i]] += value; }
  /// Adds `value` to block (i, j) and its transpose to (j, i); the pair must be an edge.
  void add(int i, int j, const Block& value);

  /// False if some pivot is not positive: then nothing may be solved.
  [[nodiscard]] bool factor();
  /// Solves A x = b in place, part i for block i.
  void solve(std::vector<Part>& x) const;

 private:
  struct Column {
    std::vector<int> rows;  ///< below the diagonal, ascending, in the order of elimination
    int first = 0;          ///< of its blocks in below_
  };

  void analyse(int blocks, std::span<const std::pair<int, int>> edges);
  int slot(int row, int column) const;

  std::vector<int> place_;  ///< of block i in the order of elimination
  std::vector<Column> columns_;
  std::vector<int> targets_;  ///< of all updates, in the order `factor` makes them
  std::vector<Block> diagonal_;
  std::vector<Block> below_;
  std::vector<Block> inverse_pivots_;  ///< of the diagonal blocks of L
};

}  // namespace rigor
