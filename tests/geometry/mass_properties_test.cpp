// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/geometry/mass_properties.hpp>

#include "random_polytope.hpp"

namespace rigor {
namespace {

TEST(MassProperties, OfABoxAreTheClosedForm) {
  const Vector3 h(0.5, 1.0, 1.5);
  const SpatialInertia inertia = uniform_inertia(unwrap(make_box(h)), 2.0);
  EXPECT_NEAR(inertia.mass, 2.0 * 8.0 * h.prod(), 1e-13);
  EXPECT_LE(inertia.com.norm(), 1e-15);
  const Vector3 square = h.cwiseProduct(h);
  const Vector3 expected = inertia.mass / 3.0 * (Vector3::Constant(square.sum()) - square);
  EXPECT_LE((inertia.about_com - Matrix3(expected.asDiagonal())).norm(), 1e-13);
}

TEST(MassProperties, OfATetrahedronAreTonons) {
  // Tonon 2004, J. Math. Stat. 1(1), the worked example: density 1, inertia about the
  // centre of mass; products of inertia are tabulated there with the opposite sign.
  const std::vector<Vector3> points{{8.33220, -11.86875, 0.93355},
                                    {0.75523, 5.00000, 16.37072},
                                    {52.61236, 5.00000, -5.38580},
                                    {2.00000, 5.00000, 3.00000}};
  const SpatialInertia inertia = uniform_inertia(unwrap(make_polytope(points)), 1.0);
  const Vector3 mean = 0.25 * (points[0] + points[1] + points[2] + points[3]);
  EXPECT_LE((inertia.com - mean).norm(), 1e-13);
  EXPECT_NEAR(inertia.about_com(0, 0), 43520.33257, 1e-2);
  EXPECT_NEAR(inertia.about_com(1, 1), 194711.28938, 1e-1);
  EXPECT_NEAR(inertia.about_com(2, 2), 191168.76173, 1e-1);
  EXPECT_NEAR(inertia.about_com(1, 2), -4417.66150, 1e-2);
  EXPECT_NEAR(inertia.about_com(0, 2), 46343.16662, 1e-2);
  EXPECT_NEAR(inertia.about_com(0, 1), -11996.20119, 1e-2);
}

TEST(MassProperties, FollowTheBodyWhenItIsMoved) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const Polytope hull = random_hull(random, 25, Vector3(1.0, 0.3, 2.0));
    const Pose X = random_pose(random, 3.0);
    std::vector<Vector3> moved;
    for (const Vector3& v : hull.vertices()) moved.push_back(X * v);
    const SpatialInertia expected = transformed(X, uniform_inertia(hull, 3.0));
    const SpatialInertia actual = uniform_inertia(unwrap(make_polytope(moved)), 3.0);
    EXPECT_NEAR(actual.mass, expected.mass, 1e-12 * expected.mass);
    EXPECT_LE((actual.com - expected.com).norm(), 1e-12);
    EXPECT_LE((actual.about_com - expected.about_com).norm(), 1e-12 * expected.about_com.norm());
    EXPECT_FALSE(defect(actual).has_value());
  }
}

TEST(MassProperties, AddUpWhenTheBodyIsCut) {
  const Polytope whole = unwrap(make_box({1.0, 2.0, 3.0}));
  const std::vector<Vector3> low{{-1, -2, -3}, {1, -2, -3}, {-1, 2, -3}, {1, 2, -3},
                                 {-1, -2, 1},  {1, -2, 2},  {-1, 2, 1},  {1, 2, 2}};
  const std::vector<Vector3> high{{-1, -2, 3}, {1, -2, 3}, {-1, 2, 3}, {1, 2, 3},
                                  {-1, -2, 1}, {1, -2, 2}, {-1, 2, 1}, {1, 2, 2}};
  const SpatialInertia sum = combined(uniform_inertia(unwrap(make_polytope(low)), 1.0),
                                      uniform_inertia(unwrap(make_polytope(high)), 1.0));
  const SpatialInertia expected = uniform_inertia(whole, 1.0);
  EXPECT_NEAR(sum.mass, expected.mass, 1e-13);
  EXPECT_LE((sum.com - expected.com).norm(), 1e-14);
  EXPECT_LE((sum.about_com - expected.about_com).norm(), 1e-12);
}

TEST(MassProperties, SurfaceAreaOfABoxIsTheSumOfItsSides) {
  EXPECT_NEAR(surface_area(unwrap(make_box({1, 2, 3}))), 8.0 * (2.0 + 3.0 + 6.0), 1e-13);
}

}  // namespace
}  // namespace rigor
