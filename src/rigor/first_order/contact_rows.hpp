// SPDX-License-Identifier: Apache-2.0
// The contacts of a step: for every corner of a near pair the row N u >= (γ + ρ - φ)/h, so that
// straight paths end no nearer than γ. They are inequalities with slack, so any superset will do.
#pragma once

#include <rigor/first_order/moving_tree.hpp>
#include <rigor/first_order/near_pairs.hpp>

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
  int velocity = -1;      ///< of the tree of b: the row is ±1 there and a limit of a joint
  double sign = 1.0;      ///< of that row
  double gap = 0.0;       ///< φ, m
  double approach = 0.0;  ///< normal speed before the step, m/s; negative: the bodies approach

  bool is_limit() const { return velocity >= 0; }
};

/// Adds the rows of the pair within `reach`, bodies by number, and notes its separation. Where
/// edges cross, and will cross elsewhere after `ahead` seconds at the present velocities, they get
/// a row there too: of edges that are nearly parallel the crossing runs along them from end to end
/// within a step, faster than any curvature of its gap at the start could tell.
void add_rows(const World& world, const MovingBodies& bodies, double reach, NearPair& pair,
              std::vector<Row>& rows, double ahead = 0.0);

/// Velocity of b against a at the row's point.
Vector3 relative_velocity(const Row& row, const Vector6& u_a, const Vector6& u_b);

/// φ̈ of the row at constant twists: n·(ω_b × (ω_b × r_b) - ω_a × (ω_a × r_a)) + 2 ṅ·u_rel. A face
/// turns its normal, ṅ = ω_c × n; edges along a and b have n = N/|N|, N = ±a × b, so that
/// ṅ = (1 - n n')((ω_a × a) × b + a × (ω_b × b)) (±1/|a × b|): fast where they are nearly parallel.
/// Straight paths bend gaps by that.
double curvature(const Row& row, const Vector6& u_a, const Vector6& u_b);

/// What the accelerations that links have at constant velocities of their joints add to that.
double bias_curvature(const Row& row, const Twist& bias_a, const Twist& bias_b);

}  // namespace rigor::first_order
