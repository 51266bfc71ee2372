// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/reproduction/wheel.hpp>

namespace rigor {
namespace {

// Fixed points and periods computed elsewhere, six digits.
TEST(Wheel, GaitHasItsClosedForm) {
  EXPECT_NEAR(wheel_gait(0.1).fixed_spin, 0.358270, 1e-6);
  EXPECT_NEAR(wheel_gait(0.1).period, 3.862593, 1e-6);
  EXPECT_NEAR(wheel_gait(0.2).fixed_spin, 0.505403, 1e-6);
  EXPECT_NEAR(wheel_gait(0.2).period, 2.069500, 1e-6);
  EXPECT_NEAR(wheel_gait(0.4).period, 1.354889, 1e-6);
  EXPECT_NEAR(wheel_gait(0.5).period, 1.201929, 1e-6);
  EXPECT_NEAR(wheel_gait(0.05).least_spin, 0.3318, 1e-4);
  EXPECT_TRUE(std::isinf(wheel_gait(0.05).period));
}

TEST(Wheel, FixedPointRepeatsItself) {
  for (const double slope : {0.1, 0.2, 0.4, 0.5}) {
    const double spin = wheel_gait(slope).fixed_spin;
    EXPECT_NEAR(next_spin(slope, spin), spin, 1e-15);
  }
}

// The pendulum by tiny steps of its own equation of motion.
TEST(Wheel, TimeOnASpokeIsThatOfThePendulum) {
  const double slope = 0.2;
  double theta = slope - M_PI / 6.0;
  double rate = 0.4;
  const double h = 1e-5;
  double t = 0.0;
  while (theta < slope + M_PI / 6.0) {  // leapfrog
    rate += 0.25 * h * std::sin(theta);
    theta += h * rate;
    rate += 0.25 * h * std::sin(theta);
    t += h;
  }
  EXPECT_NEAR(time_to_next_impact(slope, 0.4), t, 2e-5);
}

// At rest nothing lifts; spinning fast, the ground would have to pull.
TEST(Wheel, LiftsOffWhenItSpinsFast) {
  EXPECT_FALSE(lifts_off(0.1, 0.36));
  EXPECT_TRUE(lifts_off(0.1, 1.2));
  EXPECT_TRUE(lifts_off(0.5, wheel_gait(0.5).fixed_spin));
}

}  // namespace
}  // namespace rigor
