// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/decision/event_impact.hpp>
#include <rigor/decision/skin_choices.hpp>

#include "event_box.hpp"

namespace rigor {
namespace {

constexpr double kSpin = 7.0;  // rad/s

/// A cube one vertex of which swings past the ground: it spins about a horizontal axis, so that the
/// vertex, at the height `r_z` below the centre, has the normal acceleration |r_z| ω² - g, and is
/// to come nearer by `depth` before it leaves again.
EventBox swinging_box(double depth, double gravity) {
  EventBox box(Law::Coulomb, 0.3, Vector6::Zero(), Vector3(0.2, 0.2, 0.2));
  box.boxes.model->gravity = Vector3(0, 0, -gravity);
  BodyState& state = box.cluster.states[0];
  state.q = Quaternion(Eigen::AngleAxisd(0.7, Vector3(1, 2, 0).normalized()));
  Vector3 low = Vector3::Zero();
  for (const Vector3& vertex : box.boxes.world.bodies[0].pieces[0].polytope.vertices()) {
    const Vector3 arm = state.q * vertex;
    if (arm.z() < low.z()) low = arm;
  }
  state.x = Vector3(0, 0, kTestSkin - low.z());
  const Vector3 spin = kSpin * Vector3(0.6, 0.8, 0.0);
  const double back = -low.z() * kSpin * kSpin - gravity;
  state.v.setZero();
  state.v.tail<3>() = spin;
  state.v[2] = -spin.cross(low).z() - std::sqrt(2.0 * back * depth);
  return box;
}

TEST(SkinChoices, AVertexThatSwingsPastIsAGrazeIfASkinIsMore) {
  for (const double gravity : {0.0, 2.0}) {
    for (const double depth : {0.01, 0.6, 0.99}) {
      const EventBox box = swinging_box(depth * kTestSkin, gravity);
      const EventProblem event = box.problem();
      ASSERT_EQ(event.size(), 1);
      const auto grazes = grazes_of(event, {});
      ASSERT_EQ(grazes.size(), 1U) << depth;
      EXPECT_EQ(grazes.front().pair, event.pairs.front().pair);
      EXPECT_NEAR(grazes.front().depth, depth * kTestSkin, 1e-6 * kTestSkin);
    }
    for (const double depth : {1.01, 30.0}) {
      const EventBox box = swinging_box(depth * kTestSkin, gravity);
      EXPECT_TRUE(grazes_of(box.problem(), {}).empty()) << depth;
    }
  }
}

TEST(SkinChoices, WhatTouchedBeforeDoesNotGraze) {
  const EventBox box = swinging_box(0.5 * kTestSkin, 0.0);
  EXPECT_TRUE(grazes_of(box.problem(), box.mode).empty());
}

/// A box that falls at 2 m/s, turned by `lift` metres from edge to edge.
EventBox tilted_box(double lift, double spin = 0.0) {
  EventBox box(Law::Frictionless, 0.0, falling(2.0));
  BodyState& state = box.cluster.states[0];
  const double angle = lift / 0.4;
  state.q = Quaternion(Eigen::AngleAxisd(angle, Vector3::UnitY()));
  state.x = Vector3(0, 0, kTestSkin + 0.2 * std::sin(angle) + 0.1 * std::cos(angle));
  state.v[4] = spin;
  return box;
}

TEST(SkinChoices, TheOtherEdgeOfATiltedBoxIsToldOf) {
  const EventBox box = tilted_box(0.5 * kTestSkin);
  EventProblem event = box.problem();
  ASSERT_EQ(event.size(), 2);
  ASSERT_FALSE(resolve_impacts(event).has_value());
  const auto miss = near_miss_of(event, box.cluster);
  ASSERT_TRUE(miss.has_value());
  EXPECT_NEAR(miss->gap, 1.5 * kTestSkin, 1e-6 * kTestSkin);
  // One edge alone: p (1/m + h²/I) = v; with both the box stops.
  const double inertia = (0.04 + 0.01) / 3.0;
  const double impulse = 2.0 / (1.0 + 0.04 / inertia);
  const double radius = 0.3;
  EXPECT_NEAR(miss->difference, (2.0 - impulse) + radius * impulse * 0.2 / inertia, 1e-6);
}

TEST(SkinChoices, FarCornersAndThoseThatLeaveAreNot) {
  // Two skins away and more, and rising by 3 m/s where the other edge falls by 7.
  for (const EventBox& box : {tilted_box(1.1 * kTestSkin), tilted_box(0.5 * kTestSkin, 25.0)}) {
    EventProblem event = box.problem();
    ASSERT_EQ(event.size(), 2);
    ASSERT_FALSE(resolve_impacts(event).has_value());
    EXPECT_TRUE(event.out.impact);
    EXPECT_FALSE(near_miss_of(event, box.cluster).has_value());
  }
}

TEST(SkinChoices, AFaceThatLandsFlatMissesNothing) {
  const EventBox box(Law::Coulomb, 0.3, falling(2.0));
  EventProblem event = box.problem();
  ASSERT_EQ(event.size(), 4);
  ASSERT_FALSE(resolve_impacts(event).has_value());
  EXPECT_FALSE(near_miss_of(event, box.cluster).has_value());
}

}  // namespace
}  // namespace rigor
