// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/geometry/footprint.hpp>

#include "random_polytope.hpp"

namespace rigor {
namespace {

TEST(Footprint, BasisIsRightHandedAndGivesPointsBack) {
  Random random(50);
  for (int trial = 0; trial < 100; ++trial) {
    const PlaneBasis basis = plane_basis(random_direction(random), random_vector(random, 2.0));
    EXPECT_LE((basis.u.cross(basis.v) - basis.n).norm(), 1e-15);
    const Vector3 p = random_vector(random, 3.0);
    EXPECT_LE((basis.at(basis.shadow(p), basis.height(p)) - p).norm(), 1e-14);
  }
}

TEST(Footprint, HoldsExactlyTheHullOfTheVerticesWithinTheBand) {
  Random random(51);
  std::size_t largest = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Polytope body = random_round_hull(random, 8 + random.index(100), Vector3::Ones());
    const RelativePose X{rotation_matrix(random_rotation(random)), random_vector(random, 1.0)};
    const PlaneBasis basis = plane_basis(random_direction(random), Vector3::Zero());
    const double band = random.uniform(0.0, 0.3);
    const Footprint figure = footprint(body, X, basis, basis.n, band);
    largest = std::max(largest, figure.vertex.size());
    double top = -1e300;
    for (const Vector3& v : body.vertices()) top = std::max(top, basis.height(X * v));
    const std::size_t n = figure.vertex.size();
    for (const double height : figure.height) EXPECT_GE(height, top - band - 1e-14);
    // Every vertex within the band is inside the figure.
    for (const Vector3& v : body.vertices()) {
      if (basis.height(X * v) < top - band + 1e-12) continue;
      const Vector2 p = basis.shadow(X * v);
      for (std::size_t k = 0; k < n && n > 2; ++k) {
        const Vector2 along = figure.point[(k + 1) % n] - figure.point[k];
        const Vector2 arm = p - figure.point[k];
        EXPECT_GE(along.x() * arm.y() - along.y() * arm.x(), -1e-12) << "counter-clockwise hull";
      }
    }
  }
  EXPECT_GE(largest, 6U);
}

}  // namespace
}  // namespace rigor
