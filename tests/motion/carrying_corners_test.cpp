// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/carrying_corners.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(CarryingCorners, OfAFaceAreItsCorners) {
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(3, 0, 0));
  const CarryingCorners corners = carrying_corners(at.boxes.world, at.cluster, at.mode);
  ASSERT_EQ(corners.ids.size(), 4U);
  EXPECT_EQ(corners.set.size(), 4);
  const Eigen::VectorXd v = velocity_of(at.cluster);
  EXPECT_LE((corners.set.N * v).norm(), 1e-15);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(corners.set.contacts[i].friction, 0.4);
    EXPECT_NEAR((corners.set.T.middleRows<2>(2 * i) * v).norm(), 3.0, 1e-14);
  }
}

}  // namespace
}  // namespace rigor
