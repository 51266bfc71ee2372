// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/decision/gap_goals.hpp>
#include <rigor/touching/touching.hpp>

#include "event_box.hpp"

namespace rigor {
namespace {

TEST(GapGoals, ActiveContactsGoToTheSkinAndTheOthersKeepInsideTheBand) {
  const EventBox box(Law::Coulomb, 0.5, falling(0.0));
  const World& world = box.boxes.world;
  const auto pairs = touching_pairs(world, box.cluster, {}, {});
  std::vector<ActiveContact> active;
  for (const std::uint32_t v : {0U, 2U}) active.push_back({on_ground(0, v), {}, 0.0});
  const GapGoals goals = goals_of(world, box.cluster, pairs, active);
  EXPECT_EQ(goals.gap, world.tolerances.skin);
  EXPECT_LT(goals.floor, goals.gap);
  EXPECT_GT(goals.floor, world.tolerances.skin * (1.0 - Tolerances::kBand));
  EXPECT_EQ(goals.equal.size(), 2U);
  ASSERT_EQ(goals.at_least.size(), 2U);
  for (const ContactId& id : goals.at_least) EXPECT_TRUE(id.vertex == 4 || id.vertex == 6);
  EXPECT_TRUE(goals.sides.empty());
}

TEST(GapGoals, PairsThatOnlyTouchKeepTheirDistance) {
  BoxWorldSetup setup;
  setup.fixed = 1;
  const BoxWorld boxes = box_world({Vector3(0.3, 0.02, 0.02), Vector3(0.3, 0.02, 0.02)}, setup);
  Cluster cluster{{1}, {BodyState{}}};  // across the fixed one
  cluster.states[0] = resting_at(Vector3(0, 0, 0.04 + kTestSkin));
  cluster.states[0].q = Quaternion(std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5));
  const auto pairs = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {});
  ASSERT_EQ(pairs.size(), 1U);
  const GapGoals goals = goals_of(boxes.world, cluster, pairs, {});
  EXPECT_TRUE(goals.equal.empty());
  EXPECT_EQ(goals.at_least.size(), 4U);  // of the face that lies on the other's plane
}

}  // namespace
}  // namespace rigor
