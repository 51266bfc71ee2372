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
//
// Where the springs are those of an instant nearby, their factor will do: with the deformations z
// of then, what the rows still miss is taken back by z += R⁻¹ (J M⁻¹Pᵀ √K Q)⁻¹ (what they miss),
// the factor old and all else of now, until it is rounding. Each step costs the rows squared, a
// factor their cube.
#pragma once

#include <memory>

#include <rigor/motion/mode_rows.hpp>
#include <rigor/motion/spring_factor.hpp>

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

/// What a solve of free bodies leaves for another one nearby: its factor, and the deformations of
/// its springs.
struct KeptSprings {
  std::shared_ptr<const SpringFactor> factor{};  ///< none yet
  Eigen::VectorXd deformations{};
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
  /// With a kept factor, that is tried first; it is replaced where it does not do. Then reach() and
  /// indicator() are those of the last factor that was made here.
  RankCheck solve(PlacedContacts& contacts, const ModeRows& rows, std::vector<Vector3>& slips_W,
                  SlipDirections onsets, Eigen::VectorXd& a, KeptSprings* kept = nullptr);
  /// The first part of it: slips and pushes alone, without loads.
  void place(PlacedContacts& contacts, const ModeRows& rows, std::vector<Vector3>& slips_W,
             SlipDirections onsets);

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
  double indicator() const { return factor_.indicator(); }
  /// The columns' forces, by the springs, that accelerate the rows by so much; by the last factor
  /// that was made here.
  Eigen::VectorXd forces_for(const Eigen::VectorXd& row_accelerations) const;

 private:
  RankCheck factor(const PlacedContacts& contacts, const ModeRows& rows);
  /// The forces by a factor of another instant; false if it does not do. `a`: of a mode without
  /// forces, then with them.
  bool solve_with(KeptSprings& kept, const PlacedContacts& contacts, const ModeRows& rows,
                  Eigen::VectorXd& a);
  /// The forces of springs that are deformed so, and what they add to the accelerations.
  void push_by(const Eigen::VectorXd& deformations, const PlacedContacts& contacts,
               const ModeRows& rows, Eigen::VectorXd& a);
  /// What springs without load would give.
  void load_idle_springs(const PlacedContacts& contacts, const ModeRows& rows);

  const ModeMotion& motion_;
  std::vector<Column> columns_;
  std::vector<SlidingForce> forces_;
  std::vector<std::array<int, 3>> known_rows_;  ///< of each force: the mode's own, or -1
  std::vector<double> stiffness_;               ///< of each force's springs
  Eigen::VectorXd preload_;                     ///< one per column
  Eigen::VectorXd multipliers_;
  Eigen::MatrixXd springs_;  ///< what the rows give each column's spring, times √stiffness
  Eigen::VectorXd roots_;    ///< √stiffness, one per column
  Eigen::MatrixXd reach_;
  SpringFactor factor_;
  Eigen::VectorXd amounts_;  ///< of the fields
  Eigen::VectorXd moved_;    ///< M⁻¹Jᵀ z
};

}  // namespace rigor
