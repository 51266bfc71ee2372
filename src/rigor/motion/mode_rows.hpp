// SPDX-License-Identifier: Apache-2.0
// What a mode keeps, as equations for the accelerations a of the unknowns [TR eqn:DAE]:
//
//   J a + J̇v = 0,   M (a - a₀) = Jᵀ λ   =>   J M⁻¹Jᵀ λ = -(J a₀ + J̇v),
//
// with a₀ the accelerations without contacts. The rows J are independent, so that the matrix has a
// Cholesky factor, and where nothing slides the multipliers λ are the forces.
#pragma once

#include <optional>

#include <rigor/motion/placed_contacts.hpp>

namespace rigor {

/// The rows of a mode at one instant.
class ModeRows {
 public:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit ModeRows(const ModeMotion& motion);

  /// After the bodies: places the contacts of the rows.
  void place(PlacedContacts& contacts);
  const RowTerms& terms(int row) const { return terms_[row]; }
  /// J M⁻¹Jᵀ.
  const Matrix& matrix(const PlacedContacts& contacts);
  /// The multipliers of the rows, and what they add to the accelerations. Lost: rows became
  /// dependent.
  RankCheck solve(const PlacedContacts& contacts, Eigen::VectorXd& multipliers, Eigen::VectorXd& a);

  /// The acceleration that a row is short of.
  double missing(int row, const PlacedContacts& contacts, const Eigen::VectorXd& a) const;
  /// By how much the accelerations miss the rows at most, as a fraction of what the rows are about.
  double residual(const PlacedContacts& contacts, const Eigen::VectorXd& a) const;
  /// W of the tree whose first link has this place, what unit efforts along its velocities do to
  /// them while the rows hold. Nothing if the rows are dependent.
  std::optional<Eigen::MatrixXd> tree_response(PlacedContacts& contacts, int place);

 private:
  RankCheck factor();

  const ModeMotion& motion_;
  std::vector<RowTerms> terms_;
  Matrix A_;  ///< or its Cholesky factor, in the lower triangle
};

}  // namespace rigor
