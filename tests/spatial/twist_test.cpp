// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/spatial/twist.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

TEST(Twist, PowerDoesNotDependOnThePointOfReference) {
  Random random(21);
  for (int i = 0; i < 100; ++i) {
    const Twist V = random_twist(random, 2.0, 3.0);
    const Wrench F{random_vector(random, 2.0), random_vector(random, 2.0)};
    const Vector3 r = random_vector(random, 1.0);
    EXPECT_NEAR(power(shifted(F, r), shifted(V, r)), power(F, V), 1e-13);
  }
}

TEST(Twist, ShiftingBackReturnsTheSameMotion) {
  Random random(22);
  for (int i = 0; i < 100; ++i) {
    const Twist V = random_twist(random, 2.0, 3.0);
    const Vector3 r = random_vector(random, 1.0);
    const Twist back = shifted(shifted(V, r), -r);
    EXPECT_LE((back.vector() - V.vector()).norm(), 1e-14);
  }
}

TEST(Twist, PointVelocityIsTheDerivativeOfTheMovedPoint) {
  Random random(23);
  constexpr double h = 1e-5;
  for (int i = 0; i < 20; ++i) {
    const Twist V = random_twist(random, 2.0, 1.0);
    const Vector3 r = random_vector(random, 1.0);
    const Vector3 ahead = h * V.linear + exp_rotation(h * V.angular) * r;
    const Vector3 behind = -h * V.linear + exp_rotation(-h * V.angular) * r;
    EXPECT_LE(((ahead - behind) / (2 * h) - velocity_at(V, r)).norm(), 1e-8);
  }
}

TEST(Twist, VectorHoldsTheLinearPartFirst) {
  const Twist V{Vector3(1, 2, 3), Vector3(4, 5, 6)};
  EXPECT_EQ(V.vector(), (Vector6() << 1, 2, 3, 4, 5, 6).finished());
  EXPECT_EQ(Twist::from(V.vector()).angular, V.angular);
}

}  // namespace
}  // namespace rigor
