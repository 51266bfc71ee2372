// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/classic/step_motion.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

// The normalised straight line in quaternions is a turn about ω by 2 atan(|ω| t/2).
TEST(StepMotion, TurnsByTwiceTheArcTangent) {
  Random random(71);
  for (int trial = 0; trial < 200; ++trial) {
    const Pose start = random_pose(random, 2.0);
    const Twist V = random_twist(random, 5.0, 20.0);
    const double t = random.uniform(0.0, 0.2);
    const Vector3 r = random_vector(random, 1.0);
    const Pose end = moved_straight(start, V, t);
    const double spin = V.angular.norm();
    const Vector3 turn = 2.0 * std::atan(0.5 * spin * t) * V.angular / spin;
    EXPECT_LE((end.rotation * r - exp_rotation(turn) * (start.rotation * r)).norm(), 1e-14);
    EXPECT_LE((turned_straight(V.angular, t, r) - exp_rotation(turn) * r).norm(), 1e-14);
    EXPECT_LE((end.translation - start.translation - t * V.linear).norm(), 1e-15);
  }
}

}  // namespace
}  // namespace rigor
