// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/classic/algorithm_one.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

// The scheme once more, in five lines: x += h v, q += h q̇, then v += h f(q_new).
TEST(AlgorithmOne, IsExplicitEulerInFlight) {
  const auto scene =
      small_scene("bodies:\n" +
                  cube_text("a", "position: [0, 0, 9]", "linear: [1, 2, 3], angular: [4, 5, -6]") +
                  kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const PaperRules rules = paper_rules({}, {});
  Vector3 x(0, 0, 9);
  Vector3 v(1, 2, 3);
  Quaternion q = Quaternion::Identity();
  for (int i = 0; i < 50; ++i) {
    const auto next = algorithm_one(bodies, {}, rules, 0.01, memory);
    ASSERT_TRUE(std::holds_alternative<TakenStep>(next));
    EXPECT_EQ(std::get<TakenStep>(next).rule, StepRule::Full);
    x += 0.01 * v;
    q.coeffs() += 0.01 * quaternion_rate(q, Vector3(4, 5, -6)).coeffs();  // a cube keeps its ω
    q.normalize();
    v += 0.01 * Vector3(0, 0, -10);
    EXPECT_LE((bodies.state.q.head<3>() - x).norm(), 1e-13);
    EXPECT_LE((bodies.state.v.head<3>() - v).norm(), 1e-13);
    EXPECT_LE(1.0 - std::abs(q.dot(bodies.poses[0].rotation)), 1e-13);
  }
}

// A cube on the ground stays there, bit by bit, step after step of full length.
TEST(AlgorithmOne, KeepsACubeAtRest) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 0.5000005]", "linear: [0, 0, 0]") +
                  kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const PaperRules rules = paper_rules({.bounds = Bounds::Printed}, {});
  std::vector<PairContact> contacts = touching_pairs(bodies, rules.threshold, memory);
  for (int i = 0; i < 20; ++i) {
    auto next = algorithm_one(bodies, contacts, rules, 0.01, memory);
    TakenStep& step = std::get<TakenStep>(next);
    EXPECT_EQ(step.rule, StepRule::Full);
    EXPECT_EQ(step.contacts[0].points.size(), 4U);
    contacts = step.contacts;
  }
  EXPECT_NEAR(bodies.state.q[2], 0.5000005, 1e-15);
  EXPECT_LE(bodies.state.v.norm(), 1e-14);
}

// What cannot step leaves the bodies as they were.
TEST(AlgorithmOne, LeavesTheStateAloneWhenThereIsNoStep) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("a", "position: [0, 0, 0.500000005]", "linear: [0, 0, -3]") +
      kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const PaperRules rules = paper_rules({}, {});
  const State before = bodies.state;
  const auto contacts = touching_pairs(bodies, rules.threshold, memory);
  const auto next = algorithm_one(bodies, contacts, rules, 0.01, memory);
  ASSERT_TRUE(std::holds_alternative<NoStep>(next));
  EXPECT_EQ(std::get<NoStep>(next).kind, NoStep::Kind::Stuck);
  EXPECT_EQ(bodies.state.q, before.q);
  EXPECT_EQ(bodies.state.v, before.v);
}

}  // namespace
}  // namespace rigor
