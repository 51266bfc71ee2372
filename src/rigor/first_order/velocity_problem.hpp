// SPDX-License-Identifier: Apache-2.0
// The velocities of some bodies in a step, from the rows of their contacts: N u >= (γ + ρ - φ)/h
// with friction, what straight paths bend, and restitution.
#pragma once

#include <rigor/first_order/contact_rows.hpp>
#include <rigor/laws/step_law.hpp>

namespace rigor::first_order {

/// A residual that costs this part of γ in a step does no harm.
inline constexpr double kHarmless = 0.1;

/// How the rows of one problem are set up.
struct RowGoals {
  StepLaw law;
  double duration = 0.0;      ///< until the end of the step, s
  double step = 0.0;          ///< h
  double impact_speed = 0.0;  ///< slower approaches do not bounce, m/s
  bool is_impact = false;     ///< an answer to a touch: gaps are opened slowly, no-slip grips all
  double gain = 0.0;          ///< m/s
  double least_gap = 0.0;     ///< γ is not lowered further where there is no room, m
};

/// The velocity problem of some bodies and the rows that concern them; others move on as they do.
class VelocityProblem {
 public:
  /// `members` are free bodies, ascending. Rows are sorted by the caller.
  VelocityProblem(const std::vector<MovingBody>& bodies, std::vector<int> members,
                  std::vector<Row> rows, const std::vector<Vector6>& u_star, const RowGoals& goals);

  /// Compression, once more with lower goals if there is no room for those asked for, and with what
  /// straight paths bend, shares of normal impulses where contacts slide, then restitution.
  StepSolution solve(bool warm);

  const std::vector<int>& members() const { return members_; }
  const std::vector<Row>& rows() const { return rows_; }
  const Vector6& velocity(int body) const;  ///< of a member or of a bystander's path
  Vector3 impulse_W(std::size_t row) const;
  double normal_impulse(std::size_t row) const { return state_.impulses[row][0]; }
  /// J, before and after the impulses; what the offsets put in.
  double energy_before() const;
  double energy_after() const;
  double work() const { return offset_work(problem_.cone, state_); }
  /// What the impulses did on bodies that are no members, J: the work of driven ones.
  double work_of(const std::vector<MovingBody>& bodies, BodyRole role) const;
  /// Keeps the impulses in their pairs for the next step.
  void keep_impulses(const std::vector<MovingBody>& bodies) const;

 private:
  void add_contact(const Row& row);
  int place_of(int body) const;
  void start_from_kept();
  bool touches_drive(const Row& row) const;
  bool break_bonds();
  bool narrow_pairs();
  bool make_room();
  void compress_against_drives(StepSolution& solution);
  bool bend();
  bool share_pair(const std::vector<std::size_t>& rows);
  void share();

  const std::vector<MovingBody>& bodies_;
  std::vector<int> members_;
  std::vector<Row> rows_;
  RowGoals goals_;
  StepProblem problem_;
  ConeState state_;
  std::vector<double> bent_;  ///< speed that curvature added to each row's goal, m/s
};

}  // namespace rigor::first_order
