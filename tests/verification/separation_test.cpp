// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/verification/separation.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

Segment resting_at(const Triple& x) {
  Segment segment;
  segment.length = 1.0;
  segment.end = trace::time_from(1.0);
  for (std::size_t i = 0; i < 3; ++i) segment.position[i] = {x[i]};
  segment.quaternion = {std::vector<double>{1.0}, {0.0}, {0.0}, {0.0}};
  return segment;
}

/// Falls from height 1 + least to 1/2 + least and rises again: h = least + 1/2 + x²/2.
Segment dipping(double least) {
  Segment segment = resting_at({0, 0, 0});
  segment.position = {std::vector<double>{0, 0, 0}, {0, 0, 0}, {least + 0.75, 0.0, 0.25}};
  return segment;
}

struct Setting {
  explicit Setting(const Segment& segment, Precision precision = Precision::Rounded)
      : interval{exact(segment.start), exact(segment.end)},
        motion(motion_on(segment, interval, precision)),
        points(exact_points(box_piece(0.5, 0.5, 0.5))) {}
  MovingPiece piece() const { return {&motion, &points}; }
  Stage stage() const { return {interval, {trace::kWorld, 0}, {0, 0}}; }

  Interval interval;
  Motion motion;
  Points points;
};

const Plane kGround = {exact(Triple{0, 0, 1}), Dyadic(0.0)};

TEST(Separation, ProvesUpToTheTruthAndNoFurther) {
  for (const Precision precision : {Precision::Rounded, Precision::Exact}) {
    const double least = 0x1p-26;
    const Setting setting(dipping(least), precision);
    const Separation separation = over_half_space(setting.piece(), kGround);
    Gap gap;
    const Dyadic below(least * (1.0 - 1e-9));
    EXPECT_EQ(prove_apart(separation, below, setting.stage(), gap).sign, Sign::Positive);
    EXPECT_LE(gap.lower, least);
    EXPECT_GE(gap.lower, 0.98 * least);
    EXPECT_NEAR(gap.time, 0.5, 0.02);
    Gap other;
    const Dyadic above(least * (1.0 + 1e-9));
    EXPECT_NE(prove_apart(separation, above, setting.stage(), other).sign, Sign::Positive);
  }
}

TEST(Separation, OnlyExactNumbersRefute) {
  const Setting rounded(fitted(
      [](double t) {
        return SamplePose{{0, 0, 1 - t}, {1, 0, 0, 0}};
      },
      trace::time_from(0.0), 0.9, 3));
  Gap gap;
  EXPECT_EQ(
      prove_apart(over_half_space(rounded.piece(), kGround), Dyadic(0.0), rounded.stage(), gap)
          .sign,
      Sign::Undecided);
  const Setting precise(fitted(
                            [](double t) {
                              return SamplePose{{0, 0, 1 - t}, {1, 0, 0, 0}};
                            },
                            trace::time_from(0.0), 0.9, 3),
                        Precision::Exact);
  EXPECT_EQ(
      prove_apart(over_half_space(precise.piece(), kGround), Dyadic(0.0), precise.stage(), gap)
          .sign,
      Sign::Refuted);
}

TEST(Separation, PlanesOnEitherBodyAndInTheWorldAgree) {
  const Setting lower(resting_at({0, 0, 0}));
  const Setting upper(dipping(0.5 + 0x1p-20));
  const Stage stage{upper.interval, {0, 0}, {1, 0}};
  // The top face of the lower box, the bottom face of the upper box, a world plane between them.
  const Plane on_a = {exact(Triple{0, 0, 2}), Dyadic(1.0)};
  const Plane on_b = {exact(Triple{0, 0, 2}), Dyadic(-1.0)};
  const Form offset(Dyadic(1.0 + 0x1p-21));
  const std::vector<Separation> separations = {
      plane_on(lower.piece(), upper.piece(), on_a, +1),
      plane_on(upper.piece(), lower.piece(), on_b, -1),
      in_world(lower.piece(), upper.piece(), exact(Triple{0, 0, 2}), offset)};
  for (const Separation& separation : separations) {
    Gap gap;
    const Proof proof = prove_apart(separation, Dyadic(0x1p-21), stage, gap);
    EXPECT_EQ(proof.sign, Sign::Positive);
    EXPECT_LE(gap.lower, 0x1p-20);
    EXPECT_GE(gap.lower, 0.98 * 0x1p-20);
    EXPECT_NE(prove_apart(separation, Dyadic(0x1p-19), stage, gap).sign, Sign::Positive);
  }
}

TEST(Separation, BandsAreStrict) {
  const Setting setting(resting_at({0, 0, 0.5 + 0x1p-26}), Precision::Exact);
  const Separation separation = over_half_space(setting.piece(), kGround);
  EXPECT_EQ(prove_band(separation, 0, Dyadic(0x1p-27), Dyadic(0x1p-25)), Sign::Positive);
  EXPECT_EQ(prove_band(separation, 0, Dyadic(0x1p-26), Dyadic(0x1p-25)), Sign::Refuted);
  EXPECT_EQ(prove_band(separation, 0, Dyadic(0x1p-27), Dyadic(0x1p-26)), Sign::Refuted);
  EXPECT_EQ(prove_band(separation, 7, Dyadic(0x1p-27), Dyadic(0x1p-25)), Sign::Refuted);
}

}  // namespace
}  // namespace rigor::verification
