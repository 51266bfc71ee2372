// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace rigor {

/// The Cholesky factor M = L L' of a positive definite, block diagonal matrix.
/// "Whitened" coordinates y = L' x turn the energy norm x'M x into the plain |y|².
class MassFactor {
 public:
  /// The number of unknowns.
  int size() const { return size_; }

  /// L' x: the whitened coordinates of x.
  Eigen::VectorXd whitened(const Eigen::VectorXd& x) const;

  /// L⁻ᵀ y: back from whitened coordinates.
  Eigen::VectorXd unwhitened(const Eigen::VectorXd& y) const;

  /// L⁻¹ J': column i is row i of J acting on whitened coordinates.
  Eigen::MatrixXd whitened_rows(const Eigen::MatrixXd& J) const;

  /// L⁻¹ f: a force in whitened coordinates.
  Eigen::VectorXd whitened_force(const Eigen::VectorXd& f) const;

  /// M x.
  Eigen::VectorXd product(const Eigen::VectorXd& x) const;

  /// M⁻¹ f.
  Eigen::VectorXd solved(const Eigen::VectorXd& f) const;

 private:
  friend std::optional<MassFactor> factor_mass(std::span<const Eigen::MatrixXd> blocks);

  struct Block {
    int start = 0;
    Eigen::MatrixXd lower;
  };
  std::vector<Block> blocks_;
  int size_ = 0;
};

/// The factor of diag(blocks), or nothing if a block is not symmetric positive definite
/// (numerically, to rounding). Only lower triangles are read.
std::optional<MassFactor> factor_mass(std::span<const Eigen::MatrixXd> blocks);

/// The factor of a dense M, as one block.
std::optional<MassFactor> factor_mass(const Eigen::MatrixXd& M);

}  // namespace rigor
