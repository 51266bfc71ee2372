// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/touching/corners_above.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

/// A small box over a cube, at `x` along it and turned so that its far edge is half a skin higher
/// than the near one, which is a skin above the cube.
struct TiltedBox {
  BoxWorld boxes;
  Cluster cluster;
  TouchingPair touching;
  double skin = 0.0;

  TiltedBox(double x, bool swapped) {
    const Vector3 cube = Vector3::Constant(0.5);
    const Vector3 small = Vector3::Constant(0.1);
    boxes = swapped ? box_world({small, cube}) : box_world({cube, small});
    skin = boxes.world.tolerances.skin;
    const BodyState low = resting_at(Vector3::Zero());
    const BodyState high =
        resting_at(Vector3(x, 0.05, 2.0), turn(-0.5 * skin / 0.2, Vector3::UnitY()));
    cluster = swapped ? Cluster{{0, 1}, {high, low}} : Cluster{{0, 1}, {low, high}};
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), swapped ? 0 : 1, Vector3::UnitZ(), skin);
    touching = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {}).at(0);
  }
  std::vector<ContactCorner> above(double skins) const {
    return corners_above(boxes.world, cluster, touching, skins * skin);
  }
};

TEST(CornersAbove, AreTheVerticesWithinReach) {
  for (const bool swapped : {false, true}) {
    const TiltedBox tilted(0.0, swapped);
    ASSERT_EQ(tilted.touching.corners.size(), 2U);
    EXPECT_TRUE(tilted.above(1.4).empty());
    const auto corners = tilted.above(2.0);
    ASSERT_EQ(corners.size(), 2U);
    for (const ContactCorner& corner : corners) {
      EXPECT_NEAR(corner.corner.gap, 1.5 * tilted.skin, 1e-6 * tilted.skin);
      EXPECT_NEAR(corner.rows.point_W.x(), 0.1, 1e-7);
    }
  }
}

TEST(CornersAbove, VerticesBesideTheFaceAreNone) {
  for (const bool swapped : {false, true}) {
    const TiltedBox tilted(0.45, swapped);  // its higher edge hangs over
    ASSERT_EQ(tilted.touching.corners.size(), 2U);
    EXPECT_TRUE(tilted.above(2.0).empty());
  }
}

}  // namespace
}  // namespace rigor
