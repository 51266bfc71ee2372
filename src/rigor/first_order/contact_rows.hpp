// SPDX-License-Identifier: Apache-2.0
// The contacts of a step: for every corner of a near pair the row N u >= (γ + ρ - φ)/h, so that
// straight paths end no nearer than γ. They are inequalities with slack, so any superset will do.
#pragma once

#include <rigor/first_order/near_pairs.hpp>
#include <rigor/laws/step_law.hpp>

namespace rigor::first_order {

/// One corner of a near pair at the poses of the bodies it was made for.
struct Row {
  NearPair* pair = nullptr;
  int a = -1;  ///< body, -1: a half-space
  int b = 0;
  AxisKind carrier = AxisKind::FaceOfA;
  Vector3 nhat_W = Vector3::UnitZ();                                 ///< from a to b
  std::array<Vector3, 2> edges_W{Vector3::Zero(), Vector3::Zero()};  ///< of edges that cross
  std::array<Vector3, 2> tangents_W{Vector3::UnitX(), Vector3::UnitY()};
  Vector3 point_W = Vector3::Zero();
  Vector3 r_a = Vector3::Zero();  ///< the point from the bodies' origins
  Vector3 r_b = Vector3::Zero();
  double gap = 0.0;       ///< φ, m
  double approach = 0.0;  ///< normal speed before the step, m/s; negative: the bodies approach
};

/// Adds the rows of the pair within `reach`, bodies by number, and notes its separation.
void add_rows(const World& world, const std::vector<MovingBody>& bodies, double reach,
              NearPair& pair, std::vector<Row>& rows);

/// Velocity of b against a at the row's point; each body at its u or, if it is not `member`, as its
/// path goes.
Vector3 relative_velocity(const Row& row, const Vector6& u_a, const Vector6& u_b);

/// φ̈ of the row at constant twists: n·(ω_b × (ω_b × r_b) - ω_a × (ω_a × r_a)) + 2 ṅ·u_rel. A face
/// turns its normal, ṅ = ω_c × n; edges along a and b have n = N/|N|, N = ±a × b, so that
/// ṅ = (1 - n n')((ω_a × a) × b + a × (ω_b × b)) (±1/|a × b|): fast where they are nearly parallel.
/// Straight paths bend gaps by that.
double curvature(const Row& row, const Vector6& u_a, const Vector6& u_b);

/// How the rows of one problem are set up.
struct RowGoals {
  StepLaw law;
  double duration = 0.0;      ///< until the end of the step, s
  double step = 0.0;          ///< h
  double impact_speed = 0.0;  ///< slower approaches do not bounce, m/s
  bool is_impact = false;     ///< an answer to a touch: gaps are opened slowly, no-slip grips all
  double gain = 0.0;          ///< m/s
};

/// The velocity problem of some bodies and the rows that concern them; others move on as they do.
class VelocityProblem {
 public:
  /// `members` are free bodies, ascending. Rows are sorted by the caller.
  VelocityProblem(const std::vector<MovingBody>& bodies, std::vector<int> members,
                  std::vector<Row> rows, const std::vector<Vector6>& u_star, const RowGoals& goals);

  /// Compression, once more with what straight paths bend, shares of normal impulses where contacts
  /// slide, then restitution.
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
