// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/geometry/mass_properties.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/importing/reduced_hull.hpp>

#include "random_spatial.hpp"

namespace rigor::importing {
namespace {

ReducedHull hull_of(const std::vector<Vector3>& points, std::size_t most) {
  return std::get<ReducedHull>(reduced_hull(points, most));
}

std::vector<Vector3> on_ellipsoid(int count, std::uint64_t seed) {
  Random random(seed, 3);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i)
    points.push_back(random_direction(random).cwiseProduct(Vector3(0.3, 0.2, 0.1)));
  return points;
}

TEST(ReducedHull, FewCornersAreKeptAsTheyAre) {
  const std::vector<Vector3> cube = unwrap(make_box(Vector3(0.1, 0.2, 0.3))).vertices();
  const ReducedHull made = hull_of(cube, 16);
  EXPECT_EQ(made.vertices, cube);
  EXPECT_EQ(made.error, 0.0);
  EXPECT_DOUBLE_EQ(made.volume, 0.048);
}

TEST(ReducedHull, WhatIsLeftOutLiesWithinTheStatedErrorAndNearIt) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::vector<Vector3> points = on_ellipsoid(500, seed);
    const ReducedHull made = hull_of(points, 24);
    ASSERT_EQ(made.vertices.size(), 24U);
    EXPECT_EQ(made.all_vertices, 500U);
    const Polytope kept = unwrap(make_polytope(made.vertices));
    // In every direction the whole reaches at most `error` further than what is kept; near that in
    // the worst one.
    Random random(seed, 4);
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i) {
      const Vector3 n = random_direction(random);
      const auto reach = [&n](const std::vector<Vector3>& all) {
        double most = -1.0;
        for (const Vector3& p : all) most = std::max(most, n.dot(p));
        return most;
      };
      worst = std::max(worst, reach(points) - reach(kept.vertices()));
    }
    EXPECT_LE(worst, made.error * (1 + 1e-12));
    EXPECT_GE(worst, 0.95 * made.error);
    EXPECT_DOUBLE_EQ(made.volume, volume(kept));
    EXPECT_DOUBLE_EQ(made.whole_volume, volume(unwrap(make_polytope(points))));
    EXPECT_LT(made.volume, made.whole_volume);
    for (const Vector3& p : kept.vertices())
      EXPECT_NE(std::find(points.begin(), points.end(), p), points.end());
  }
}

TEST(ReducedHull, MorePointsThanAHullTakesAreThinnedFirst) {
  std::vector<Vector3> points;
  Random random(9, 1);
  for (int i = 0; i < 50000; ++i)
    points.push_back(random.uniform(0.0, 1.0) * random_direction(random));
  const Polytope box = unwrap(make_box(Vector3::Constant(2.0)));
  points.insert(points.end(), box.vertices().begin(), box.vertices().end());
  const ReducedHull made = hull_of(points, 10);
  EXPECT_EQ(made.vertices.size(), 8U);
  EXPECT_EQ(made.error, 0.0);
}

TEST(ReducedHull, FlatPointsHaveNoHull) {
  EXPECT_TRUE(std::holds_alternative<PolytopeError>(
      reduced_hull(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 8)));
}

}  // namespace
}  // namespace rigor::importing
