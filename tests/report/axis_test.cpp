// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/report/axis.hpp>

#include "rigor/random.hpp"

namespace rigor {
namespace {

/// Over random ranges of all sizes: ticks lie inside, rise, are evenly spaced round numbers, and
/// their labels are different and few.
TEST(PlotAxis, LinearTicksAreRoundEvenAndDistinct) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const double low = random.uniform(-1, 1) * std::pow(10.0, random.uniform(-8, 8));
    const double width = std::pow(10.0, random.uniform(-2, 2)) * std::abs(low);
    const PlotAxis axis{"", Scale::Linear, {low, low + width}};
    const auto all = ticks(axis, 6);
    ASSERT_GE(all.size(), 2U) << low << ' ' << width;
    EXPECT_LE(all.size(), 8U) << low << ' ' << width;
    const double step = all[1].value - all[0].value;
    const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    const double nearest = std::abs(mantissa - 2) < 0.5 ? 2 : std::abs(mantissa - 5) < 1 ? 5 : 1;
    EXPECT_NEAR(mantissa, nearest, 1e-6);
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_GE(fraction(axis, all[k].value), -1e-6);
      EXPECT_LE(fraction(axis, all[k].value), 1 + 1e-6);
      if (k > 0) {
        EXPECT_NE(all[k].label, all[k - 1].label) << low << ' ' << width;
      }
    }
  }
}

TEST(PlotAxis, LabelsAreShort) {
  const auto all = ticks({"", Scale::Linear, {0.0, 0.5}}, 5);
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all[1].label, "0.1");
  EXPECT_EQ(ticks({"", Scale::Linear, {-1.0, 1.0}}, 4).front().label, "−1.0");
}

TEST(PlotAxis, LogTicksAreDecadesWithOneTwoFiveInShortRanges) {
  const auto wide = ticks({"", Scale::Log, {1e-9, 1.0}}, 5);
  int labels = 0;
  for (const Tick& tick : wide) {
    const double exponent = std::log10(tick.value);
    EXPECT_NEAR(exponent, std::round(exponent), 1e-9);
    labels += tick.label.empty() ? 0 : 1;
  }
  EXPECT_EQ(wide.size(), 10U);
  EXPECT_GE(labels, 4);
  EXPECT_LE(labels, 6);
  bool has_two = false;
  for (const Tick& tick : ticks({"", Scale::Log, {1.0, 10.0}}, 5)) {
    has_two = has_two || tick.label == "2";
  }
  EXPECT_TRUE(has_two);
}

TEST(PlotAxis, FractionsAreLinearInTheScale) {
  EXPECT_DOUBLE_EQ(fraction({"", Scale::Linear, {-1.0, 3.0}}, 1.0), 0.5);
  EXPECT_DOUBLE_EQ(fraction({"", Scale::Log, {1e-8, 1.0}}, 1e-4), 0.5);
}

TEST(PlotAxis, RoundedOutContainsTheRangeAndIsNeverEmpty) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const double a = random.uniform(-10, 10), b = a + random.unit();
    const Range linear = rounded_out({a, b}, Scale::Linear);
    EXPECT_LE(linear.low, a + 1e-9);
    EXPECT_GE(linear.high, b - 1e-9);
    EXPECT_LT(linear.low, linear.high);
    const Range log = rounded_out({std::exp(a), std::exp(b)}, Scale::Log);
    EXPECT_LE(log.low, std::exp(a) * (1 + 1e-8));
    EXPECT_GE(log.high, std::exp(b) * (1 - 1e-8));
  }
  for (const double value : {0.0, 3.0, -2.0, 1e-8}) {
    const Range range = rounded_out({value, value}, Scale::Linear);
    EXPECT_LT(range.low, range.high);
  }
}

}  // namespace
}  // namespace rigor
