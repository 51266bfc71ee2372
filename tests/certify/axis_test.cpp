// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/axis.hpp>

#include "random_pairs.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

PairMotion random_motion(Random& random, const TumblingPair& bodies) {
  const double shift = random.uniform(0.0, 0.02);
  const trace::Segment a = segment_of(bodies.motion_a, trace::Time{}, 0.1, 12);
  const trace::Segment b = segment_of(bodies.motion_b, trace::Time{}, 0.08, 12);
  return pair_motion(bodies.a, body_path(a), bodies.b, body_path(b),
                     {trace::time_from(shift), trace::time_from(shift + 0.05)});
}

TEST(Axis, ProofsAgreeWithMarginsAtSamples) {
  Random random(181);
  int proved[4] = {0, 0, 0, 0};
  for (int i = 0; i < 150; ++i) {
    const TumblingPair bodies = random_pair(random, 8, 12.0);
    const PairMotion pair = random_motion(random, bodies);
    const PairMoment moment = moment_of(pair, 0.0);
    const PairPose& pose = moment.pose;
    const Proximity answer = proximity(bodies.a.polytope, pose.X_WA, bodies.b.polytope, pose.X_WB);
    const auto* apart = std::get_if<Separated>(&answer);
    if (apart == nullptr) continue;
    const Vector3& n = apart->witness.nhat_AB_W;
    const auto edge = [&](const Feature& feature) {  // the witness edge if there is one
      const bool is_edge = feature.kind == FeatureKind::Edge;
      return is_edge ? feature.index : static_cast<std::uint32_t>(random.index(12));
    };
    const Witness& witness = apart->witness;
    for (Axis axis : {carried_axis(pair, moment, AxisCarrier::A, n, kLevel),
                      carried_axis(pair, moment, AxisCarrier::B, n, kLevel),
                      world_axis(pair, moment, n, kLevel),
                      edge_axis(pair, pose, edge(witness.on_A), edge(witness.on_B), kLevel)}) {
      axis = anchored(axis, pair.span.begin);
      const double until = prove(pair, axis, 0.0, 1.0).until;
      for (int k = 0; k <= 20 && until > 0.0; ++k) {
        const double u = until * k / 20.0;
        const trace::Time t = trace::advanced(pair.span.begin, u * pair.clock().length);
        ASSERT_GT(margin(pair, axis, pose_at(pair, u), t), -1e-12) << i << " at " << u;
      }
      proved[static_cast<int>(axis.carrier)] += until > 0.0 ? 1 : 0;
      if (until <= 0.0) {  // then it must not separate, or only just
        EXPECT_LT(margin(pair, axis, pose, pair.span.begin), 1e-9);
      }
    }
  }
  for (const int count : proved) EXPECT_GT(count, 3);
}

TEST(Axis, FaceAxesSeparateFromOutside) {
  const PieceShape cube(unwrap(make_box(Vector3::Constant(0.5))));
  const PairMotion pair = resting_beside(cube);
  const PairPose pose = pose_at(pair, 0.0);
  int separating = 0;
  for (std::uint32_t face = 0; face < 6; ++face) {
    for (const AxisCarrier carrier : {AxisCarrier::A, AxisCarrier::B}) {
      const Axis axis = face_axis(pair, carrier, face, 0.2);
      const double gap = room_at(pair, axis, pose, {}).separation;
      separating += gap > 0.2 ? 1 : 0;
      EXPECT_EQ(prove(pair, axis, 0.0, 1.0).until, gap > 0.2 ? 1.0 : 0.0);
      if (gap > 0.2) {
        EXPECT_NEAR(gap, 0.25, 1e-14);
      }
    }
  }
  EXPECT_EQ(separating, 2);
}

TEST(Axis, ContactExitKnowsBands) {
  const PieceShape cube(unwrap(make_box(Vector3::Constant(0.5))));
  Pose X_WB;
  X_WB.translation = Vector3(1.0 + kLevel, 0.1, 0.0);
  const trace::Time end = trace::time_from(1.0);
  const PairMotion pair =
      pair_motion(cube, resting_path({}, {}, end), cube, resting_path(X_WB, {}, end), {{}, end});
  for (std::uint32_t face = 0; face < 6; ++face) {
    const Axis axis = face_axis(pair, AxisCarrier::A, face, kLevel);
    if (room_at(pair, axis, pose_at(pair, 0.0), {}).separation < 0.0) continue;
    std::vector<VertexBand> bands;
    for (std::uint32_t v = 0; v < 4; ++v) bands.push_back({v, 0.99 * kLevel, 1.01 * kLevel});
    EXPECT_TRUE(
        std::holds_alternative<StaysInside>(contact_exit(pair, axis, {kLevel, bands}, 0.0, 1.0)));
    bands.pop_back();
    EXPECT_FALSE(std::holds_alternative<StaysInside>(
        contact_exit(pair, axis, {1.001 * kLevel, bands}, 0.0, 1.0)));
  }
}

}  // namespace
}  // namespace rigor
