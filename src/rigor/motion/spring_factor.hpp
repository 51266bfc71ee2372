// SPDX-License-Identifier: Apache-2.0
// The linear system of the springs of sliding corners (sliding_forces.hpp), factored. With
// √K S M⁻¹Jᵀ = Q R the fields √K Q y give the rows the accelerations
//
//   (J M⁻¹Pᵀ √K Q) y,   and belong to deformations z = R⁻¹ y, one amount per row.
#pragma once

#include <Eigen/LU>
#include <Eigen/QR>

#include <rigor/laws/mode.hpp>

namespace rigor {

/// The factor at one instant. Computing and solving allocate nothing but what they return.
class SpringFactor {
 public:
  SpringFactor(Eigen::Index rows, Eigen::Index columns);

  /// springs: √K S M⁻¹Jᵀ, a row per column of the forces; roots: √K; reach: J M⁻¹Pᵀ. Lost: the
  /// fields are dependent.
  RankCheck compute(const Eigen::MatrixXd& springs, const Eigen::VectorXd& roots,
                    const Eigen::MatrixXd& reach);

  /// The amounts y of the fields that accelerate the rows by so much.
  Eigen::VectorXd amounts(const Eigen::VectorXd& row_accelerations) const {
    return lu_.solve(row_accelerations);
  }
  /// √K Q: forces of the fields, per column.
  const Eigen::MatrixXd& fields() const { return fields_; }
  /// Replaces amounts y by the deformations z that they belong to.
  void deform(Eigen::VectorXd& amounts) const;
  /// The ratio of the determinant of J M⁻¹Pᵀ √K Q to that of R.
  double indicator() const { return indicator_; }

 private:
  Eigen::HouseholderQR<Eigen::MatrixXd> qr_;  ///< of springs
  Eigen::MatrixXd fields_;
  Eigen::RowVectorXd work_;
  Eigen::MatrixXd coupling_;  ///< reach times fields
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  double indicator_ = 1.0;
};

}  // namespace rigor
