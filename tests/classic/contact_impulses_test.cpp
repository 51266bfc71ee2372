// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/classic/contact_impulses.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

// A cube lands flat and turns about an edge next: with contact points in the plane, no-slip stops
// it although its vertices are at different heights, and lets it rock away from the ground.
TEST(ContactImpulses, StopACubeThatLandsFlatAndLetItRock) {
  const auto scene =
      small_scene("bodies:\n" +
                  cube_text("a", "position: [0, 0, 0.5000005], quat_wxyz: [1, 5e-8, 3e-8, 0]",
                            "linear: [0.3, 0.2, -1]") +
                  kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const auto contacts = touching_pairs(bodies, 1e-6, memory);
  const ImpulseAnswer stopped = contact_impulses(bodies, contacts, bodies.state.v, {});
  EXPECT_TRUE(stopped.solved);
  EXPECT_LE(stopped.v.cwiseAbs().maxCoeff(), 1e-6);
  Vector3 sum = Vector3::Zero();
  for (const Vector3& impulse : stopped.impulses) sum += impulse;
  EXPECT_LE((sum - Vector3(-0.3, -0.2, 1.0)).norm(), 1e-6);
  // Rocking about the edge y = -0.5 with ω_x = 1: v at the centre is ω × r from the edge, less 0.1.
  Eigen::VectorXd rocking(6);
  rocking << 0.0, -0.5, 0.5 - 0.1, 1.0, 0.0, 0.0;
  const ImpulseAnswer rocks = contact_impulses(bodies, contacts, rocking, {});
  EXPECT_GT(rocks.v[3], 0.5);  // raw vertices would forbid this turn
  EXPECT_TRUE(rocks.solved);
}

// An island in which nothing approaches keeps its velocities, whatever another island does.
TEST(ContactImpulses, LeaveIslandsAloneThatPart) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("falls", "position: [0, 0, 0.5000005]", "linear: [1, 0, -2]") +
      cube_text("rises", "position: [5, 0, 0.5000005]", "linear: [1, 0, 2]") + kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const auto contacts = touching_pairs(bodies, 1e-6, memory);
  ASSERT_EQ(contacts.size(), 2U);
  const ImpulseAnswer answer = contact_impulses(bodies, contacts, bodies.state.v, {});
  EXPECT_LE(answer.v.head(6).norm(), 1e-9);
  EXPECT_EQ(answer.v.tail(6), bodies.state.v.tail(6));
  EXPECT_NEAR(answer.approach[0], 2.0, 1e-9);
}

// Two equal cubes collide: what one loses the other gets.
TEST(ContactImpulses, KeepMomentumOfAPair) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 3]", "linear: [2, 0, 0]") +
                      cube_text("b", "position: [1.0000005, 0, 3]", "linear: [-1, 0, 0]"),
                  "frictionless");
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const auto contacts = touching_pairs(bodies, 1e-6, memory);
  ASSERT_EQ(contacts.size(), 1U);
  const ImpulseAnswer answer = contact_impulses(bodies, contacts, bodies.state.v, {});
  EXPECT_NEAR(answer.v[0] + answer.v[6], 1.0, 1e-13);
  EXPECT_NEAR(answer.v[0], 0.5, 1e-9);  // inelastic on four corners: they go on together
}

// Fixed-step methods: the gap may close within the step, no more.
TEST(ContactImpulses, KeepApartOverTheStep) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("a", "position: [0, 0, 0.51]", "linear: [0, 0, -3]") + kGroundText,
      "frictionless");
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const Nearness near = nearness(bodies, 0, memory);
  const PairContact contact = contact_along(bodies, 0, near, near.nhat_AB_W, 1e-6, 1.0);
  const ImpulseAnswer answer = contact_impulses(bodies, {contact}, bodies.state.v,
                                                {NormalCondition::KeepApart, 0.1, false, {}});
  EXPECT_NEAR(answer.v[2], -0.1, 1e-12);  // 0.01 m in 0.1 s
}

}  // namespace
}  // namespace rigor
