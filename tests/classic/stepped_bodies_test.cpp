// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::small_scene;

// A body whose frame is not at its centre of mass: the centre moves straight, the frame does not.
TEST(SteppedBodies, MoveCentresOfMassStraight) {
  const auto scene = small_scene(
      "bodies:\n  - name: hammer\n    pieces:\n      - {name: head, shape: {box: [0.4, 0.2, 0.2]}, "
      "pose: {position: [1, 0, 0]}}\n      - {name: shaft, shape: {box: [1, 0.05, 0.05]}, pose: "
      "{position: [0.3, 0, 0]}}\n    density: 1000\n    pose: {position: [0, 0, 5]}\n    velocity: "
      "{linear: [1, 2, 3], angular: [4, -5, 6]}\n");
  SteppedBodies& bodies = *scene->bodies;
  const Vector3 com = scene->world.bodies[0].com;
  ASSERT_GT(com.norm(), 0.3);
  const Vector3 start = bodies.state.q.head<3>();
  EXPECT_LE((start - (Vector3(0, 0, 5) + com)).norm(), 1e-15);
  const Vector3 v = bodies.state.v.head<3>();
  EXPECT_LE((v - (Vector3(1, 2, 3) + Vector3(4, -5, 6).cross(com))).norm(), 1e-14);
  move_straight(bodies, 0.01);
  EXPECT_LE((bodies.state.q.head<3>() - start - 0.01 * v).norm(), 1e-15);
  EXPECT_NEAR(bodies.state.q.segment<4>(3).norm(), 1.0, 1e-15);
  EXPECT_EQ(bodies.state.time, 0.01);
  // Gravity acts at the centre of mass and Euler's equations about it.
  const Eigen::VectorXd a = free_accelerations(bodies);
  EXPECT_LE((a.head<3>() - Vector3(0, 0, -10)).norm(), 1e-13);
  // Back in the scene's own coordinates.
  const State back = scene_state(bodies, scene->built.model, scene->built.initial);
  const Quaternion q(back.q[3], back.q[4], back.q[5], back.q[6]);
  EXPECT_LE((back.q.head<3>() + q * com - bodies.state.q.head<3>()).norm(), 1e-14);
}

TEST(SteppedBodies, KnowTheirFastestQuaternionAndEnergy) {
  const auto scene = small_scene(
      "bodies:\n" +
      testing::cube_text("a", "position: [0, 0, 3]", "linear: [2, 0, 0], angular: [0, 3, 4]") +
      testing::kGroundText);
  EXPECT_NEAR(fastest_quaternion(*scene->bodies), 5.0, 1e-15);
  EXPECT_NEAR(energy(*scene->bodies), 0.5 * 4.0 + 0.5 / 6.0 * 25.0 + 30.0, 1e-13);
  EXPECT_EQ(scene->bodies->pairs.size(), 1U);
}

}  // namespace
}  // namespace rigor
