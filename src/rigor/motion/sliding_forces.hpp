// SPDX-License-Identifier: Apache-2.0
// Forces where contacts slide. With rows J (what the motion keeps), S the normal and stick rows of
// the corners with load, P = S - μ (row along the slip) their pushes and K the stiffness of the
// corners' springs, a field z of deformations, one amount per row, gives the forces
//
//   λ = K S M⁻¹Jᵀ z,   and they must keep the rows:   J M⁻¹Pᵀ λ = -(J a₀ + J̇v).
//
// With √K S M⁻¹Jᵀ = Q R the fields are orthonormal, z = R⁻¹ y: (J M⁻¹Pᵀ √K Q) y = -(J a₀ + J̇v) and
// λ = √K Q y. Springs that are pressed in by forces λ₀ before anything moves give λ = λ₀ + √K Q y,
// and y keeps what λ₀ leaves of the rows. The ratio of the matrix's determinant to that of R is one
// without friction, and zero or less where Painlevé's paradox may arise.
#pragma once

#include <Eigen/LU>
#include <Eigen/QR>

#include <rigor/motion/mode_rows.hpp>

namespace rigor {

/// Whether slips that set out follow their speed or keep the direction they are given.
enum class SlipDirections : std::uint8_t { Followed, Kept };

/// A force of a sliding mode at one instant.
struct SlidingForce {
  std::array<RowTerms, 3> rows;          ///< normal and tangents
  std::array<Vector3, 2> tangents{};     ///< world
  RowTerms push;                         ///< of a unit normal force with its friction, if it slips
  Vector3 slip = Vector3::Zero();        ///< velocity of O over P, world, m/s
  Vector3 direction = Vector3::UnitX();  ///< of slip, that friction acts against
  double load = 0.0;  ///< normal force; of those without load, what a spring there would give
};

/// The forces of a sliding mode: friction acts against ±slip/|slip|, with the sign that continues,
/// so that the motion is smooth through a stop, and the normal forces are those of springs at the
/// corners with load (corner_springs.hpp). Solving allocates nothing.
class SlidingForces {
 public:
  /// One force along one axis: each one with load has a normal, and tangents where it sticks.
  struct Column {
    int force = 0;
    int axis = 0;
  };

  explicit SlidingForces(const ModeMotion& motion);

  /// After the rows are placed: the forces, and what they add to the accelerations. Directions of
  /// slip continue those in `slips_W`, one per force, and are updated. Lost: rows became dependent.
  RankCheck solve(PlacedContacts& contacts, const ModeRows& rows, std::vector<Vector3>& slips_W,
                  SlipDirections onsets, Eigen::VectorXd& a);

  const SlidingForce& force(int f) const { return forces_[f]; }
  const std::vector<Column>& columns() const { return columns_; }
  /// One per column.
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  /// The row along which a column pushes, friction included.
  const RowTerms& push(const Column& column) const {
    return motion_.forces[column.force].slips ? forces_[column.force].push
                                              : forces_[column.force].rows[column.axis];
  }
  int contact(const Column& column) const { return motion_.forces[column.force].contact; }
  /// J M⁻¹Pᵀ: what the columns do to the rows.
  const Eigen::MatrixXd& reach() const { return reach_; }
  /// det(forces with friction) / det(without), see above.
  double indicator() const { return indicator_; }
  /// The columns' forces, by the springs, that accelerate the rows by so much.
  Eigen::VectorXd forces_for(const Eigen::VectorXd& row_accelerations) const;

 private:
  void place(PlacedContacts& contacts, const ModeRows& rows, std::vector<Vector3>& slips_W,
             SlipDirections onsets);
  RankCheck factor(const PlacedContacts& contacts, const ModeRows& rows);

  const ModeMotion& motion_;
  std::vector<Column> columns_;
  std::vector<SlidingForce> forces_;
  std::vector<std::array<int, 3>> known_rows_;  ///< of each force: the mode's own, or -1
  std::vector<double> stiffness_;               ///< of each force's springs
  Eigen::VectorXd preload_;                     ///< one per column
  Eigen::VectorXd multipliers_;
  Eigen::MatrixXd springs_;  ///< what the rows give each column's spring, times √stiffness
  Eigen::HouseholderQR<Eigen::MatrixXd> qr_;  ///< of springs
  Eigen::MatrixXd fields_;  ///< forces of orthonormal fields of the springs, per column
  Eigen::RowVectorXd work_;
  Eigen::MatrixXd reach_;
  Eigen::MatrixXd coupling_;  ///< reach times fields
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  Eigen::VectorXd amounts_;  ///< of the fields
  double indicator_ = 1.0;
};

}  // namespace rigor
