// SPDX-License-Identifier: Apache-2.0
// Closed forms of boxes, laws over random near pairs: never empty within reach, the nearest corner
// is as near as the axis says.
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/contact/near_manifold.hpp>
#include <rigor/geometry/solids.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

constexpr NearQuery kQuery{2e-3, 1e-4};

NearManifold manifold_of(const PlacedPair& pair, const NearQuery& query = kQuery) {
  PairAxis hint;
  return near_manifold(pair, query, hint);
}

TEST(NearManifold, AStackedBoxHasTheFourCornersOfTheOverlap) {
  const Polytope box = unwrap(make_box(Vector3(0.05, 0.05, 0.05)));
  const PlacedPair pair{&box, {}, &box, {Quaternion::Identity(), Vector3(0.03, 0.02, 0.1001)}};
  const NearManifold manifold = manifold_of(pair);
  ASSERT_EQ(manifold.corners.size(), 4U);
  EXPECT_NEAR(manifold.separation, 1e-4, 1e-15);
  EXPECT_LE((manifold.nhat_AB_W - Vector3::UnitZ()).norm(), 1e-15);
  for (const NearCorner& corner : manifold.corners) {
    EXPECT_NEAR(corner.gap, 1e-4, 1e-15);
    EXPECT_NEAR(corner.point_W.z(), 0.05005, 1e-15);
    const bool at_x =
        std::abs(corner.point_W.x() + 0.02) < 1e-8 || std::abs(corner.point_W.x() - 0.05) < 1e-8;
    const bool at_y =
        std::abs(corner.point_W.y() + 0.03) < 1e-8 || std::abs(corner.point_W.y() - 0.05) < 1e-8;
    EXPECT_TRUE(at_x && at_y) << corner.point_W.transpose();
  }
}

TEST(NearManifold, ATinyTiltKeepsTheFourCorners) {
  const Polytope box = unwrap(make_box(Vector3(0.05, 0.05, 0.05)));
  Random random(2);
  for (int sample = 0; sample < 50; ++sample) {
    const Quaternion tilt(Eigen::AngleAxisd(1e-6, random_direction(random)));
    const PlacedPair pair{&box, {}, &box, {tilt, Vector3(0.03, 0.02, 0.1001)}};
    EXPECT_EQ(manifold_of(pair).corners.size(), 4U) << sample;
  }
}

TEST(NearManifold, FlushFacesHaveFourCornersHoweverTheirEdgesCross) {
  // Edges that nearly coincide cross somewhere: a corner there would come and go, and carry loads
  // that have nowhere to go in the next step.
  const Polytope box = unwrap(make_box(Vector3(0.06, 0.012, 0.004)));
  Random random(5);
  for (int sample = 0; sample < 50; ++sample) {
    const Quaternion turn(Eigen::AngleAxisd(random.uniform(-1e-5, 1e-5), Vector3::UnitZ()));
    const Vector3 place(random.uniform(-1e-7, 1e-7), random.uniform(-1e-7, 1e-7), 0.0081);
    const PlacedPair pair{&box, {}, &box, {turn, place}};
    EXPECT_EQ(manifold_of(pair).corners.size(), 4U) << sample;
  }
}

TEST(NearManifold, CrossingEdgesMeetInOneCorner) {
  const Polytope box = unwrap(make_box(Vector3(0.05, 0.05, 0.05)));
  const Quaternion up(Eigen::AngleAxisd(0.25 * std::acos(-1.0), Vector3::UnitX()));
  const Quaternion across =
      Quaternion(Eigen::AngleAxisd(0.5 * std::acos(-1.0), Vector3::UnitZ())) * up;
  const double height = 0.1 * std::sqrt(2.0) + 1e-3;
  const PlacedPair pair{&box, {up, Vector3::Zero()}, &box, {across, Vector3(0.01, 0.02, height)}};
  const NearManifold manifold = manifold_of(pair);
  ASSERT_EQ(manifold.corners.size(), 1U);
  EXPECT_EQ(manifold.carrier, AxisKind::EdgeEdge);
  EXPECT_NEAR(manifold.corners[0].gap, 1e-3, 1e-12);
  EXPECT_LE((manifold.corners[0].point_W - Vector3(0.01, 0.0, 0.5 * height)).norm(), 1e-12);
}

