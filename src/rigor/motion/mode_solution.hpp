// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <rigor/motion/sliding_forces.hpp>

namespace rigor {

/// The acceleration of a mode, the multipliers of its rows, and the storage both need: made once
/// per segment, so that evaluating allocates nothing. [TR eqn:DAE] The force on O is multiplier
/// times the direction of the row, at the row's contact; the opposite acts on P. Where nothing
/// slides the multipliers are those of the rows (ModeRows), else of the columns of SlidingForces.
class ModeSolution {
 public:
  using Directions = SlipDirections;

  explicit ModeSolution(const ModeMotion& motion);

  /// Evaluates a mode in which nothing slides at these states, one per body, `after` seconds from
  /// its start. Lost: rows became dependent.
  RankCheck solve(std::span<const BodyState> states, double after = 0.0);

  /// The same for any mode. Where contacts slide, directions of slip continue those in `slips_W`,
  /// one per force, world, and are updated. Kept springs are tried first, see SlidingForces.
  RankCheck solve(std::span<const BodyState> states, std::vector<Vector3>& slips_W,
                  Directions onsets = Directions::Followed, double after = 0.0,
                  KeptSprings* kept = nullptr);
  /// Of modes that slide: no more than their slips, which costs no factor.
  void place(std::span<const BodyState> states, std::vector<Vector3>& slips_W, double after);

  const ModeMotion& motion() const { return motion_; }
  // after solve():
  const Eigen::VectorXd& a() const { return a_; }
  const Eigen::VectorXd& multipliers() const;
  const PlacedContacts& contacts() const { return contacts_; }
  const ModeRows& rows() const { return rows_; }
  /// Where the row's contact is, world.
  const Vector3& point(int contact) const { return contacts_.point(contact); }
  /// See ModeRows.
  std::optional<Eigen::MatrixXd> tree_response(int place);

  // of sliding modes:
  const SlidingForces& sliding() const { return *sliding_; }
  /// Slip velocity of O over P at a force's contact, world, m/s.
  const Vector3& slip(int force) const { return sliding_->force(force).slip; }
  /// Normal force at a force's contact; of unloaded ones, what a spring there would give.
  double load(int force) const { return sliding_->force(force).load; }
  /// See SlidingForces.
  double indicator() const { return sliding_->indicator(); }

 private:
  const ModeMotion& motion_;
  PlacedContacts contacts_;
  ModeRows rows_;
  Eigen::VectorXd a_;
  Eigen::VectorXd row_multipliers_;
  std::optional<SlidingForces> sliding_;
};

/// After solve(): by how much the accelerations miss the rows at most, see ModeRows.
double residual(const ModeSolution& solution);

}  // namespace rigor
