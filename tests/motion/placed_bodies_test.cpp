// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/motion/placed_bodies.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

TEST(PlacedBodies, AccelerateFreelyAndAnswerByTheirMass) {
  const BoxWorld boxes = box_world({Vector3(0.5, 0.3, 0.2), Vector3(0.2, 0.4, 0.3)});
  Random random(42);
  for (int trial = 0; trial < 50; ++trial) {
    Cluster cluster{{0, 1}, {}};
    for (int i = 0; i < 2; ++i) {
      cluster.states.push_back(resting_at(random_vector(random, 1.0), random_rotation(random)));
      cluster.states[i].v << random_vector(random, 1.0), random_vector(random, 5.0);
    }
    const ModeMotion motion = mode_motion(boxes.world, cluster, {});
    PlacedBodies bodies(motion);
    Eigen::VectorXd a(12);
    bodies.place(cluster.states, 0.0, a);
    const Eigen::VectorXd free = a;
    for (int i = 0; i < 2; ++i) {
      const Matrix3 R = rotation_matrix(cluster.states[i].q);
      const Eigen::MatrixXd M = mass_matrix(turned(boxes.world.bodies[i].dynamics, R));
      // Euler's equations: I α + ω × I ω = 0, and gravity.
      const Vector3 w = cluster.states[i].v.tail<3>();
      const Matrix3 I = M.bottomRightCorner<3, 3>();
      EXPECT_LE((free.segment<3>(6 * i) - Vector3(0, 0, -kTestGravity)).norm(), 1e-14);
      EXPECT_LE((I * free.segment<3>(6 * i + 3) + w.cross(I * w)).norm(), 1e-12);
      const Vector6 f = random_twist(random, 1.0, 2.0).vector();
      EXPECT_LE((M * bodies.response(i, f) - f).norm(), 1e-12);
      bodies.push(i, f, a);
      EXPECT_LE((M * (a - free).segment<6>(6 * i) - f).norm(), 1e-12);
    }
    EXPECT_EQ(bodies.load_power(), 0.0);
  }
}

}  // namespace
}  // namespace rigor
