// SPDX-License-Identifier: Apache-2.0
// [ A  B ] [x]   [f]
// [ B' C ] [y] = [g],  A sparse of 6 x 6 blocks (bodies), C dense and small (joints of mechanisms):
// with A = L L' and the Schur complement S = C - B'A⁻¹B:  S y = g - B'A⁻¹f,  x = A⁻¹f - A⁻¹B y.
#pragma once

#include <Eigen/Cholesky>

#include <rigor/solvers/block_cholesky.hpp>

namespace rigor {

/// A symmetric positive definite matrix of blocks with a dense border.
class BorderedCholesky {
 public:
  using Block = BlockCholesky::Block;
  using Part = BlockCholesky::Part;

  /// `border`: the size of C.
  BorderedCholesky(int blocks, std::span<const std::pair<int, int>> edges, int border);

  void clear();
  /// To A, as of BlockCholesky.
  void add_diagonal(int i, const Block& value) { inner_.add_diagonal(i, value); }
  void add(int i, int j, const Block& value) { inner_.add(i, j, value); }
  /// To the rows of block i of B, from column `first` on.
  void add_border(int i, int first, const Eigen::Ref<const Eigen::MatrixXd>& value);
  /// To C at (row, column); what is not on its diagonal has to be added twice, once transposed.
  void add_corner(int row, int column, const Eigen::Ref<const Eigen::MatrixXd>& value);

  /// False if the matrix is not positive definite: then nothing may be solved.
  [[nodiscard]] bool factor();
  /// Solves in place.
  void solve(std::vector<Part>& x, Eigen::VectorXd& y) const;

 private:
  BlockCholesky inner_;
  int blocks_ = 0;
  Eigen::MatrixXd border_;  ///< B
  Eigen::MatrixXd corner_;  ///< C
  Eigen::MatrixXd answer_;  ///< A⁻¹B
  Eigen::LLT<Eigen::MatrixXd> schur_;
};

}  // namespace rigor
