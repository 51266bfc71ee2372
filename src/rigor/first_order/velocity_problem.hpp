// SPDX-License-Identifier: Apache-2.0
// The velocities of some bodies and mechanisms in a step, from the rows of their contacts and
// limits: N u >= (γ + ρ - φ)/h with friction, what straight paths bend, and restitution.
#pragma once

#include <map>

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
  /// `members` are free bodies and bodies that lead trees, ascending; they start from their u and
  /// v. Rows are sorted by the caller.
  VelocityProblem(const MovingBodies& bodies, std::vector<int> members, std::vector<Row> rows,
                  const RowGoals& goals);

  /// Compression, once more with lower goals if there is no room for those asked for, and with what
  /// straight paths bend, shares of normal impulses where contacts slide, then restitution.
  StepSolution solve(bool warm);

  const std::vector<int>& members() const { return members_; }
  const std::vector<Row>& rows() const { return rows_; }
  Vector6 velocity(int body) const;  ///< of a member, its link or a bystander's path
  /// Of the tree that the member leads.
  const Eigen::VectorXd& joint_velocities(int member) const;
  /// Of the row, m/s (rad/s at limits of joints that turn); negative: its gap closes.
  double normal_speed(std::size_t row) const;
  Vector3 impulse_W(std::size_t row) const;
  double normal_impulse(std::size_t row) const { return state_.impulses[row][0]; }
  /// J, before and after the impulses; what the offsets put in.
  double energy_before() const;
  double energy_after() const;
  double work() const { return offset_work(problem_.cone, state_); }
  /// The work of driven bodies and of belts, J.
  double work_of_drives() const;
  /// Keeps the impulses in their pairs for the next step.
  void keep_impulses() const;

 private:
  void add_contact(const Row& row);
  void add_side(int body, const ConeContact::Rows& rows, int side, ConeContact& contact);
  void add_tree_part(int tree, const Eigen::Ref<const Eigen::MatrixXd>& rows, ConeContact& contact);
  const Matrix6X& jacobian(int link);
  void drop_held_points();
  int place_of(int body) const;
  double energy_of(const ConeState& state) const;
  std::vector<Kinematics> kinematics_after() const;
  Twist bias_acceleration(int body, const std::vector<Kinematics>& after) const;
  void start_from_kept();
  bool touches_drive(const Row& row) const;
  bool break_bonds();
  bool narrow_pairs();
  bool make_room();
  void compress_against_drives(StepSolution& solution);
  bool bend();
  bool share_pair(const std::vector<std::size_t>& rows);
  void share();

  const MovingBodies& bodies_;
  std::vector<int> members_;
  std::vector<int> blocks_;            ///< of members: the number of their block, or of their tree
  std::vector<int> trees_;             ///< of the problem's trees, in bodies_
  std::map<int, Matrix6X> jacobians_;  ///< of links of members that rows are about
  std::vector<Row> rows_;
  RowGoals goals_;
  StepProblem problem_;
  ConeState state_;
  std::vector<double> bent_;  ///< speed that curvature added to each row's goal, m/s
};

}  // namespace rigor::first_order
