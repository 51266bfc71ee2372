// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/spatial/pose.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

constexpr double kRounding = 1e-14;  // times the size of the numbers, which is about 3 here

void expect_same(const Pose& X, const Pose& Y) {
  EXPECT_LE((X.translation - Y.translation).norm(), kRounding);
  EXPECT_LE((X.rotation.toRotationMatrix() - Y.rotation.toRotationMatrix()).norm(), kRounding);
}

TEST(Pose, FormsAGroup) {
  Random random(11);
  for (const double size : {0.0, 1e-8, 1.0}) {
    for (int i = 0; i < 100; ++i) {
      const Pose X = random_pose(random, size);
      const Pose Y = random_pose(random, size);
      const Pose Z = random_pose(random, size);
      expect_same((X * Y) * Z, X * (Y * Z));
      expect_same(X * Pose{}, X);
      expect_same(Pose{} * X, X);
      expect_same(X * inverse(X), Pose{});
      expect_same(inverse(X) * X, Pose{});
    }
  }
}

TEST(Pose, ActsOnPointsAsItComposes) {
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    const Pose X = random_pose(random, 1.0);
    const Pose Y = random_pose(random, 1.0);
    const Vector3 p = random_vector(random, 1.0);
    EXPECT_LE(((X * Y) * p - X * (Y * p)).norm(), kRounding);
    EXPECT_LE((inverse(X) * (X * p) - p).norm(), kRounding);
  }
}

TEST(Pose, KeepsDistances) {
  Random random(13);
  for (int i = 0; i < 100; ++i) {
    const Pose X = random_pose(random, 1.0);
    const Vector3 p = random_vector(random, 1.0);
    const Vector3 q = random_vector(random, 1.0);
    EXPECT_NEAR((X * p - X * q).norm(), (p - q).norm(), kRounding);
  }
}

}  // namespace
}  // namespace rigor
