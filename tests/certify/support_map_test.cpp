// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/certify/support_map.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

using Points = std::vector<Vector3>;

Points on_sphere(Random& random, int count) {
  Points points;
  for (int i = 0; i < count; ++i) points.push_back(random_direction(random));
  return points;
}

/// Two rings: in the direction of their axis all vertices of one are equally high.
Points prism(int sides, double height) {
  Points points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / sides;
    for (const double z : {-0.5 * height, 0.5 * height})
      points.emplace_back(std::cos(angle), std::sin(angle), z);
  }
  return points;
}

/// Directions anywhere, and on the borders of cells and next to them.
std::vector<Vector3> directions(Random& random) {
  std::vector<Vector3> result;
  for (int i = 0; i < 400; ++i) result.push_back(random_direction(random));
  for (int i = 0; i < 400; ++i) {
    Vector3 on_border;
    for (int k = 0; k < 3; ++k) on_border[k] = (static_cast<double>(random.index(257)) - 128) / 128;
    on_border[static_cast<int>(random.index(3))] = random.unit() < 0.5 ? -1.0 : 1.0;
    result.push_back(on_border);
    result.emplace_back(0.3 * on_border);
    result.emplace_back(1e-312 * on_border);
    result.emplace_back(on_border + random_vector(random, 1e-16));
  }
  return result;
}

using Heights = std::vector<std::pair<double, std::uint32_t>>;

Heights sorted_heights(const Points& points, const Vector3& direction) {
  Heights heights;
  for (std::uint32_t i = 0; i < points.size(); ++i)
    heights.emplace_back(direction.dot(points[i]), i);
  std::sort(heights.rbegin(), heights.rend());
  return heights;
}

void expect_as_brute_force(const Points& points, const Vector3& direction, const SupportMap& map) {
  const Heights heights = sorted_heights(points, direction);
  const SupportMap::Top top = map.highest(direction);
  EXPECT_EQ(top.height, heights[0].first) << direction.transpose();
  EXPECT_EQ(direction.dot(points[top.vertex]), top.height);
  if (heights.size() < 3) return;
  const auto without = [&](int i, int j) {
    return map.highest_but(direction, {heights[i].second, heights[j].second}).height;
  };
  EXPECT_EQ(without(0, 1), heights[2].first) << direction.transpose();
  EXPECT_EQ(without(0, 2), heights[1].first) << direction.transpose();
  EXPECT_EQ(without(1, 2), heights[0].first) << direction.transpose();
}

TEST(SupportMap, FindsTheHighestThreeOfAnyShape) {
  Random random(82);
  Points plate = on_sphere(random, 300);
  for (Vector3& r : plate) r.z() *= 1e-4;
  Points doubled = on_sphere(random, 40);
  doubled.insert(doubled.end(), doubled.begin(), doubled.begin() + 20);
  Points aside = on_sphere(random, 200);
  for (Vector3& r : aside) r += Vector3(30.0, -20.0, 10.0);
  const std::vector<Points> shapes = {on_sphere(random, 1),
                                      on_sphere(random, 2),
                                      on_sphere(random, 4),
                                      on_sphere(random, 20),
                                      on_sphere(random, 100),
                                      on_sphere(random, 1000),
                                      prism(12, 1.0),
                                      prism(300, 0.1),
                                      plate,
                                      doubled,
                                      aside,
                                      prism(2, 1.0)};
  for (const Points& points : shapes) {
    const SupportMap map(points);
    for (const Vector3& direction : directions(random))
      expect_as_brute_force(points, direction, map);
    if (HasFailure()) FAIL() << points.size() << " vertices";
  }
}

TEST(SupportMap, FewVerticesAreLookedAt) {
  Random random(83);
  const SupportMap map(on_sphere(random, 1000));
  std::size_t highest = 0;
  std::size_t highest_but = 0;
  constexpr int kDirections = 1000;
  for (int i = 0; i < kDirections; ++i) {
    const SupportMap::Work work = map.work(random_direction(random));
    highest += work.highest;
    highest_but += work.highest_but;
  }
  EXPECT_LE(highest, 5U * kDirections);
  EXPECT_LE(highest_but, 12U * kDirections);
}

TEST(SupportMap, NoDirectionAtAllIsNoAccident) {
  Random random(84);
  const SupportMap map(on_sphere(random, 100));
  EXPECT_EQ(map.highest(Vector3::Zero()).height, 0.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vector3& none : {Vector3(nan, nan, nan), Vector3(1.0, nan, 0.0)})
    EXPECT_FALSE(std::isfinite(map.highest(none).height));
}

}  // namespace
}  // namespace rigor
