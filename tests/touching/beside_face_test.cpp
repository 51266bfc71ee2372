// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rigor/touching/touching.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kHalf = 0.5;

/// A box whose lowest edge, along x, falls by `slope` towards a tip that lies `over` metres beside
/// the top face of a cube; its other end stays above the face.
std::vector<TouchingPair> overhanging(double slope, double over, bool swapped) {
  const Vector3 cube = Vector3::Constant(kHalf);
  const Vector3 beam(0.2, 0.1, 0.1);
  const BoxWorld boxes = swapped ? box_world({beam, cube}) : box_world({cube, beam});
  const Quaternion tilted =
      turn(slope, Vector3::UnitY()) * turn(0.25 * 3.14159265358979323846, Vector3::UnitX());
  const BodyState low = resting_at(Vector3::Zero(), Quaternion::Identity());
  const BodyState high = resting_at(Vector3(kHalf + over - 0.2, 0.1, 3.0), tilted);
  Cluster cluster = swapped ? Cluster{{0, 1}, {high, low}} : Cluster{{0, 1}, {low, high}};
  bring_to_gap(boxes.world, cluster, pair_of(0, 1), swapped ? 0 : 1, Vector3::UnitZ(),
               boxes.world.tolerances.skin);
  return touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {});
}

// An edge that rises by 2e-9 of its length lies in the band over the 2e-6 m that overhang: it
// touches the face at the face's edge, not at its own tip.
TEST(BesideFace, TouchesWhereTheEdgesCross) {
  for (const bool swapped : {false, true}) {
    for (const double slope : {2e-9, 1e-8, 1e-7}) {
      const auto pairs = overhanging(slope, 2e-6, swapped);
      SCOPED_TRACE(fmt::format("slope {}, swapped {}", slope, swapped));
      ASSERT_EQ(pairs.size(), 1U);
      ASSERT_EQ(pairs[0].corners.size(), 1U);
      EXPECT_EQ(pairs[0].axis.axis.kind, AxisKind::EdgeEdge);
      EXPECT_NEAR(pairs[0].corners[0].rows.point_W.x(), kHalf, 1e-12);
      EXPECT_NEAR(pairs[0].corners[0].rows.point_W.y(), 0.1, 1e-7);
    }
  }
}

}  // namespace
}  // namespace rigor
