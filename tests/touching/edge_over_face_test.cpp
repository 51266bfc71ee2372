// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rigor/touching/edge_over_face.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kPlateHalf = 0.1;

/// A square plate on the long ridge of a bar that is turned by 45 degrees, at one skin: turned
/// about the vertical by `yaw`, and tilted so that one side of it is higher than the other by
/// `rise` along each metre of the ridge.
struct PlateOnRidge {
  BoxWorld boxes =
      box_world({Vector3(0.5, 0.05, 0.05), Vector3(kPlateHalf, kPlateHalf, 0.02)}, {.fixed = 1});
  Cluster cluster;
  std::vector<TouchingPair> pairs;

  PlateOnRidge(double yaw, double rise) {
    boxes.world.bodies[0].X_WB.rotation = turn(0.25 * std::numbers::pi, Vector3::UnitX());
    cluster = {
        {1},
        {resting_at(Vector3(0, 0, 1), turn(-rise, Vector3::UnitY()) * turn(yaw, Vector3::UnitZ()))},
        {}};
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), 0, Vector3::UnitZ(),
                 boxes.world.tolerances.skin);
    pairs = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {});
  }
};

/// The ridge leaves a square at x = ±a / max(|cos|, |sin|) of its yaw. Up to a band both crossings
/// are corners, though the ends of the ridge are far below the plane of the plate; above that the
/// lower one alone is.
TEST(EdgeOverFace, BothCrossingsOfTheRimInTheBandAreCorners) {
  int both = 0;
  for (const double yaw : {0.0, 0.3, -0.7, 1.2}) {
    const double across =
        2.0 * kPlateHalf / std::max(std::abs(std::cos(yaw)), std::abs(std::sin(yaw)));
    for (const double bands : {-1.6, -0.9, -0.3, 0.3, 0.9, 1.6}) {
      const double band = Tolerances::kBand * 1e-8;
      const PlateOnRidge at(yaw, bands * band / across);
      const std::string label = fmt::format("yaw {} bands {}", yaw, bands);
      ASSERT_EQ(at.pairs.size(), 1U) << label;
      std::vector<ContactCorner> corners = at.pairs[0].corners;
      ASSERT_EQ(corners.size(), std::abs(bands) < 1.0 ? 2U : 1U) << label;
      for (const ContactCorner& corner : corners) {
        EXPECT_NEAR(std::abs(corner.rows.point_W.x()), 0.5 * across, 1e-7) << label;
        EXPECT_NEAR(corner.rows.point_W.y(), 0.0, 1e-7) << label;
      }
      if (corners.size() != 2) continue;
      ++both;
      if (corners[0].rows.point_W.x() > corners[1].rows.point_W.x())
        std::swap(corners[0], corners[1]);
      EXPECT_NEAR(corners[1].rows.normal.jet.value - corners[0].rows.normal.jet.value, bands * band,
                  1e-3 * band)
          << label;
    }
  }
  EXPECT_EQ(both, 16);
}

/// With load on both the plate is held by the whole ridge, with load on one it turns about that.
TEST(EdgeOverFace, TheModeKeepsTheEdgeOrOneOfItsCrossings) {
  const PlateOnRidge at(0.3, 2e-10);
  const TouchingPair& pair = at.pairs[0];
  ASSERT_EQ(pair.corners.size(), 2U);
  const auto line = contacts_of_mode(at.boxes.world, at.cluster, pair, {0, 1});
  ASSERT_EQ(line.size(), 2U);
  for (const ContactId& id : line) {
    EXPECT_EQ(id.axis.kind, AxisKind::FaceOfB);
    const Vector3 end = at.boxes.world.bodies[0].X_WB *
                        at.boxes.world.bodies[0].pieces[0].polytope.vertices()[id.vertex];
    EXPECT_NEAR(end.z(), 0.05 * std::numbers::sqrt2, 1e-12);
  }
  for (const int k : {0, 1}) {
    const auto one = contacts_of_mode(at.boxes.world, at.cluster, pair, {k});
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].axis.kind, AxisKind::EdgeEdge);
    EXPECT_LE((rows_of(at.boxes.world, at.cluster, one[0]).point_W -
               pair.corners[static_cast<std::size_t>(k)].rows.point_W)
                  .norm(),
              1e-7);
  }
}

/// A ridge that cuts off a small part of the plate's corner says little about its slope: to bring
/// both crossings to one height would turn the plate too far.
TEST(EdgeOverFace, CrossingsCloseTogetherDoNotTurnABody) {
  PlateOnRidge at(0.25 * std::numbers::pi, 0.0);
  for (const auto& [inside, corners] : {std::pair{0.02, 2U}, std::pair{1e-5, 1U}}) {
    const double band = Tolerances::kBand * 1e-8;
    BodyState& plate = at.cluster.states[0];
    plate.q = turn(-0.5 * band / (2.0 * inside), Vector3::UnitY()) *
              turn(0.25 * std::numbers::pi, Vector3::UnitZ());
    plate.x = Vector3(0, std::numbers::sqrt2 * kPlateHalf - inside, 1);
    bring_to_gap(at.boxes.world, at.cluster, pair_of(0, 1), 0, Vector3::UnitZ(),
                 at.boxes.world.tolerances.skin);
    const auto pairs = touching_pairs(at.boxes.world, at.cluster, {pair_of(0, 1)}, {});
    ASSERT_EQ(pairs.size(), 1U) << inside;
    EXPECT_EQ(pairs[0].corners.size(), corners) << inside;
  }
}

}  // namespace
}  // namespace rigor
