// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/candidates.hpp>

#include "pair_queries.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

TEST(Candidates, GapAroundTheWitnessIsTheGapOverAllAxes) {
  // Close pairs: the bodies are moved along the witness normal until only `gap` is left.
  Random random(191);
  int corner_cases = 0;
  for (int i = 0; i < 300; ++i) {
    TumblingPair bodies = random_pair(random, i % 2 == 0 ? 8 : 20, 5.0);
    const double gap = 5e-8;
    for (int k = 0; k < 2; ++k) {
      const Proximity answer = proximity(bodies.a.polytope, bodies.motion_a.X_WB, bodies.b.polytope,
                                         bodies.motion_b.X_WB);
      const auto* apart = std::get_if<Separated>(&answer);
      if (apart == nullptr) break;
      bodies.motion_b.X_WB.translation -= (apart->distance - gap) * apart->witness.nhat_AB_W;
    }
    const trace::Time end = trace::time_from(1.0);
    const PairMotion pair =
        pair_motion(bodies.a, resting_path(bodies.motion_a.X_WB, {}, end), bodies.b,
                    resting_path(bodies.motion_b.X_WB, {}, end), {{}, end});
    const FeatureQuery query = query_at(pair, 0.0);
    const PairPose& pose = query.moment.pose;
    const auto* apart = std::get_if<Separated>(&query.answer);
    if (apart == nullptr || apart->distance > 2.0 * gap) continue;
    const Candidates all = all_candidates(pair, query, kLevel);
    const double truth = axis_gap(bodies, pose);
    EXPECT_NEAR(all.gap, truth, 1e-13) << i;
    corner_cases += truth < 0.999 * apart->distance ? 1 : 0;
    EXPECT_LE(all.gap, apart->distance + 1e-13);
    for (const Axis& axis : all.axes) EXPECT_GT(margin(pair, axis, pose, query.time), 0.0);
    for (const Axis& axis : passing_candidates(pair, query, kLevel).axes) {
      EXPECT_NEAR(room_at(pair, axis, pose, query.time).separation, apart->distance, 1e-12);
    }
  }
  EXPECT_GT(corner_cases, 5);
}

/// Two octahedra that pass each other, with their corners 0.2 m apart across their way.
PairMotion passing(const PieceShape& octahedron, const trace::Time& end) {
  Throw motion;
  motion.X_WB.translation = Vector3(1.5, 1.2, 0.0);
  motion.V_WB.linear = Vector3(-3.0, 0.0, 0.0);
  return pair_motion(octahedron, resting_path({}, {}, end), octahedron,
                     body_path(segment_of(motion, {}, 1.0, 4)), {{}, end});
}

TEST(Candidates, PiecesThatPassGetAPlaneAcrossTheirWay) {
  const PieceShape octahedron(unwrap(make_octahedron(0.5)));
  const PairMotion pair = passing(octahedron, trace::time_from(1.0));
  const FeatureQuery query = query_at(pair, 0.0);
  int lasting = 0;
  for (const Axis& axis : candidates(pair, query, kLevel, 8.0 * kLevel).axes) {
    lasting += prove(pair, axis, 0.0, 1.0).until >= pair.end ? 1 : 0;
  }
  EXPECT_EQ(lasting, 3);  // carried by A, by B and by the world
}

TEST(Candidates, SurroundingsHaveAxesThatDoNotSeparateYet) {
  const PieceShape octahedron(unwrap(make_octahedron(0.5)));
  const PairMotion pair = passing(octahedron, trace::time_from(1.0));
  const FeatureQuery query = query_at(pair, 0.0);
  Candidates found = candidates(pair, query, kLevel, 8.0 * kLevel);
  const std::size_t before = found.axes.size();
  add_surroundings(pair, query, kLevel, found);
  int later = 0;
  for (std::size_t i = before; i < found.axes.size(); ++i) {
    later += margin(pair, found.axes[i], query.moment.pose, query.time) <= 0.0 ? 1 : 0;
  }
  EXPECT_GT(later, 0);
  EXPECT_LT(later, static_cast<int>(found.axes.size() - before));
}

}  // namespace
}  // namespace rigor
