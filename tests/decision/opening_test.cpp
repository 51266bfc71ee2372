// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/decision/opening.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

/// Three unit cubes on the ground whose faces are `gap` apart.
struct Tower {
  BoxWorld boxes = box_world(std::vector<Vector3>(3, Vector3::Constant(0.5)), {.ground = true});
  Cluster cluster;
  std::vector<PairId> near{pair_of(0, 1), pair_of(1, 2)};

  explicit Tower(double gap) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      cluster.bodies.push_back(i);
      cluster.states.push_back(resting_at(Vector3(0.1 * i, 0, 0.5 + gap + i * (1.0 + gap))));
    }
  }
};

TEST(Opening, OpensATouchingTowerByTheLeastMotion) {
  for (const double gap : {0.0, -1e-8, 0.5e-8}) {
    const Tower tower(gap);
    const auto outcome = open_start(tower.boxes.world, tower.cluster, tower.near);
    ASSERT_TRUE(std::holds_alternative<Opened>(outcome)) << std::get<Refusal>(outcome).reason;
    const auto& opened = std::get<Opened>(outcome);
    // Nothing pushes from above, so each cube goes up by what is missing below it, and no more.
    const double missing = 1e-8 - gap;
    for (int i = 0; i < 3; ++i) {
      const Vector3 way = opened.cluster.states[i].x - tower.cluster.states[i].x;
      EXPECT_NEAR(way.z(), (i + 1) * missing, 1e-13) << "gap " << gap << " cube " << i;
      EXPECT_LE(way.head<2>().norm(), 1e-13);
      EXPECT_NEAR(opened.cluster.states[i].q.w(), 1.0, 1e-13);
    }
    EXPECT_NEAR(opened.moved, 3 * missing, 1e-12);
  }
}

TEST(Opening, WhatIsMovedApartDoesNotComeNearSomethingElse) {
  // The two cubes below sink into each other by what is between the upper two, and a skin and a
  // half.
  Tower tower(0.0);
  tower.cluster.states[0].x.z() = tower.cluster.states[0].x.z() + 1e-8;
  tower.cluster.states[1].x.z() = tower.cluster.states[0].x.z() + 1.0 - 1e-8;
  tower.cluster.states[2].x.z() = tower.cluster.states[1].x.z() + 1.0 + 1.5e-8;
  const auto outcome = open_start(tower.boxes.world, tower.cluster, tower.near);
  ASSERT_TRUE(std::holds_alternative<Opened>(outcome)) << std::get<Refusal>(outcome).reason;
  const auto& opened = std::get<Opened>(outcome);
  const double ways[] = {0.0, 2e-8, 1.5e-8};
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(opened.cluster.states[i].x.z() - tower.cluster.states[i].x.z(), ways[i], 1e-13)
        << i;
  EXPECT_NEAR(opened.moved, 2e-8, 1e-12);
}

TEST(Opening, LeavesOpenStartsAlone) {
  const Tower tower(1e-7);
  const auto opened = std::get<Opened>(open_start(tower.boxes.world, tower.cluster, tower.near));
  EXPECT_EQ(opened.moved, 0.0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(opened.cluster.states[i].x, tower.cluster.states[i].x);
}

TEST(Opening, RefusesDeepOverlapsWithBothNamesAndTheDepth) {
  Tower tower(1e-7);
  tower.cluster.states[2].x.z() -= 1e-3 + 1e-7;
  const auto outcome = open_start(tower.boxes.world, tower.cluster, tower.near);
  ASSERT_TRUE(std::holds_alternative<Refusal>(outcome));
  const auto& refusal = std::get<Refusal>(outcome);
  EXPECT_EQ(refusal.kind, RefusalKind::Overlap);
  EXPECT_NE(refusal.reason.find("'box1' and 'box2'"), std::string::npos) << refusal.reason;
  EXPECT_NE(refusal.reason.find("0.001 m"), std::string::npos) << refusal.reason;
}

TEST(Opening, RefusesOverlapsWithTheGroundByName) {
  Tower tower(1e-7);
  for (BodyState& state : tower.cluster.states) state.x.z() -= 0.01;
  const auto outcome = open_start(tower.boxes.world, tower.cluster, tower.near);
  ASSERT_TRUE(std::holds_alternative<Refusal>(outcome));
  EXPECT_NE(std::get<Refusal>(outcome).reason.find("'ground' and 'box0'"), std::string::npos);
}

}  // namespace
}  // namespace rigor
