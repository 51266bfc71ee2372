// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/contact/axis.hpp>
#include <rigor/geometry/solids.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

Polytope random_solid(Random& random) {
  switch (random.index(4)) {
    case 0:
      return unwrap(make_box(Vector3(random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), 0.5)));
    case 1:
      return unwrap(make_prism(3 + random.index(5), 0.6, 0.8));
    case 2:
      return unwrap(make_icosahedron(0.7));
    default:
      return unwrap(make_tetrahedron(0.8));
  }
}

TEST(PairAxis, AgreesWithTheSearchOverAllAxes) {
  Random random(31);
  int edges = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Polytope A = random_solid(random);
    const Polytope B = random_solid(random);
    const PlacedPair pair{&A,
                          random_pose(random, 0.2),
                          &B,
                          {random_rotation(random), 1.3 * random_direction(random)}};
    const AxisReading reading = pair_axis(pair, {});
    const SeparatingAxis best = best_axis(A, pair.X_WA, B, pair.X_WB);
    EXPECT_NEAR(reading.separation, best.separation, 1e-12) << trial;
    EXPECT_LE((reading.nhat_AB_W - best.nhat_AB).norm(), 1e-10) << trial;
    edges += reading.axis.kind == AxisKind::EdgeEdge ? 1 : 0;
    // No axis of any kind separates more; in particular no face does.
    EXPECT_LE(best_face_axis(pair).separation, reading.separation + 1e-12);
    // The reading is what the axis reads when asked again, and the swapped pair sees it mirrored.
    EXPECT_EQ(read_axis(pair, reading.axis).separation, reading.separation);
    const PlacedPair swapped{&B, pair.X_WB, &A, pair.X_WA};
    const AxisReading mirror = pair_axis(swapped, {});
    EXPECT_NEAR(mirror.separation, reading.separation, 1e-12);
  }
  EXPECT_GT(edges, 100);
  EXPECT_LT(edges, 450);
}

TEST(PairAxis, HalfSpaceReadsTheLowestVertex) {
  Random random(32);
  for (int trial = 0; trial < 100; ++trial) {
    const Polytope B = random_solid(random);
    const HalfSpace ground{random_direction(random), random.uniform(-1.0, 1.0)};
    const PlacedPair pair{&ground, {}, &B, random_pose(random, 1.0)};
    double lowest = INFINITY;
    for (std::uint32_t v = 0; v < B.vertices().size(); ++v) {
      const double expected = height(ground, pair.X_WB * B.vertices()[v]);
      EXPECT_NEAR(vertex_height(pair, PairAxis{}, v), expected, 1e-14);
      lowest = std::min(lowest, expected);
    }
    EXPECT_NEAR(pair_axis(pair, {}).separation, lowest, 1e-14);
  }
}

// Two cubes face to face: the axes of the two touching faces read the same; the current one stays.
TEST(PairAxis, KeepsTheCurrentAxisWithinTheMargin) {
  const Polytope cube = unwrap(make_box({0.5, 0.5, 0.5}));
  const PlacedPair pair{&cube, {}, &cube, {Quaternion::Identity(), Vector3(0.1, 0.2, 1.0 + 1e-8)}};
  const AxisReading free_choice = pair_axis(pair, {});
  EXPECT_EQ(free_choice.axis.kind, AxisKind::FaceOfA);
  EXPECT_NEAR(free_choice.separation, 1e-8, 1e-15);
  PairAxis other;
  for (std::uint32_t f = 0; f < 6; ++f) {
    if (cube.faces()[f].normal.z() < -0.5) other = {AxisKind::FaceOfB, 0, f, 1};
  }
  const AxisReading kept = pair_axis(pair, {1e-10, &other});
  EXPECT_EQ(kept.axis, other);
  EXPECT_NEAR(kept.separation, 1e-8, 1e-15);
  EXPECT_LE((kept.nhat_AB_W - Vector3::UnitZ()).norm(), 1e-15);
}

}  // namespace
}  // namespace rigor
