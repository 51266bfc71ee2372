// SPDX-License-Identifier: Apache-2.0
// What doubles prove, exact numbers must never refute; and doubles must prove nearly all that
// holds.
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/double_separation.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

/// Two tumbling boxes some distance apart, on one segment.
struct Tumbling {
  Tumbling(Random& random, int degree) {
    for (std::size_t i = 0; i < 2; ++i) {
      const auto axis = random.direction<3>();
      const double speed = random.uniform(0.0, 6.0);
      const Triple v = {random.normal(), random.normal(), random.normal()};
      const double z = i == 0 ? 0.0 : 0.9;
      segments[i] = fitted(
          [&](double t) {
            return SamplePose{{v[0] * t, v[1] * t, z + 0.1 * v[2] * t}, rotation(axis, speed * t)};
          },
          trace::time_from(0.0), 0.01, degree);
      pieces[i] = box_piece(0.1, 0.2, random.uniform(0.1, 0.3));
      points[i] = exact_points(pieces[i]);
    }
    span = {segments[0].start, segments[0].end};
    interval = {exact(span.begin), exact(span.end)};
    for (std::size_t i = 0; i < 2; ++i) {
      doubles[i] = double_motion(segments[i], span);
      exacts[i] = motion_on(segments[i], interval, Precision::Exact);
    }
  }
  DoublePiece quick(std::size_t i) const { return {&doubles[i], &pieces[i].vertices}; }
  MovingPiece sure(std::size_t i) const { return {&exacts[i], &points[i]}; }

  std::array<Segment, 2> segments;
  std::array<trace::Piece, 2> pieces;
  std::array<Points, 2> points;
  Span span;
  Interval interval;
  std::array<DoubleMotion, 2> doubles;
  std::array<Motion, 2> exacts;
};

/// The separation of one kind of plane, in doubles and exactly.
struct Both {
  DoubleSeparation quick;
  Separation sure;
};

Both separation_of(const Tumbling& pair, int kind, const Triple& normal, double offset) {
  const DoublePlane plane{normal, offset};
  const Plane exact_plane{exact(normal), Dyadic(offset)};
  if (kind == 0) {
    return {plane_on(pair.quick(0), pair.quick(1), plane, +1),
            plane_on(pair.sure(0), pair.sure(1), exact_plane, +1)};
  }
  if (kind == 1) {
    const double below = offset - 0.9 * normal[2];  // seen from the upper piece
    return {plane_on(pair.quick(1), pair.quick(0), {normal, below}, -1),
            plane_on(pair.sure(1), pair.sure(0), {exact(normal), Dyadic(below)}, -1)};
  }
  if (kind == 2) {
    return {over_half_space(pair.quick(1), plane), over_half_space(pair.sure(1), exact_plane)};
  }
  return {in_world(pair.quick(0), pair.quick(1), normal, DoubleForm(offset, offset + 0.01)),
          in_world(pair.sure(0), pair.sure(1), exact(normal),
                   Form(Dyadic(offset), Dyadic(offset + 0.01)))};
}

TEST(DoubleSeparation, NeverProvesWhatIsFalseAndMissesLittle) {
  Random random(11);
  std::array<int, 4> proved{};
  int refuted = 0;
  for (int i = 0; i < 160; ++i) {
    const Tumbling pair(random, 1 + i % 6);
    const int kind = i % 4;
    const Both both =
        separation_of(pair, kind, {0.1 * random.normal(), 0.1 * random.normal(), 1.7}, 0.5);
    const DoubleStage quick_stage{pair.span, {0, 0}, {1, 0}};
    const Stage stage{pair.interval, {0, 0}, {1, 0}};
    Gap truth;
    if (prove_apart(both.sure, Dyadic(0.0), stage, truth).sign != Sign::Positive) continue;
    // The truth lies between the proved bound and the value at an end.
    for (const double level : {0.5 * truth.lower, truth.lower * (1.0 - 1e-9),
                               truth.upper * (1.0 + 1e-15), truth.upper * (1.0 + 1e-9)}) {
      Gap gap;
      const bool apart = proves_apart(both.quick, level, quick_stage, gap);
      Gap other;
      const Sign sign = prove_apart(both.sure, Dyadic(level), stage, other).sign;
      if (apart) {
        ASSERT_EQ(sign, Sign::Positive) << i << " " << level;
        ASSERT_LE(gap.lower, truth.upper * (1.0 + 1e-15));
        ++proved[static_cast<std::size_t>(kind)];
      }
      if (sign == Sign::Refuted) ++refuted;
      if (level == 0.5 * truth.lower) {
        ASSERT_TRUE(apart) << i;
      }
    }
  }
  for (const int count : proved) EXPECT_GT(count, 20);
  EXPECT_GT(refuted, 100);
}

TEST(DoubleSeparation, BandsHoldOnBothSides) {
  Random random(12);
  const Tumbling pair(random, 3);
  const Both both = separation_of(pair, 2, {0, 0, 1}, 0.0);
  int proved = 0;
  for (std::size_t vertex = 0; vertex < 8; ++vertex) {
    for (const auto& [low, high] : std::vector<std::array<double, 2>>{
             {0.3, 1.5}, {0.8, 1.5}, {0.3, 1.0}, {0.6, 0.7}, {1.2, 0.5}, {0.0, 2.0}}) {
      const bool kept = proves_band(both.quick, vertex, low, high);
      const Sign sign = prove_band(both.sure, vertex, Dyadic(low), Dyadic(high));
      if (kept) {
        EXPECT_EQ(sign, Sign::Positive) << vertex << " " << low << " " << high;
      }
      proved += kept ? 1 : 0;
      if (low == 0.3 && high == 1.5) {
        EXPECT_TRUE(kept) << vertex;
      }
    }
  }
  EXPECT_LT(proved, 40);
}

TEST(DoubleSeparation, BoxesContainExactBoxesAndAreAsTight) {
  Random random(13);
  for (int i = 0; i < 40; ++i) {
    const Tumbling pair(random, 1 + i % 8);
    const std::optional<Box> box = double_box(pair.quick(0));
    ASSERT_TRUE(box);
    const TightBox truth = tight_box(pair.sure(0));
    for (std::size_t j = 0; j < 3; ++j) {
      // Both are made of the same coefficients, up to roundings.
      EXPECT_NEAR(box->low[j], truth.box.low[j], 1e-12);
      EXPECT_NEAR(box->high[j], truth.box.high[j], 1e-12);
      EXPECT_LE(box->low[j], truth.box.low[j] + 1e-15);
      EXPECT_GE(box->high[j], truth.box.high[j] - 1e-15);
    }
  }
}

TEST(DoubleSeparation, NumbersBeyondDoublesProveNothing) {
  Random random(14);
  Tumbling pair(random, 2);
  const DoubleStage stage{pair.span, {0, 0}, {1, 0}};
  for (const double size : {1e200, 1e308}) {
    Gap gap;
    const Both both = separation_of(pair, 0, {0.0, 0.0, size}, 0.5 * size);
    EXPECT_FALSE(proves_apart(both.quick, 1.0, stage, gap)) << size;
    EXPECT_EQ(gap.lower, std::numeric_limits<double>::infinity());
  }
  pair.doubles[0].norm = DoubleForm(0.0);
  EXPECT_FALSE(double_box(pair.quick(0)));
  Gap gap;
  EXPECT_FALSE(
      proves_apart(separation_of(pair, 0, {0, 0, 1}, 0.5).quick, std::nan(""), stage, gap));
}

}  // namespace
}  // namespace rigor::verification
