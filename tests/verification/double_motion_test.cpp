// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/double_motion.hpp>
#include <rigor/verification/motion.hpp>

#include "exact_value.hpp"
#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

/// |double form - exact form / weight| <= radius at u.
::testing::AssertionResult covers(const DoubleForm& p, const Form& truth, const Dyadic& weight,
                                  const mpq_class& u) {
  const mpq_class exact = value(truth, u) / rational(weight);
  const mpq_class error = abs(value(p, u) - exact);
  if (error <= mpq_class(p.radius)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "error " << error.get_d() << ", radius " << p.radius;
}

TEST(DoubleMotion, AgreesWithExactMotionsUpToItsRadii) {
  Random random(5);
  int parts = 0;
  for (const int degree : {1, 2, 5, 12, 16}) {
    for (int i = 0; i < 4; ++i) {
      const double speed = random.uniform(0.0, 20.0);
      const auto axis = random.direction<3>();
      const Segment segment = fitted(
          [&](double t) {
            return SamplePose{{100.0 + t, -t * t, 1e-4 * std::sin(30.0 * t)},
                              rotation(axis, speed * t)};
          },
          trace::time_from(random.uniform(0.0, 50.0)), std::ldexp(0.1, -10 * i), degree);
      const double h = trace::elapsed(segment.start, segment.end);
      const double first = i % 2 == 0 ? 0.0 : 0.3;
      const Span span{trace::advanced(segment.start, first * h), segment.end};
      parts += i % 2;
      const DoubleMotion motion = double_motion(segment, span);
      const Interval interval{exact(span.begin), exact(span.end)};
      const Motion truth = motion_on(segment, interval, Precision::Exact);
      const Norm norm = norm_on(segment, interval, Precision::Exact);
      for (const mpq_class& u : {mpq_class(0), mpq_class(1, 3), mpq_class(7, 8), mpq_class(1)}) {
        for (std::size_t j = 0; j < 3; ++j) {
          ASSERT_TRUE(covers(motion.position[j], truth.position[j], truth.weight, u)) << degree;
          for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_TRUE(covers(motion.rotation[j][k], truth.rotation[j][k], norm.weight, u))
                << degree;
          }
        }
        ASSERT_TRUE(covers(motion.norm, norm.form, norm.weight, u)) << degree;
        ASSERT_TRUE(covers(double_norm(segment, span), norm.form, norm.weight, u)) << degree;
        const DoubleMotionHalves both = halves(motion);
        const mpq_class half = u / 2;
        ASSERT_LE(abs(value(both.left.norm, u) - value(norm.form, half) / rational(norm.weight)),
                  mpq_class(both.left.norm.radius));
      }
      EXPECT_LT(motion.position[0].radius, 1e-8) << degree;
    }
  }
  EXPECT_GT(parts, 5);
}

TEST(DoubleMotion, ASegmentOfTooManyCoefficientsHasNoKnownMotion) {
  Segment segment;
  segment.length = 1.0;
  segment.end = trace::time_from(1.0);
  for (auto& row : segment.position) row.assign(kMaxDoubleDegree + 2, 0.0);
  for (auto& row : segment.quaternion) row.assign(kMaxDoubleDegree + 2, 0.0);
  segment.quaternion[0][0] = 1.0;
  EXPECT_FALSE(least(double_motion(segment, {segment.start, segment.end}).norm) > 0.0);
}

}  // namespace
}  // namespace rigor::verification
