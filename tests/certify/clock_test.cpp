// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <rigor/certify/clock.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

mpq_class exact(const trace::Time& t) { return mpq_class(t.base) + mpq_class(t.offset); }

mpq_class exact_fraction(const Clock& clock, const trace::Time& t) {
  return (exact(t) - exact(clock.start)) / mpq_class(clock.length);
}

Clock random_clock(Random& random) {
  const double shift = random.unit() * std::pow(10.0, random.uniform(-19.0, -3.0));
  const trace::Time start = trace::advanced(trace::time_from(random.uniform(0.0, 100.0)), shift);
  return {start, std::pow(10.0, random.uniform(-13.0, 1.0))};
}

TEST(Clock, BracketsTheExactFraction) {
  Random random(61);
  for (int i = 0; i < 10000; ++i) {
    const Clock clock = random_clock(random);
    const trace::Time t = trace::advanced(clock.start, random.unit() * clock.length * 0.999);
    const Interval s = fraction_at(clock, t);
    const mpq_class truth = exact_fraction(clock, t);
    ASSERT_LE(mpq_class(s.lo), truth);
    ASSERT_GE(mpq_class(s.hi), truth);
    ASSERT_LE(s.hi - s.lo, 1e-14 + 1e-18 / clock.length);
  }
}

TEST(Clock, TimesAtMostAndAtLeastKeepTheirSide) {
  Random random(62);
  for (int i = 0; i < 10000; ++i) {
    const Clock clock = random_clock(random);
    const bool tiny = random.index(4) == 0;
    const double s = tiny ? std::pow(10.0, random.uniform(-16.0, 0.0)) : random.unit();
    const trace::Time before = time_at_most(clock, s);
    const trace::Time after = time_at_least(clock, s);
    if (before != clock.start) {
      ASSERT_LE(exact_fraction(clock, before), mpq_class(s));
      ASSERT_LE(fraction_at(clock, before).hi, s);
    }
    ASSERT_GE(exact_fraction(clock, after), mpq_class(s));
    ASSERT_LE(trace::elapsed(before, after), 1e-17 + 1e-14 * s * clock.length);
  }
}

}  // namespace
}  // namespace rigor
