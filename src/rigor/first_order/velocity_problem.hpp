// SPDX-License-Identifier: Apache-2.0
// The velocities of some bodies and mechanisms in a step, from the rows of their contacts and
// limits: N u >= (γ + ρ - φ)/h with friction, what straight paths bend, and restitution.
#pragma once

#include <array>

#include <rigor/first_order/step_rows.hpp>

namespace rigor::first_order {

/// Work of a step, J.
struct StepWork {
  double openings =
      0.0;              ///< what rows that ask for a speed, and motors with limits, put in at most
  double drives = 0.0;  ///< of driven bodies and of belts
};

/// The velocity problem of some bodies and the rows that concern them; others move on as they do.
class VelocityProblem {
 public:
  /// `members` are free bodies and bodies that lead trees, ascending; they start from their u and
  /// v. Rows are sorted by the caller.
  VelocityProblem(const MovingBodies& bodies, std::vector<int> members, std::vector<Row> rows,
                  const RowGoals& goals)
      : at_(bodies, std::move(members), std::move(rows), goals) {}

  /// Compression alone, once more with lower goals if there is no room for those asked for: enough
  /// to tell whom the impulses reach.
  StepSolution press(bool warm);
  /// After it: what straight paths bend, shares of normal impulses where contacts slide, then
  /// restitution. At last the momentum: speeds that only open gaps to γ are part of the path, and
  /// not kept, and neither is energy that an inexact solve would win.
  StepSolution finish(StepSolution pressed);
  StepSolution solve(bool warm) { return finish(press(warm)); }

  const std::vector<int>& members() const { return at_.blocks.members(); }
  const std::vector<Row>& rows() const { return at_.rows; }
  /// Of a member, its link or a bystander's path.
  Vector6 velocity(int body) const { return at_.velocity(body); }
  /// Of the path of a member that is a free body in this step: its velocity and what opens gaps.
  Vector6 path_velocity(int member) const { return at_.blocks.velocity(member, path_); }
  /// Of the tree that the member leads.
  const Eigen::VectorXd& joint_velocities(int member) const;
  /// Of the row along the paths, m/s (rad/s at limits of joints that turn); negative: its gap
  /// closes.
  double normal_speed(std::size_t row) const;
  /// By how much that exceeds what the row asks for, m/s.
  friend double spare_speed(const VelocityProblem& of, std::size_t row) {
    return speeds(of.at_.problem.cone.contacts[row], of.path_)[0];
  }
  /// Whether the row gives anything, along the paths or to what bodies keep.
  friend bool acts(const VelocityProblem& of, std::size_t row) {
    return !of.path_.impulses[row].isZero(0.0) || !of.at_.state.impulses[row].isZero(0.0);
  }
  /// Its rows with their problem, and the solution that paths follow.
  friend const StepRows& step_rows(const VelocityProblem& of) { return of.at_; }
  friend const ConeState& path_state(const VelocityProblem& of) { return of.path_; }
  Vector3 impulse_W(std::size_t row) const;
  double normal_impulse(std::size_t row) const { return at_.state.impulses[row][0]; }
  /// J, before and after the impulses.
  std::array<double, 2> energies() const;
  StepWork work() const;
  /// Keeps the impulses in their pairs for the next step.
  void keep_impulses() const;

 private:
  StepRows at_;
  ConeState path_;  ///< the solution that paths follow; that of `at_` is what bodies keep
};

/// The free body, a member, takes its new velocity, and that of its path.
inline void take_velocity(const VelocityProblem& problem, MovingBody& body) {
  const int member = static_cast<int>(body.id);
  body.u = problem.velocity(member);
  body.opening = problem.path_velocity(member) - body.u;
}

}  // namespace rigor::first_order
