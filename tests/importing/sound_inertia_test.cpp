// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/sound_inertia.hpp>
#include <rigor/random.hpp>

namespace rigor::importing {
namespace {

TEST(SoundInertia, WhateverIsMendedPassesTheCheck) {
  Random random(11, 2);
  int mended_count = 0;
  for (int i = 0; i < 300; ++i) {
    SpatialInertia inertia{.mass = 2.0};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) inertia.about_com(r, c) = random.uniform(-1.0, 1.0);
    if (defect(inertia)) ++mended_count;
    const RepairedInertia mended = repaired(inertia, 0.01);
    EXPECT_FALSE(defect(mended.inertia)) << *defect(mended.inertia) << "\n" << inertia.about_com;
    EXPECT_FALSE(mended.what.empty());
  }
  EXPECT_GT(mended_count, 250);
}

TEST(SoundInertia, ThinRodsGetTheLeastThatIsMissing) {
  SpatialInertia rod{.mass = 1.0};
  rod.about_com = Vector3(0.01, 0.02, 0.05).asDiagonal();
  const Matrix3 made = repaired(rod, 0.01).inertia.about_com;
  EXPECT_NEAR(made(0, 0), 0.02, 1e-7);
  EXPECT_NEAR(made(1, 1), 0.03, 1e-7);
  EXPECT_NEAR(made(2, 2), 0.05, 1e-15);
}

TEST(SoundInertia, WithoutAnyMomentItIsABall) {
  const RepairedInertia made = repaired({.mass = 5.0}, 0.1);
  EXPECT_EQ(made.inertia.about_com, Matrix3(0.4 * 5.0 * 0.1 * 0.1 * Matrix3::Identity()));
}

}  // namespace
}  // namespace rigor::importing
