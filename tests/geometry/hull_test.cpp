// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/geometry/hull.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

/// A triple of points is a facet of the hull iff no point lies strictly above its plane.
bool supports(const std::vector<Vector3>& points, const Vector3& normal, const Vector3& on_plane) {
  return std::all_of(points.begin(), points.end(), [&](const Vector3& p) {
    return normal.dot(p - on_plane) <= 1e-12 * normal.norm();
  });
}

TEST(Hull, FindsTheFacetsThatBruteForceOverAllTriplesFinds) {
  Random random(11);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Vector3> points;
    for (int i = 0; i < 14; ++i) points.push_back(random_vector(random, 1.0));
    std::size_t expected = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < points.size(); ++j) {
        for (std::size_t k = 0; k < points.size(); ++k) {
          if (i >= j || i >= k || j == k) continue;  // each oriented triple once
          const Vector3 normal = (points[j] - points[i]).cross(points[k] - points[i]);
          expected += supports(points, normal, points[i]) ? 1 : 0;
        }
      }
    }
    const auto cycles = hull_cycles(points);
    ASSERT_TRUE(cycles.has_value());
    EXPECT_EQ(cycles->size(), expected);
  }
}

TEST(Hull, HasNoAnswerForCoplanarPoints) {
  const std::vector<Vector3> square{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  EXPECT_FALSE(hull_cycles(square).has_value());
}

}  // namespace
}  // namespace rigor
