// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/edge_gap.hpp>
#include <rigor/chebyshev/evaluation.hpp>

#include "random_pairs.hpp"

namespace rigor {
namespace {

double at(const ChebModel& f, double s) { return clenshaw(f.coefficients(), s); }

/// N (not unit) and the vector between the edges' first ends, from poses.
struct EdgeTruth {
  Vector3 normal;
  Vector3 between;
};

EdgeTruth truth(const PairMotion& pair, const EdgePair& edges, double u) {
  const PairPose pose = pose_at(pair, u);
  const auto& a = pair.a->polytope.vertices();
  const auto& b = pair.b->polytope.vertices();
  const Vector3 a0 = pose.X_WA * a[edges.edge_a[0]];
  const Vector3 b0 = pose.X_WB * b[edges.edge_b[0]];
  const Vector3 along_a = pose.X_WA * a[edges.edge_a[1]] - a0;
  const Vector3 along_b = pose.X_WB * b[edges.edge_b[1]] - b0;
  return {edges.sign * along_a.cross(along_b), b0 - a0};
}

TEST(EdgeGap, PolynomialsAgreeWithPoses) {
  Random random(171);
  for (int i = 0; i < 100; ++i) {
    const TumblingPair bodies = random_pair(random, 8, 10.0);
    const BodyPath path_a = body_path(segment_of(bodies.motion_a, trace::Time{}, 0.1, 12));
    const BodyPath path_b = body_path(segment_of(bodies.motion_b, trace::Time{}, 0.1, 12));
    const PairMotion pair = pair_motion(bodies.a, path_a, bodies.b, path_b, {{}, path_a.end});
    const Edge& a = bodies.a.polytope.edges()[random.index(12)];
    const Edge& b = bodies.b.polytope.edges()[random.index(12)];
    const EdgePair edges{{a.tail, a.head},
                         {b.tail, b.head},
                         random.index(2) == 0 ? std::int8_t{1} : std::int8_t{-1}};
    const double u = random.unit();
    const EdgeGap gap = edge_gap(pair.path_a, pair.path_b, pair.trees(), edges, {0.0, u});
    const EdgeTruth t = truth(pair, edges, u);
    const double weight = at(path_a.norm_squared, u) * at(path_b.norm_squared, u);
    EXPECT_NEAR(at(gap.distance, u) / weight, t.normal.dot(t.between), 1e-13);
    EXPECT_NEAR(at(gap.normal_squared, u) / (weight * weight), t.normal.squaredNorm(), 1e-13);
    EXPECT_NEAR(gap.normal_size, weight * t.normal.norm(), 1e-12);
    const std::uint32_t v = static_cast<std::uint32_t>(random.index(8));
    const PairPose pose = pose_at(pair, u);
    const Vector3 from_a = pose.X_WA * bodies.a.polytope.vertices()[v] -
                           pose.X_WA * bodies.a.polytope.vertices()[a.tail];
    const Vector3 from_b = pose.X_WB * bodies.b.polytope.vertices()[v] -
                           pose.X_WB * bodies.b.polytope.vertices()[b.tail];
    const auto numerator = [&](const VertexGap& side, const Vector3& r) {
      return (at(side.constant, u) + at(side.slope[0], u) * r.x() + at(side.slope[1], u) * r.y() +
              at(side.slope[2], u) * r.z()) /
             weight;
    };
    EXPECT_NEAR(numerator(gap.below_a, bodies.a.polytope.vertices()[v]), -t.normal.dot(from_a),
                1e-13);
    EXPECT_NEAR(numerator(gap.above_b, bodies.b.polytope.vertices()[v]), t.normal.dot(from_b),
                1e-13);
  }
}

/// Two crossed edges of unit cubes facing each other at distance d, closing with `speed`.
PairMotion crossed_cubes(const PieceShape& cube, double d, double speed) {
  static constexpr double kHalf = 0.70710678118654752;
  const Throw a{{exp_rotation(0.25 * 3.14159265358979 * Vector3::UnitZ()), Vector3::Zero()},
                {},
                Vector3::Zero()};
  Throw b{
      {exp_rotation(0.25 * 3.14159265358979 * Vector3::UnitY()), Vector3(2.0 * kHalf + d, 0, 0)},
      {},
      Vector3::Zero()};
  b.V_WB.linear = Vector3(-speed, 0, 0);
  const BodyPath path_a = body_path(segment_of(a, trace::Time{}, 1.0, 4));
  const BodyPath path_b = body_path(segment_of(b, trace::Time{}, 1.0, 4));
  return pair_motion(cube, path_a, cube, path_b, {path_a.clock.start, path_a.end});
}

EdgePair facing_edges(const PairMotion& pair) {
  ProximityHint hint;
  const PairPose pose = pose_at(pair, 0.0);
  const Proximity answer =
      proximity(pair.a->polytope, pose.X_WA, pair.b->polytope, pose.X_WB, hint);
  const Witness& witness = std::get<Separated>(answer).witness;
  return edge_axis(pair, pose, witness.on_A.index, witness.on_B.index, 1e-8).edges;
}

TEST(EdgeGap, ExitsAtTheKnownInstant) {
  const PieceShape cube(unwrap(make_box(Vector3::Constant(0.5))));
  const PairMotion pair = crossed_cubes(cube, 0.1, 0.2);
  const EdgePair edges = facing_edges(pair);
  const EdgeGap gap = edge_gap(pair.path_a, pair.path_b, pair.trees(), edges, {0.0, 0.5});
  const EdgeOutcome low = first_edge_exit(gap, pair.trees(), {0.04, kNoBound, 1e-3}, 0.0, 1.0);
  EXPECT_EQ(low.reason, EdgeExit::Low);
  EXPECT_NEAR(low.until, 0.3, 1e-12);
  EXPECT_GE(low.hi, 0.3 - 1e-12);
  const EdgeOutcome high = first_edge_exit(gap, pair.trees(), {-0.5, 0.09, 1e-3}, 0.2, 1.0);
  EXPECT_EQ(high.reason, EdgeExit::None);
  const EdgeOutcome outside = first_edge_exit(gap, pair.trees(), {0.01, 0.09, 1e-3}, 0.0, 1.0);
  EXPECT_EQ(outside.reason, EdgeExit::High);
  EXPECT_EQ(outside.until, 0.0);
  EdgePair wrong = edges;
  wrong.sign = static_cast<std::int8_t>(-edges.sign);
  const EdgeGap reversed = edge_gap(pair.path_a, pair.path_b, pair.trees(), wrong, {0.0, 0.5});
  EXPECT_EQ(first_edge_exit(reversed, pair.trees(), {0.01, kNoBound, 0.0}, 0.0, 1.0).until, 0.0);
}

TEST(EdgeGap, LevelsOfEitherSignAreClaimedOfTheTrueLengthOfTheNormal) {
  // The length of N is enclosed from above or from below, whichever makes the claim the stronger
  // one. Tumbling pairs: N changes its length while the claim is made.
  Random random(173);
  int low_claims = 0;
  int high_claims = 0;
  for (int i = 0; i < 300; ++i) {
    const TumblingPair bodies = random_pair(random, 8, 10.0);
    const BodyPath path_a = body_path(segment_of(bodies.motion_a, trace::Time{}, 0.1, 12));
    const BodyPath path_b = body_path(segment_of(bodies.motion_b, trace::Time{}, 0.1, 12));
    const PairMotion pair = pair_motion(bodies.a, path_a, bodies.b, path_b, {{}, path_a.end});
    const Edge& a = bodies.a.polytope.edges()[random.index(12)];
    const Edge& b = bodies.b.polytope.edges()[random.index(12)];
    const EdgePair edges{{a.tail, a.head}, {b.tail, b.head}, 1};
    const EdgeGap gap = edge_gap(pair.path_a, pair.path_b, pair.trees(), edges, {0.0, 0.5});
    if (!(gap.normal_least > 0.0)) continue;
    const auto distance = [&](double u) {
      const EdgeTruth t = truth(pair, edges, u);
      return t.normal.dot(t.between) / t.normal.norm();
    };
    const double start = distance(0.0);
    const double room = random.uniform(0.0, 0.05);
    const EdgeLevels levels{start - room, start + room, 10.0};
    const EdgeOutcome outcome = first_edge_exit(gap, pair.trees(), levels, 0.0, 1.0);
    for (int k = 0; k <= 100 && outcome.until > 0.0; ++k) {
      const double d = distance(outcome.until * k / 100.0);
      ASSERT_GT(d, levels.low - 1e-13) << i;
      ASSERT_LT(d, levels.high + 1e-13) << i;
    }
    low_claims += outcome.until > 0.0 && levels.low < 0.0 ? 1 : 0;
    high_claims += outcome.until > 0.0 && levels.high < 0.0 ? 1 : 0;
  }
  EXPECT_GE(low_claims, 30);
  EXPECT_GE(high_claims, 30);
}

}  // namespace
}  // namespace rigor
