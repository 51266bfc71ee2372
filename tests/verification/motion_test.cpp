// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/verification/motion.hpp>
#include <rigor/verification/sampled_state.hpp>

#include "exact_value.hpp"
#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

const Segment& skew_segment() {
  static const Segment segment = fitted(
      [](double t) {
        return SamplePose{{std::sin(3 * t), 2 - t, t * t},
                          rotation({0.6, 0.0, 0.8}, 1.0 + 7.0 * t)};
      },
      trace::time_from(0.3), 0.1, 11);
  return segment;
}

Interval part_of(const Segment& segment, double u0, double u1) {
  const double h = trace::elapsed(segment.start, segment.end);
  return {exact(trace::advanced(segment.start, u0 * h)),
          exact(trace::advanced(segment.start, u1 * h))};
}

TEST(Motion, ExactFormsAgreeWithFloatingPoint) {
  const Segment& segment = skew_segment();
  const Interval interval = part_of(segment, 0.2, 0.7);
  const Motion motion = motion_on(segment, interval, Precision::Exact);
  for (const double u : {0.0, 0.25, 0.5, 1.0}) {
    const double t = instant(interval, u);
    const State state = state_at(segment, (t - trace::seconds(segment.start)) / segment.length);
    const trace::Piece probe = placed({"", {{0, 0, 0}, {1, 2, 3}}, {}, {}}, state);
    const mpq_class weight = rational(motion.weight);
    const mpq_class norm = value(motion.norm, u);
    for (std::size_t i = 0; i < 3; ++i) {
      const mpq_class origin = value(motion.position[i], u) / weight;
      const mpq_class turned =
          (value(motion.rotation[i][0], u) + 2 * value(motion.rotation[i][1], u) +
           3 * value(motion.rotation[i][2], u)) /
          norm;
      EXPECT_NEAR(origin.get_d(), probe.vertices[0][i], 1e-13);
      EXPECT_NEAR(mpq_class(origin + turned).get_d(), probe.vertices[1][i], 1e-12);
    }
  }
}

TEST(Motion, AtASingleInstantIsTheEndOfTheMotionBeforeIt) {
  const Segment& segment = skew_segment();
  const Interval before = part_of(segment, 0.2, 0.7);
  const Motion motion = motion_on(segment, before, Precision::Exact);
  const Motion at_once = motion_on(segment, {before.end, before.end}, Precision::Exact);
  EXPECT_EQ(at_once.norm.degree(), 0U);
  EXPECT_EQ(at_end(at_once.norm), at_end(motion.norm));
  EXPECT_EQ(at_once.weight, motion.weight);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(at_end(at_once.position[i]), at_end(motion.position[i]));
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(at_end(at_once.rotation[i][j]), at_end(motion.rotation[i][j]));
    }
  }
}

TEST(Motion, RoundedFormsEncloseTheExactOnesTightly) {
  const Segment& segment = skew_segment();
  for (const double start : {0.0, 0.123, 0.9}) {
    const Interval interval = part_of(segment, start, start + 0.1);
    const Motion exact_motion = motion_on(segment, interval, Precision::Exact);
    const Norm exact_norm = norm_on(segment, interval, Precision::Exact);
    const Norm rounded_norm = norm_on(segment, interval, Precision::Rounded);
    const Motion rounded = motion_on(segment, interval, Precision::Rounded);
    EXPECT_EQ(rounded_norm.weight, Dyadic(1.0));
    EXPECT_EQ(rounded.weight, Dyadic(1.0));
    for (const mpq_class& u : {mpq_class(0), mpq_class(1, 3), mpq_class(1)}) {
      const auto expect_close = [&](const Form& x, const mpq_class& truth) {
        EXPECT_LE(abs(value(x, u) - truth), radius(x));
        EXPECT_LT(radius(x).get_d(), 1e-35);
      };
      for (std::size_t i = 0; i < 3; ++i) {
        expect_close(rounded.position[i],
                     value(exact_motion.position[i], u) / rational(exact_motion.weight));
        for (std::size_t j = 0; j < 3; ++j) {
          expect_close(rounded.rotation[i][j],
                       value(exact_motion.rotation[i][j], u) / rational(exact_norm.weight));
        }
      }
      EXPECT_EQ(value(exact_norm.form, u), value(exact_motion.norm, u));
      expect_close(rounded.norm, value(exact_motion.norm, u) / rational(exact_norm.weight));
      expect_close(rounded_norm.form, value(exact_motion.norm, u) / rational(exact_norm.weight));
    }
  }
}

TEST(Motion, AConstantSegmentIsExactEvenIfRounded) {
  Segment segment;
  segment.length = 0.1;
  segment.end = trace::time_from(0.05);
  segment.position = {std::vector<double>{1.5}, {2.0}, {0.1}};
  segment.quaternion = {std::vector<double>{1.0}, {0.0}, {0.0}, {0.0}};
  const Motion motion =
      motion_on(segment, {exact(segment.start), exact(segment.end)}, Precision::Rounded);
  EXPECT_TRUE(motion.position[2].is_exact());
  EXPECT_EQ(value(motion.position[2], mpq_class(1, 2)), mpq_class(0.1));
  EXPECT_EQ(motion.norm.degree(), 0U);
}

}  // namespace
}  // namespace rigor::verification
