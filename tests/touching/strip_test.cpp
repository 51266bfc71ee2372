// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rigor/touching/strip.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

constexpr double kCubeHalf = 0.25;

/// A cube on another one, tilted about its edge along x, which nearly lies on the rim below.
struct NearlyFlush {
  BoxWorld boxes = box_world({Vector3::Constant(kCubeHalf), Vector3::Constant(kCubeHalf)});
  Cluster cluster;
  std::vector<TouchingPair> pairs;

  NearlyFlush(double tilt, double yaw, double slope, const Vector2& offset) {
    const Quaternion upper =
        turn(yaw, Vector3::UnitZ()) * turn(slope, Vector3::UnitY()) * turn(tilt, Vector3::UnitX());
    cluster = {
        {0, 1},
        {resting_at(Vector3::Zero()), resting_at(Vector3(offset.x(), offset.y(), 3), upper)}};
    bring_to_gap(boxes.world, cluster, pair_of(0, 1), 1, Vector3::UnitZ(),
                 boxes.world.tolerances.skin);
    pairs = touching_pairs(boxes.world, cluster, {pair_of(0, 1)}, {});
  }
};

/// The corners of the square that the upper and the lower cube have in common, seen from above, and
/// what is between them there: every vertex inside the other square, every crossing of sides.
std::vector<Vector3> places_between(const NearlyFlush& at) {
  const Pose X = pose_of(at.cluster.states[1]);
  const auto corner = [](int k) {
    return Vector3((k == 0 || k == 3 ? -1 : 1) * kCubeHalf, (k < 2 ? -1 : 1) * kCubeHalf, 0.0);
  };
  const auto upper = [&](int k) { return X * (corner(k % 4) - kCubeHalf * Vector3::UnitZ()); };
  const Vector3 normal = (upper(1) - upper(0)).cross(upper(3) - upper(0));
  std::vector<Vector3> all;
  const auto add = [&](double x, double y) {
    const Vector3 way = Vector3(x, y, kCubeHalf) - upper(0);
    all.emplace_back(x, y, -normal.dot(way) / normal.z());
  };
  for (int k = 0; k < 4; ++k) {
    if (std::max(std::abs(upper(k).x()), std::abs(upper(k).y())) < kCubeHalf)
      add(upper(k).x(), upper(k).y());
    const Vector3 own = corner(k);
    bool inside = true;
    for (int i = 0; i < 4; ++i) inside &= (upper(i + 1) - upper(i)).cross(own - upper(i)).z() > 0.0;
    if (inside) add(own.x(), own.y());
    for (int i = 0; i < 4; ++i) {  // side k of the lower square, a coordinate of value c
      const int across = k % 2 == 0 ? 1 : 0;
      const double c = (k == 0 || k == 3 ? -1 : 1) * kCubeHalf;
      const Vector3 way = upper(i + 1) - upper(i);
      const double t = (c - upper(i)[across]) / way[across];
      const Vector3 on = upper(i) + t * way;
      if (t > 0.0 && t < 1.0 && std::abs(on[1 - across]) < kCubeHalf) add(on.x(), on.y());
    }
  }
  return all;
}

/// Whether the place is one of the corners, or as good as between two of them.
bool is_held(const std::vector<ContactCorner>& corners, const Vector2& place) {
  for (const ContactCorner& one : corners)
    for (const ContactCorner& other : corners) {
      const Vector2 way = (other.rows.point_W - one.rows.point_W).head<2>();
      const Vector2 d = place - one.rows.point_W.head<2>();
      const double size = std::max(way.squaredNorm(), 1e-30);
      const double beside = (d - std::clamp(d.dot(way) / size, 0.0, 1.0) * way).norm();
      if (beside < 1e-6 + 1e-4 * way.norm()) return true;
    }
  return false;
}

// A face that rises by 1e-5 from its edge is inside the band for 1e-5 m: it touches the rim beside
// the edge, where the edge itself hangs over.
TEST(Strip, HasEveryPlaceInTheBandBesideAnEdge) {
  Random random(20);
  int beside = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const auto power = [&](double from, double to) {
      return std::pow(10.0, random.uniform(from, to));
    };
    const double tilt = power(-8.0, -3.7);
    const double yaw = (trial % 2 == 0 ? 1.0 : -1.0) * power(-7.0, -4.5);
    const double slope = random.uniform(-1e-10, 1e-10);
    const Vector2 offset(random.uniform(-0.1, 0.1), random.uniform(-3e-6, 3e-6));
    const NearlyFlush at(tilt, yaw, slope, offset);
    SCOPED_TRACE(fmt::format("trial {}: tilt {}, yaw {}, slope {}, offset {} {}", trial, tilt, yaw,
                             slope, offset.x(), offset.y()));
    ASSERT_EQ(at.pairs.size(), 1U);
    const auto& corners = at.pairs[0].corners;
    if (at.pairs[0].axis.axis.kind == AxisKind::EdgeEdge) continue;
    const double upper = at.boxes.world.tolerances.upper();
    for (const Vector3& place : places_between(at)) {
      if (place.z() > upper - 1e-14) continue;
      EXPECT_TRUE(is_held(corners, place.head<2>())) << "place " << place.transpose();
    }
    for (const ContactCorner& corner : corners)
      beside += corner.corner.kind == CornerKind::VF || corner.kind == CornerRow::Swapped ? 1 : 0;
    for (const ContactId& id :
         contacts_of_mode(at.boxes.world, at.cluster, at.pairs[0], all_corners(at.pairs[0])))
      EXPECT_NEAR(gap_of(at.boxes.world, at.cluster, id), 1e-8, 2e-10);
  }
  EXPECT_GT(beside, 50);
}

}  // namespace
}  // namespace rigor
