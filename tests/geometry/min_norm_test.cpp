// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/geometry/min_norm.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

using Points = std::array<Triplet<double>, 4>;

Triplet<double> triplet(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// Optimality of the answer: it is in the simplex and every point of the simplex lies beyond the
/// plane through it (x·y_i >= x·x), which characterises the nearest point.
void expect_nearest(const Points& y, int count, const MinNorm<double>& nearest) {
  double sum = 0.0;
  Triplet<double> combination{};
  for (int i = 0; i < 4; ++i) {
    EXPECT_GE(nearest.weight[i], 0.0);
    EXPECT_TRUE(i < count || nearest.weight[i] == 0.0);
    sum += nearest.weight[i];
    combination = combination + nearest.weight[i] * y[i];
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_LE(rounded(combination - nearest.point).norm(), 1e-11);
  const double square = nearest.point.dot(nearest.point);
  for (int i = 0; i < count; ++i) EXPECT_GE(nearest.point.dot(y[i]), square - 1e-11);
}

TEST(MinNorm, PointIsTheNearestOfTheSimplex) {
  Random random(41);
  std::array<int, 5> carriers{};
  int inside = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const int count = 1 + random.index(4);
    Points y{};
    const Vector3 shift = random_vector(random, 1.0);
    for (int i = 0; i < count; ++i) y[i] = triplet(shift + random_vector(random, 1.0));
    const MinNorm<double> nearest = min_norm_point(y, count);
    expect_nearest(y, count, nearest);
    inside += nearest.inside ? 1 : 0;
    ++carriers[std::count_if(nearest.weight.begin(), nearest.weight.end(),
                             [](double w) { return w > 0.0; })];
  }
  for (int k = 1; k <= 4; ++k) EXPECT_GE(carriers[k], 50) << k;
  EXPECT_EQ(inside, carriers[4]);
}

TEST(MinNorm, AcceptsPointsThatCoincideOrAreCollinearOrCoplanar) {
  const Points same{{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}};
  const Points line{{{1, -1, 0}, {1, 0, 0}, {1, 1, 0}, {1, 2, 0}}};
  const Points plane{{{1, -1, -1}, {1, 1, -1}, {1, 1, 1}, {1, -1, 1}}};
  for (int count = 1; count <= 4; ++count) {
    for (const Points& y : {same, line, plane}) {
      expect_nearest(y, count, min_norm_point(y, count));
    }
  }
  EXPECT_EQ(rounded(min_norm_point(plane, 4).point), Vector3(1, 0, 0));
}

TEST(MinNorm, InDoubleDoubleFindsATriangleThatIsNearlyTouched) {
  // A triangle at height 1e-12 over the origin and a metre wide: the direction must be exact.
  const std::array<Triplet<DoubleDouble>, 4> y{
      {{1.0, 0.0, 1e-12}, {-0.5, 0.75, 1e-12}, {-0.5, -0.75, 1e-12}, {}}};
  const auto nearest = min_norm_point(y, 3);
  EXPECT_EQ(rounded(nearest.point), Vector3(0.0, 0.0, 1e-12));
}

}  // namespace
}  // namespace rigor