TEST(NearManifold, CrossingsOfEdgesAreWhereTheirLinesComeClosest) {
  // Closed forms: perpendicular edges, one that ends before the other, and parallel ones.
  const std::array<Vector3, 2> edges{Vector3(0.2, 0, 0), Vector3(0, 0.4, 0)};
  const auto [s, t] = crossing({Vector3(0, 0, 0), Vector3(0.05, -0.1, 1)}, edges);
  EXPECT_NEAR(s, 0.25, 1e-15);
  EXPECT_NEAR(t, 0.25, 1e-15);
  const auto [beyond, before] = crossing({Vector3(0, 0, 0), Vector3(0.3, 0.1, 1)}, edges);
  EXPECT_EQ(beyond, 1.0);
  EXPECT_EQ(before, 0.0);
  const auto middles = crossing({Vector3::Zero(), Vector3::UnitZ()}, {edges[0], edges[0]});
  EXPECT_EQ(middles, (std::array<double, 2>{0.5, 0.5}));
}

TEST(NearManifold, HalfSpacesListNearVerticesWithTheirHeights) {
  const Polytope box = unwrap(make_box(Vector3(0.05, 0.05, 0.05)));
  const HalfSpace ground;
  const Quaternion tilt(Eigen::AngleAxisd(0.01, Vector3::UnitY()));  // lifts two corners by 1 mm
  const PlacedPair pair{&ground, {}, &box, {tilt, Vector3(0, 0, 0.0506)}};
  const NearManifold manifold = manifold_of(pair, {0.9e-3, 1e-4});
  ASSERT_EQ(manifold.corners.size(), 2U);
  EXPECT_NEAR(manifold.separation, 0.0506 - 0.05 * (std::sin(0.01) + std::cos(0.01)), 1e-15);
  for (const NearCorner& corner : manifold.corners)
    EXPECT_NEAR(corner.gap, manifold.separation, 1e-15);
}

TEST(NearManifold, RandomNearPairsHaveTheirNearestCornerAtTheSeparation) {
  Random random(41);
  const Polytope solids[] = {unwrap(make_box(Vector3(0.1, 0.05, 0.075))),
                             unwrap(make_icosahedron(0.1)), unwrap(make_tetrahedron(0.15)),
                             unwrap(make_prism(24, 0.1, 0.1))};
  int faces = 0, edges = 0, kept_hints = 0;
  for (int sample = 0; sample < 600; ++sample) {
    const Polytope& A = solids[random.index(4)];
    const Polytope& B = solids[random.index(4)];
    PlacedPair pair{&A, random_pose(random, 0.1), &B, random_pose(random, 0.0)};
    pair.X_WB.translation = pair.X_WA.translation + random_direction(random) * 0.3;
    const SeparatingAxis far = best_axis(A, pair.X_WA, B, pair.X_WB);
    const double goal = random.uniform(1e-5, 1.5e-3);
    pair.X_WB.translation -= (far.separation - goal) * far.nhat_AB;
    PairAxis hint;
    const NearManifold manifold = near_manifold(pair, kQuery, hint);
    ASSERT_LE(manifold.separation, separation_of(pair) + 1e-15);
    if (manifold.separation > kQuery.reach) continue;  // another axis parts them more
    ASSERT_NEAR(manifold.separation, separation_of(pair), 1e-15);
    ASSERT_FALSE(manifold.corners.empty()) << "sample " << sample;
    ASSERT_LE(manifold.corners.size(), kMostNearCorners);
    double nearest = INFINITY;
    for (const NearCorner& corner : manifold.corners) nearest = std::min(nearest, corner.gap);
    const double allowance = 0.3 * kQuery.gap + 0.02 * manifold.separation;
    EXPECT_LE(nearest, manifold.separation + 0.25 * kQuery.gap + 1e-12) << "sample " << sample;
    EXPECT_GE(nearest, manifold.separation - allowance - 1e-12) << "sample " << sample;
    (manifold.carrier == AxisKind::EdgeEdge ? edges : faces) += 1;
    // The axis that was found is enough to see the pair apart once it has parted.
    pair.X_WB.translation += 0.01 * manifold.nhat_AB_W;
    const PairAxis before = hint;
    EXPECT_TRUE(near_manifold(pair, kQuery, hint).corners.empty());
    kept_hints += hint == before ? 1 : 0;
  }
  EXPECT_GT(faces, 100);
  EXPECT_GT(edges, 30);
  EXPECT_EQ(kept_hints, faces + edges);
}

}  // namespace
}  // namespace rigor
