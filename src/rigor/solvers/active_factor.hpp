// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace rigor {

/// The orthogonal factorisation A' = Q [R; 0] of k independent rows A (k x n), kept up to date
/// while rows are added and dropped: Householder reflections and Givens rotations only, so Q stays
/// orthogonal to rounding however many updates were made.
class ActiveFactor {
 public:
  /// No rows yet, of `unknowns` entries each.
  explicit ActiveFactor(int unknowns);

  int unknowns() const { return static_cast<int>(q_.rows()); }
  int size() const { return size_; }

  /// Q'a: the first size() entries lie in the span of the rows, the rest is orthogonal to it.
  void coordinates(const Eigen::Ref<const Eigen::VectorXd>& a, Eigen::VectorXd& d) const;

  /// Appends the row whose coordinates are d; the part beyond size() must not be zero.
  void add(const Eigen::VectorXd& d);

  /// Removes the row at `position`; later rows move up by one.
  void drop(int position);

  /// The part of the row with coordinates d that is orthogonal to all rows: Q₂ Q₂'a.
  void orthogonal_part(const Eigen::VectorXd& d, Eigen::VectorXd& z) const;

  /// R⁻¹ b, with b the first size() entries given.
  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;

  /// R⁻ᵀ b.
  void solve_transposed(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;

  /// The first `count` columns of Q.
  auto basis(int count) const { return q_.leftCols(count); }

 private:
  Eigen::MatrixXd q_;
  Eigen::MatrixXd r_;
  Eigen::VectorXd work_;
  int size_ = 0;
};

}  // namespace rigor
