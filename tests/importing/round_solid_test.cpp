// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/geometry/solids.hpp>
#include <rigor/importing/round_solid.hpp>

#include "random_spatial.hpp"

namespace rigor::importing {
namespace {

std::vector<Vector3> corners(const ShapeSpec& shape) {
  if (const auto* ball = std::get_if<SphericalSpec>(&shape))
    return unwrap(make_spherical(ball->radius, ball->vertices)).vertices();
  if (const auto* prism = std::get_if<PrismSpec>(&shape))
    return unwrap(make_prism(prism->sides, prism->radius, prism->height)).vertices();
  return std::get<HullSpec>(shape).vertices;
}

/// The largest difference of the two support functions in random directions: a lower bound of the
/// Hausdorff distance of two convex bodies, and near it with many directions.
template <class Reach>
double sampled_error(const std::vector<Vector3>& points, const Reach& reach) {
  Random random(5, 1);
  double worst = 0.0;
  for (int i = 0; i < 20000; ++i) {
    const Vector3 n = random_direction(random);
    double most = -1e300;
    for (const Vector3& p : points) most = std::max(most, n.dot(p));
    worst = std::max(worst, std::abs(most - reach(n)));
  }
  return worst;
}

template <class Reach>
void expect_stated(const RoundedShape& made, int vertices, const Reach& reach) {
  const double found = sampled_error(corners(made.shape), reach);
  EXPECT_LE(found, made.error * (1 + 1e-12));
  EXPECT_GE(found, 0.9 * made.error) << "the stated error is not one that occurs";
  EXPECT_LE(made.vertices, vertices);
  EXPECT_EQ(corners(made.shape).size(), static_cast<std::size_t>(made.vertices));
}

TEST(RoundSolid, TheErrorOfASphereIsTheStatedOne) {
  for (const int vertices : {8, 32, 100})
    expect_stated(rounded_sphere(0.3, vertices), vertices, [](const Vector3&) { return 0.3; });
}

TEST(RoundSolid, TheErrorOfACylinderIsTheStatedOne) {
  for (const int vertices : {8, 32, 100})
    expect_stated(rounded_cylinder(0.2, 0.7, vertices), vertices, [](const Vector3& n) {
      return 0.2 * std::hypot(n.x(), n.y()) + 0.35 * std::abs(n.z());
    });
}

TEST(RoundSolid, TheErrorOfACapsuleIsTheStatedOne) {
  for (const int vertices : {16, 32, 100})
    expect_stated(rounded_capsule(0.1, 0.6, vertices), vertices,
                  [](const Vector3& n) { return 0.1 + 0.3 * std::abs(n.z()); });
}

TEST(RoundSolid, TheErrorOfAnEllipsoidIsBounded) {
  const Vector3 radii(0.1, 0.3, 0.2);
  const RoundedShape made = rounded_ellipsoid(radii, 40);
  const double found = sampled_error(
      corners(made.shape), [&](const Vector3& n) { return n.cwiseProduct(radii).norm(); });
  EXPECT_LE(found, made.error);
  EXPECT_GT(found, 0.3 * made.error);
}

TEST(RoundSolid, MoreCornersAreNearer) {
  EXPECT_LT(rounded_sphere(1, 64).error, 0.6 * rounded_sphere(1, 32).error);
  EXPECT_LT(rounded_cylinder(1, 1, 64).error, 0.3 * rounded_cylinder(1, 1, 32).error);
  EXPECT_LT(rounded_capsule(1, 1, 128).error, 0.5 * rounded_capsule(1, 1, 32).error);
}

}  // namespace
}  // namespace rigor::importing
