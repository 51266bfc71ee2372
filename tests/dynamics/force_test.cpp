// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include <rigor/dynamics/force.hpp>
#include <rigor/dynamics/state.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

TEST(Force, SamplesFollowEachOtherWithoutGapOrRepeat) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const SampleTimes times{random.uniform(-2.0, 2.0), random.uniform(1e-6, 0.1)};
    double t = times.start - 1.0;
    const int first = random.index(1000000);
    EXPECT_EQ(next_sample(times, t), times.start);
    t = times.start + first * times.period;
    for (int k = first + 1; k < first + 100; ++k) {
      t = next_sample(times, t);
      ASSERT_EQ(t, times.start + k * times.period)
          << times.start << " " << times.period << " " << k;
    }
  }
}

TEST(Force, EachForceSaysWhereItBreaks) {
  const Signal knots = Table{{1.0, 2.0}, {0.0, 1.0}, Interpolation::Linear};
  AppliedWrench wrench;
  EXPECT_EQ(next_break(Force(wrench), 0.0), kNever);
  wrench.moment[2] = knots;
  EXPECT_EQ(next_break(Force(wrench), 0.0), 1.0);
  EXPECT_EQ(next_break(Force(JointEffort{0, 0, knots}), 1.0), 2.0);
  EXPECT_EQ(next_break(Force(JointPd{0, 0, 1.0, 1.0, knots}), 2.0), kNever);
  const Force sampled = SampledPd{{0, 0, 1.0, 1.0, knots}, {0.0, 0.25}};
  EXPECT_EQ(next_break(sampled, 1.0), 1.25);
  ASSERT_TRUE(sample_times(sampled));
  EXPECT_EQ(sample_times(sampled)->period, 0.25);
  EXPECT_FALSE(sample_times(Force(wrench)));
}

TEST(Force, DefectsAreNamed) {
  const Signal jumps = Table{{1.0, 2.0}, {0.0, 1.0}, Interpolation::Step};
  EXPECT_FALSE(defect(Force(JointPd{0, 0, 1.0, 0.0, jumps})));
  EXPECT_TRUE(defect(Force(JointPd{0, 0, 1.0, 0.5, jumps})));
  EXPECT_TRUE(defect(Force(JointPd{0, 0, -1.0, 0.5, constant(0.0)})));
  EXPECT_TRUE(defect(Force(SampledPd{{0, 0, 1.0, 1.0, constant(0.0)}, {0.0, 0.0}})));
  EXPECT_TRUE(defect(Force(SampledLaw{})));
  EXPECT_TRUE(defect(Force(JointEffort{0, 0, Polynomial{}})));
}

}  // namespace
}  // namespace rigor
