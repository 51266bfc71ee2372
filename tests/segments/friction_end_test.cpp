// SPDX-License-Identifier: Apache-2.0
// Why and when a mode under Coulomb's law ends.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/motion/tolerances.hpp>
#include <rigor/segments/friction_end.hpp>
#include <rigor/segments/pressure.hpp>

#include "sliding_boxes.hpp"

namespace rigor {
namespace {

TEST(FrictionEnd, OfASlidingBoxIsItsStop) {
  const BoxOnGround at({0.2, 0.2, 0.1}, 0.4, moving(3, 0, 0));
  const ModeMotion motion = at.motion();
  const double length = 1.0;  // the stop is inside
  const Collocation step = collocate(motion, at.cluster.states, length, 12);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  EXPECT_LE(step.error, 1e-12);
  const auto end_state = states_at(step.trajectory, 1.0);
  EXPECT_NEAR(end_state[0].v[0], 3.0 - 0.4 * kTestGravity, 1e-12);  // smooth through the stop
  const SteppedMode stepped{at.boxes.world, at.cluster, at.mode, motion, step, length};
  const FrictionEnd end = friction_end(stepped, 1.0);
  EXPECT_EQ(end.reason, Friction::Stops);
  EXPECT_NEAR(end.s * length, 3.0 / (0.4 * kTestGravity), 1e-13);
  EXPECT_LE(end.width, 1e-13);
  EXPECT_EQ(friction_end(stepped, 0.7).reason, Friction::Holds);
}

// So many rows that each look goes by the factor of the one before.
TEST(FrictionEnd, OfManySlidingBoxesIsTheFirstStop) {
  const double mu = 0.4;
  const SlidingBoxes at = twelve_sliding_boxes(0.1, mu);
  const ModeMotion motion = at.motion();
  const double length = 0.1;
  const Collocation step = collocate(motion, at.cluster.states, length, 8);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  const SteppedMode stepped{at.boxes.world, at.cluster, at.mode, motion, step, length};
  const FrictionEnd end = friction_end(stepped, 1.0);
  EXPECT_EQ(end.reason, Friction::Stops);
  EXPECT_NEAR(end.s * length, 0.1 / (mu * kTestGravity), 1e-13);
  EXPECT_EQ(friction_end(stepped, 0.2).reason, Friction::Holds);
}

TEST(FrictionEnd, OfAStuckBoxIsWhereNoSplitHoldsIt) {
  const double slope = 0.3;
  for (const double beyond : {-1e-6, 1e-6}) {
    const BoxOnGround at({0.2, 0.2, 0.1}, std::tan(slope) + beyond, moving(0, 0, 0),
                         ContactState::Stick);
    at.boxes.model->gravity = kTestGravity * Vector3(std::sin(slope), 0.0, -std::cos(slope));
    const ModeMotion motion = at.motion();
    const Collocation step = collocate(motion, at.cluster.states, 0.1, 12);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    const FrictionEnd end =
        friction_end({at.boxes.world, at.cluster, at.mode, motion, step, 0.1}, 1.0);
    EXPECT_EQ(end.reason, beyond > 0.0 ? Friction::Holds : Friction::Yields) << beyond;
    EXPECT_EQ(end.s, beyond > 0.0 ? 1.0 : 0.0);
  }
}

// A box that slides along its diagonal presses beyond the kern of its face: with four equal springs
// one corner has to pull, though others of its splits pull nowhere and move it alike.
TEST(FrictionEnd, OfASlidingBoxIsNotWhereOneSplitOfManyPulls) {
  const Vector3 half(0.1, 0.2, 0.2);
  const double reach =
      std::sqrt(5.0) / 2.0;  // μ at which the pressure reaches a corner of the face
  const double kern = std::sqrt(5.0) / 4.0;
  for (const double mu : {0.5, 0.6, 1.0, 1.1, 1.15}) {
    const BoxOnGround at(half, mu, moving(1, 2, 0));
    ModeMotion motion = at.motion();
    for (ModeMotion::Force& force : motion.forces) force.loaded = true;
    const double length = 0.1;
    const Collocation step = collocate(motion, at.cluster.states, length, 12);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solve(solution, motion, at.cluster, slips), RankCheck::Kept);
    EXPECT_EQ(most_pulling(motion, solution, -1e-3) >= 0, mu > kern) << mu;
    const FrictionEnd end =
        friction_end({at.boxes.world, at.cluster, at.mode, motion, step, length}, 1.0);
    EXPECT_EQ(end.reason, mu < reach ? Friction::Holds : Friction::Yields) << mu;
  }
}

TEST(FrictionEnd, OfABlockThatReachesAnEdgeHandsItsLoadToOtherCorners) {
  BoxWorldSetup setup;
  setup.fixed = 1;
  setup.law = Law::Coulomb;
  const double mu = 0.1;
  const BoxWorld boxes = box_world({Vector3(0.5, 0.5, 0.5), Vector3(0.2, 0.2, 0.1)}, setup);
  for (Surface& surface : boxes.model->surfaces) surface.friction = mu;
  Cluster cluster{{1}, {resting_at(Vector3(0.2, 0.0, 0.6 + kTestSkin))}};
  cluster.states[0].v = moving(1, 0, 0);
  Mode mode;
  mode.contacts = full_mode(boxes.world, cluster, {pair_of(0, 1)});
  for (ActiveContact& contact : mode.contacts) contact.state = ContactState::Slip;
  const ModeMotion motion = coulomb_motion(boxes.world, cluster, mode);
  const double length = 0.2;
  const Collocation step = collocate(motion, cluster.states, length, 12);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  const FrictionEnd end = friction_end({boxes.world, cluster, mode, motion, step, length}, 1.0);
  EXPECT_EQ(end.reason, Friction::Shifts);
  const double a = mu * kTestGravity;
  const double way = 0.1 + kOnLine * kTestSkin;  // past the edge, so far that there are two corners
  EXPECT_NEAR(end.s * length, (1.0 - std::sqrt(1.0 - 2.0 * a * way)) / a, 1e-7);
}

/// A box that falls over one of its lower edges, which sticks.
struct FallingBox {
  static constexpr double kStart = 0.2;  ///< rad from the vertical, of the centre over the edge
  Vector3 half{0.02, 0.1, 0.5};
  BoxWorld boxes;
  Cluster cluster{{0}, {BodyState{}}};
  Mode mode;

