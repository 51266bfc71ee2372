// SPDX-License-Identifier: Apache-2.0
// What marching proves, against margins at samples and against the proofs with models.
#include <gtest/gtest.h>

#include <rigor/certify/axis_march.hpp>
#include <rigor/certify/candidates.hpp>

#include "pair_queries.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

constexpr double kTolerance = 2e-13;       // metres
constexpr double kMarginRounding = 1e-12;  // metres, of margins in doubles

/// Half of the motions are parts of longer segments, whose models have radii.
PairMotion motion_of(const TumblingPair& bodies, bool part) {
  const BodyPath a = body_path(segment_of(bodies.motion_a, {}, 0.6, 20));
  const BodyPath b = body_path(segment_of(bodies.motion_b, {}, 0.6, 20));
  const trace::Time begin = part ? trace::time_from(0.05) : trace::Time{};
  return pair_motion(bodies.a, a, bodies.b, b, {begin, part ? trace::time_from(0.5) : a.end});
}

MarchGoal goal_of(double from, double expected) {
  return {from, expected, kTolerance, 0.0, nullptr};
}

trace::Time time_at(const PairMotion& pair, double s) {
  return trace::advanced(pair.span.begin, s * pair.clock().length);
}

/// No margin below zero where it is proved, and one where it says that the axis has failed.
void expect_true(const PairMotion& pair, const Axis& axis, const AxisProof& proof, double from) {
  for (int k = 0; k <= 60 && proof.until > from; ++k) {
    const double s = from + (proof.until - from) * k / 60.0;
    ASSERT_GT(margin(pair, axis, pose_at(pair, s), time_at(pair, s)), -kMarginRounding) << s;
  }
  Axis strict = axis;
  strict.slack = -kMarginRounding;  // marching uses none, and a side that fails fails by rounding
  if (proof.hi > proof.until) {
    ASSERT_LT(margin(pair, strict, pose_at(pair, proof.hi), time_at(pair, proof.hi)),
              kMarginRounding);
  }
}

TEST(AxisMarch, ProvesWhatModelsProve) {
  Random random(201);
  int proved[4] = {0, 0, 0, 0};
  int to_the_end = 0;
  int shorter = 0;
  for (int i = 0; i < 300; ++i) {
    const TumblingPair bodies = random_pair(random, i % 3 == 0 ? 20 : 8, 12.0);
    const PairMotion pair = motion_of(bodies, i % 2 == 1);
    const PairBounds bounds = pair_bounds(pair);
    const double from = random.uniform(0.0, 0.3);
    const FeatureQuery query = query_at(pair, from);
    if (!std::holds_alternative<Separated>(query.answer)) continue;
    for (Axis axis : candidates(pair, query, kLevel, kLevel).axes) {
      axis = anchored(axis, time_at(pair, from));
      const AxisProof model = prove(pair, axis, from, from);
      const AxisProof proof = march(pair, bounds, axis, goal_of(from, model.until));
      SCOPED_TRACE("case " + std::to_string(i));
      expect_true(pair, axis, proof, from);
      if (HasFatalFailure()) return;
      const int kind = static_cast<int>(axis.carrier);
      proved[kind] += proof.until > from ? 1 : 0;
      to_the_end += proof.until >= pair.end ? 1 : 0;
      shorter += proof.until < model.until - 1e-9 ? 1 : 0;
    }
  }
  for (const int count : proved) EXPECT_GT(count, 20);
  EXPECT_GT(to_the_end, 8);
  // Of about a thousand: those that graze, start at zero or take more samples than are allowed.
  EXPECT_LT(shorter, 80);
}

TEST(AxisMarch, RoughPosesProveNothingFalse) {
  Random random(203);
  int proved = 0;
  int none = 0;
  for (int i = 0; i < 200; ++i) {
    const TumblingPair bodies = random_pair(random, i % 3 == 0 ? 20 : 8, 12.0);
    const PairMotion pair = motion_of(bodies, i % 2 == 1);
    const PoseSeries rough_a = pair.path_a.poses.shortened(1e-5);
    const PoseSeries rough_b = pair.path_b.poses.shortened(1e-5);
    const PairBounds bounds = roughened(pair_bounds(pair), rough_a, rough_b);
    const FeatureQuery query = query_at(pair, 0.0);
    if (!std::holds_alternative<Separated>(query.answer)) continue;
    for (Axis axis : candidates(pair, query, kLevel, kLevel).axes) {
      axis = anchored(axis, pair.span.begin);
      const AxisProof model = prove(pair, axis, 0.0, 0.0);
      MarchGoal goal{0.0, model.until, kTolerance, 1.0 / 32.0, nullptr};
      if (i % 4 < 2) goal.start = &query.moment.pose;
      const AxisProof proof = march(pair, bounds, axis, goal);
      SCOPED_TRACE("case " + std::to_string(i));
      const AxisProof unbracketed{proof.until, proof.until};  // rough poses know no failure
      expect_true(pair, axis, unbracketed, 0.0);
      if (HasFatalFailure()) return;
      proved += proof.until > 0.9 * model.until ? 1 : 0;
      none += proof.until > 0.0 ? 0 : 1;
    }
  }
  EXPECT_GT(proved, 400);
  EXPECT_LT(none, proved / 4);
}

TEST(AxisMarch, FindsTheEndWhateverIsExpected) {
  Random random(202);
  int compared = 0;
  for (int i = 0; i < 100; ++i) {
    const TumblingPair bodies = random_pair(random, 8, 12.0);
    const PairMotion pair = motion_of(bodies, false);
    const PairBounds bounds = pair_bounds(pair);
    const FeatureQuery query = query_at(pair, 0.0);
    const auto* apart = std::get_if<Separated>(&query.answer);
    if (apart == nullptr) continue;
    const Axis axis =
        carried_axis(pair, query.moment, AxisCarrier::A, apart->witness.nhat_AB_W, kLevel);
    const AxisProof first = march(pair, bounds, axis, goal_of(0.0, 0.0));
    for (const double expected : {0.01, 0.3, 1.0, 2.0}) {
      const AxisProof other = march(pair, bounds, axis, goal_of(0.0, expected));
      EXPECT_NEAR(other.until, first.until, 1e-9) << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 200);
}

TEST(AxisMarch, SaysNothingOfAnAxisThatDoesNotSeparate) {
  const PieceShape cube(unwrap(make_box(Vector3::Constant(0.5))));
  const PairMotion pair = resting_beside(cube);
  const PairBounds bounds = pair_bounds(pair);
  int kept = 0;
  for (std::uint32_t face = 0; face < 6; ++face) {
    for (const double level : {0.2, 0.3}) {
      const AxisProof proof =
          march(pair, bounds, face_axis(pair, AxisCarrier::A, face, level), goal_of(0.0, 1.0));
      EXPECT_TRUE(proof.until == 0.0 || proof.until >= pair.end);
      kept += proof.until >= pair.end ? 1 : 0;
    }
  }
  EXPECT_EQ(kept, 1);
}

}  // namespace
}  // namespace rigor
