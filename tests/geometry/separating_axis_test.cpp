// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include <rigor/geometry/separating_axis.hpp>

#include "brute_force.hpp"
#include "pair_sample.hpp"

namespace rigor {
namespace {

TEST(SeparatingAxis, IsTheBestOfAllFacesAndAllEdgePairs) {
  Random random(44);
  std::map<AxisKind, int> kinds;
  int apart = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Polytope A = random_hull(random, 4 + random.index(20), Vector3::Ones());
    const Polytope B = random_hull(random, 4 + random.index(20), Vector3::Ones());
    const Pose X_WA = random_pose(random, 2.0);
    const Pose X_WB = random_pose(random, 2.0);
    const SeparatingAxis axis = best_axis(A, X_WA, B, X_WB);
    ++kinds[axis.kind];
    apart += axis.separation > 0.0 ? 1 : 0;
    const auto expected = brute_force::separation(A, X_WA, B, X_WB);
    ASSERT_NEAR(axis.separation, static_cast<double>(expected), 1e-13);
    // The separation is that of the supporting planes.
    double top = -1e300;
    double bottom = 1e300;
    for (const Vector3& v : A.vertices()) top = std::max(top, axis.nhat_AB.dot(X_WA * v));
    for (const Vector3& v : B.vertices()) bottom = std::min(bottom, axis.nhat_AB.dot(X_WB * v));
    EXPECT_NEAR(bottom - top, axis.separation, 1e-13);
    const SeparatingAxis swapped = best_axis(B, X_WB, A, X_WA);
    EXPECT_NEAR(swapped.separation, axis.separation, 1e-14);
  }
  for (const AxisKind kind : {AxisKind::FaceOfA, AxisKind::FaceOfB, AxisKind::EdgeEdge}) {
    EXPECT_GE(kinds[kind], 40);
  }
  EXPECT_GE(apart, 40);
  EXPECT_LE(apart, 360);
}

TEST(SeparatingAxis, OfManyFacesAndOfSliversIsTheBestOfAll) {
  // Arcs of normals that lie apart are passed over: short ones (round bodies) and those that go
  // nearly half round the sphere (edges of slivers) must be found all the same.
  Random random(45);
  int edge_pairs = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const bool sliver = trial % 2 == 0;
    const Vector3 stretch = sliver ? Vector3(1.0, 1.0, 1e-3) : Vector3(1.0, 0.9, 0.8);
    const int points = sliver ? 6 + random.index(20) : 60;
    const Polytope A = random_round_hull(random, points, stretch);
    const Polytope B = random_round_hull(random, points, stretch);
    const Pose X_WA = random_pose(random, 1.0);
    const Pose X_WB = random_pose(random, 1.0);
    const SeparatingAxis axis = best_axis(A, X_WA, B, X_WB);
    edge_pairs += axis.kind == AxisKind::EdgeEdge ? 1 : 0;
    const auto expected = brute_force::separation(A, X_WA, B, X_WB);
    ASSERT_NEAR(axis.separation, static_cast<double>(expected), 1e-12) << trial;
  }
  EXPECT_GE(edge_pairs, 15);
}

TEST(SeparatingAxis, OfCrossedBoxesIsTheCrossProductOfTheirEdges) {
  // Two roof ridges at right angles: boxes turned by 45 degrees about x and about y.
  const Polytope box = unwrap(make_box({1.0, 0.5, 0.5}));
  const Polytope other = unwrap(make_box({0.5, 1.0, 0.5}));
  const Pose X_WA{exp_rotation(Vector3(0.25 * M_PI, 0, 0)), Vector3::Zero()};
  const Pose X_WB{exp_rotation(Vector3(0, 0.25 * M_PI, 0)), Vector3(0, 0, std::sqrt(2.0) + 1e-8)};
  const SeparatingAxis axis = best_axis(box, X_WA, other, X_WB);
  EXPECT_EQ(axis.kind, AxisKind::EdgeEdge);
  EXPECT_NEAR(axis.separation, 1e-8, 1e-15);
  EXPECT_LE((axis.nhat_AB - Vector3::UnitZ()).norm(), 1e-15);
}

TEST(SeparatingAxis, PrefersAFaceAmongEqualAxes) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  const SeparatingAxis axis = best_axis(box, {}, box, {Quaternion::Identity(), Vector3(0, 0, 1.5)});
  EXPECT_EQ(axis.kind, AxisKind::FaceOfA);
  EXPECT_NEAR(axis.separation, 0.5, 1e-15);
}

}  // namespace
}  // namespace rigor