  explicit FallingBox(double mu) {
    BoxWorldSetup setup;
    setup.ground = true;
    setup.law = Law::Coulomb;
    boxes = box_world({half}, setup);
    for (Surface& surface : boxes.model->surfaces) surface.friction = mu;
    const double tilt = kStart + std::atan2(half.x(), half.z());  // about the edge at +x
    const Quaternion q = turn(tilt, Vector3::UnitY());
    const Vector3 edge = q * Vector3(half.x(), 0.0, -half.z());
    cluster.states[0] = resting_at(Vector3(0, 0, kTestSkin) - edge, q);
    const auto& vertices = boxes.world.bodies[0].pieces[0].polytope.vertices();
    for (std::uint32_t v = 0; v < vertices.size(); ++v)
      if (vertices[v].x() > 0.0 && vertices[v].z() < 0.0)
        mode.contacts.push_back({on_ground(0, v), ContactState::Stick, 0.0});
  }

  /// |T| / N of the edge when the centre has turned to `angle` from the vertical: the pendulum's
  /// energy gives its rate, its equation the acceleration.
  double demand(double angle) const {
    const double d2 = half.x() * half.x() + half.z() * half.z();
    const double share = d2 / (d2 / 3.0 + d2);  // m d² over the moment about the edge
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const double swing = 2.0 * share * (std::cos(kStart) - c);  // d ω² / g
    const double gain = share * s;                              // d ω' / g
    return std::abs(gain * c - swing * s) / (1.0 - gain * s - swing * c);
  }

  double angle(double s, const Collocation& step) const {
    const BodyState state = states_at(step.trajectory, s)[0];
    const Vector3 edge = state.x + state.q * Vector3(half.x(), 0.0, -half.z());
    return std::atan2(state.x.x() - edge.x(), state.x.z() - edge.z());
  }
};

TEST(FrictionEnd, IsFoundWhereForcesLeaveTheirConesOnlyBetweenTheNodes) {
  // The demand has a maximum on the way; friction is a little less than that.
  double peak = 0.0;
  double at_peak = 0.0;
  for (double angle = 0.3; angle < 0.8; angle += 1e-4)
    if (const double d = FallingBox(1.0).demand(angle); d > peak) peak = d, at_peak = angle;
  int between = 0;
  for (const double length : {0.52, 0.54, 0.56, 0.58, 0.60}) {
    const FallingBox box(peak - 1e-4);
    const ModeMotion motion = coulomb_motion(box.boxes.world, box.cluster, box.mode);
    const Collocation step = collocate(motion, box.cluster.states, length, 16);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    const LobattoNodes& nodes = lobatto_nodes(16);
    const bool at_a_node = std::any_of(nodes.s.begin(), nodes.s.end(), [&](double s) {
      return box.demand(box.angle(s, step)) >= peak - 1e-4;
    });
    const FrictionEnd end =
        friction_end({box.boxes.world, box.cluster, box.mode, motion, step, length}, 1.0);
    if (box.angle(1.0, step) < at_peak + 0.05 || at_a_node) continue;
    ++between;
    EXPECT_EQ(end.reason, Friction::Yields) << length;
    const double angle = box.angle(end.s, step);
    EXPECT_LT(angle, at_peak) << length;
    EXPECT_NEAR(box.demand(angle), peak - 1e-4, 1e-8) << length;
  }
  EXPECT_GE(between, 2);
}

}  // namespace
}  // namespace rigor
