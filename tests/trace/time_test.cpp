// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/trace/time.hpp>

namespace rigor::trace {
namespace {

TEST(Time, NormalFormIsExactForEveryTimeAfterZero) {
  Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const double t = std::ldexp(random.unit(), random.index(60) - 40);
    const Time time = time_from(t);
    ASSERT_TRUE(is_normal(time)) << t;
    ASSERT_EQ(seconds(time), t);
  }
}

TEST(Time, AdvancingStaysNormalAndMatchesElapsed) {
  Random random(2);
  Time t = time_from(0.0);
  for (int i = 0; i < 10000; ++i) {
    const double h = std::ldexp(random.unit(), -random.index(70));
    const Time next = advanced(t, h);
    ASSERT_TRUE(is_normal(next));
    ASSERT_GE(next, t);
    ASSERT_NEAR(elapsed(t, next), h, 1e-18 + 1e-15 * h);
    t = next;
  }
}

TEST(Time, SeparatesInstantsFarBelowTheResolutionOfOneDouble) {
  const Time t = time_from(1e6 + 0.0001);
  const Time next = advanced(t, 1e-18);
  EXPECT_LT(t, next);
  EXPECT_NEAR(elapsed(t, next), 1e-18, 1e-20);
}

TEST(Time, OrderAgreesWithTheExactValue) {
  Random random(3);
  for (int i = 0; i < 10000; ++i) {
    const double a = random.uniform(0.0, 2.0);
    const double b = random.index(2) == 0 ? std::nextafter(a, 5.0) : random.uniform(0.0, 2.0);
    ASSERT_EQ(time_from(a) < time_from(b), a < b);
    ASSERT_EQ(time_from(a) == time_from(b), a == b);
  }
}

}  // namespace
}  // namespace rigor::trace
