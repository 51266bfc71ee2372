// SPDX-License-Identifier: Apache-2.0
// The rim of the region that two faces have in common.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/integration/rim.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

/// The rim's turns between a fixed box and one on top of it, and the corners' pair.
struct RimOfBoxes {
  BoxWorld boxes;
  Cluster cluster{{1}, {BodyState{}}};
  TouchingPair touching;
  std::vector<RimTurn> turns;

  RimOfBoxes(const Vector3& half, double x, double y, double yaw) {
    BoxWorldSetup setup;
    setup.fixed = 1;
    boxes = box_world({Vector3(0.2, 0.2, 0.1), half}, setup);
    cluster.states[0] = resting_at(Vector3(x, y, 0.1 + half.z() + 1e-8));
    cluster.states[0].q = Quaternion{std::cos(0.5 * yaw), 0.0, 0.0, std::sin(0.5 * yaw)};
    touching = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {}).front();
    turns = rim_turns(boxes.world, cluster, touching);
  }

  Vector3 along_W(const RimEdge& edge) const {
    return pose_of(boxes.world, cluster, edge.of_a ? 0U : 1U).rotation * edge.along;
  }
};

TEST(Rim, FollowsTheCornersOnceAround) {
  struct Case {
    Vector3 half;
    double x, y, yaw;
    std::size_t corners;
  };
  const std::vector<Case> cases = {
      {{0.1, 0.1, 0.1}, 0.0, 0.0, 0.3, 4},    // all of b
      {{0.5, 0.5, 0.1}, 0.0, 0.0, 0.3, 4},    // all of a
      {{0.2, 0.2, 0.1}, 0.05, 0.02, 0.0, 4},  // two of each
      {{0.2, 0.2, 0.1}, 0.0, 0.0, 0.4, 8},    // eight crossings
      {{0.2, 0.2, 0.1}, 0.05, 0.02, 0.1, 5},
  };
  for (const Case& c : cases) {
    const RimOfBoxes at(c.half, c.x, c.y, c.yaw);
    ASSERT_EQ(at.turns.size(), at.touching.corners.size());
    EXPECT_EQ(at.turns.size(), c.corners);
    double whole = 0.0;
    for (std::size_t k = 0; k < at.turns.size(); ++k) {
      const std::size_t next = (k + 1) % at.turns.size();
      const Vector3 way =
          at.touching.corners[next].rows.point_W - at.touching.corners[k].rows.point_W;
      EXPECT_LE((at.along_W(at.turns[k].after) - way.normalized()).norm(), 1e-6);
      EXPECT_LE((at.along_W(at.turns[next].before) - way.normalized()).norm(), 1e-6);
      whole += std::acos(at.along_W(at.turns[k].before).dot(at.along_W(at.turns[k].after)));
    }
    EXPECT_NEAR(whole, 2.0 * std::numbers::pi, 1e-9);
  }
}

TEST(Rim, OfAnEdgeOrAHalfSpaceIsNone) {
  const RimOfBoxes edge({0.1, 0.1, 0.1}, 0.0, 0.0, 0.0);
  TouchingPair line = edge.touching;
  line.corners.resize(2);
  EXPECT_TRUE(rim_turns(edge.boxes.world, edge.cluster, line).empty());
  BoxWorldSetup setup;
  setup.ground = true;
  const BoxWorld boxes = box_world({Vector3(0.1, 0.1, 0.1)}, setup);
  const Cluster cluster{{0}, {resting_at(Vector3(0, 0, 0.1 + 1e-8))}};
  const auto pairs = touching_pairs(boxes.world, cluster, {}, {});
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs.front().corners.size(), 4U);
  EXPECT_TRUE(rim_turns(boxes.world, cluster, pairs.front()).empty());
}

}  // namespace
}  // namespace rigor
