// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <rigor/dynamics/signal.hpp>

namespace rigor {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Table table(Interpolation interpolation) {
  return {{0.0, 1.0, 3.0, 3.5}, {1.0, -1.0, 2.0, 2.5}, interpolation};
}

TEST(Signal, PolynomialsHaveExactDerivatives) {
  const Signal signal = Polynomial{{1.0, -2.0, 0.5, 3.0}, 1.0};
  const Jet jet = evaluate(signal, 3.0);  // s = 2
  EXPECT_EQ(jet.value, 1.0 - 4.0 + 2.0 + 24.0);
  EXPECT_EQ(jet.rate, -2.0 + 2.0 + 36.0);
  EXPECT_EQ(jet.acceleration, 1.0 + 36.0);
  EXPECT_EQ(next_break(signal, 0.0), kNever);
  EXPECT_EQ(smoothness(signal), kSmooth);
}

TEST(Signal, SinesHaveTheirDerivatives) {
  const Signal signal = Sine{0.5, 2.0, 3.0, 0.25};
  const Jet jet = evaluate(signal, 0.7);
  EXPECT_DOUBLE_EQ(jet.value, 0.5 + 2.0 * std::sin(2.35));
  EXPECT_DOUBLE_EQ(jet.rate, 6.0 * std::cos(2.35));
  EXPECT_DOUBLE_EQ(jet.acceleration, -18.0 * std::sin(2.35));
}

TEST(Signal, EqualValuesOfACubicTableAreAStandstill) {
  const Signal signal = Table{{0.0, 1.0, 2.0, 4.0}, {0.0, 3.0, 3.0, 5.0}, Interpolation::Cubic};
  for (const double t : {1.0, 1.3, 1.9}) {
    EXPECT_EQ(evaluate(signal, t).value, 3.0);
    EXPECT_EQ(evaluate(signal, t).rate, 0.0);
  }
  EXPECT_EQ(evaluate_before(signal, 1.0).rate, 0.0);
  for (double t = 0.0; t < 4.0; t += 0.01) EXPECT_GE(evaluate(signal, t).rate, 0.0) << t;
}

TEST(Signal, TablesPassThroughTheirKnotsAndStayConstantOutside) {
  for (const auto kind : {Interpolation::Step, Interpolation::Linear, Interpolation::Cubic}) {
    const Table knots = table(kind);
    for (std::size_t i = 0; i < knots.times.size(); ++i)
      EXPECT_DOUBLE_EQ(evaluate(Signal(knots), knots.times[i]).value, knots.values[i]);
    EXPECT_EQ(evaluate(Signal(knots), -1.0).value, 1.0);
    EXPECT_EQ(evaluate(Signal(knots), 9.0).value, 2.5);
    EXPECT_EQ(evaluate(Signal(knots), 9.0).rate, 0.0);
  }
}

TEST(Signal, RatesOfTablesAreDifferenceQuotients) {
  const double step = 1e-6;
  for (const auto kind : {Interpolation::Step, Interpolation::Linear, Interpolation::Cubic}) {
    const Signal signal = table(kind);
    for (double t = -0.45; t < 4.0; t += 0.1) {
      const Jet jet = evaluate(signal, t);
      const Jet before = evaluate(signal, t - step);
      const Jet after = evaluate(signal, t + step);
      EXPECT_NEAR((after.value - before.value) / (2.0 * step), jet.rate, 1e-8);
      EXPECT_NEAR((after.rate - before.rate) / (2.0 * step), jet.acceleration, 1e-8);
    }
  }
}

// What `smoothness` promises at the knots, seen from both sides.
TEST(Signal, BreaksAreTheKnotsAndAsSmoothAsPromised) {
  for (const auto kind : {Interpolation::Step, Interpolation::Linear, Interpolation::Cubic}) {
    const Signal signal = table(kind);
    double value_jump = 0.0;
    double rate_jump = 0.0;
    int count = 0;
    for (double t = next_break(signal, -kNever); t < kNever; t = next_break(signal, t), ++count) {
      const Jet left = evaluate_before(signal, t);
      const Jet right = evaluate(signal, t);
      value_jump = std::max(value_jump, std::abs(left.value - right.value));
      rate_jump = std::max(rate_jump, std::abs(left.rate - right.rate));
    }
    EXPECT_EQ(count, 4);
    EXPECT_EQ(smoothness(signal) >= 0, value_jump < 1e-12);
    if (kind != Interpolation::Step) {
      EXPECT_EQ(smoothness(signal) >= 1, rate_jump < 1e-12);
    }
  }
}

TEST(Signal, DefectsAreNamed) {
  EXPECT_FALSE(defect(Signal(table(Interpolation::Cubic))));
  EXPECT_FALSE(defect(constant(3.0)));
  EXPECT_TRUE(defect(Signal(Polynomial{})));
  EXPECT_TRUE(defect(Signal(Polynomial{{kNever}, 0.0})));
  EXPECT_TRUE(defect(Signal(Sine{0.0, NAN, 1.0, 0.0})));
  EXPECT_TRUE(defect(Signal(Table{})));
  EXPECT_TRUE(defect(Signal(Table{{0.0, 0.0}, {1.0, 2.0}, Interpolation::Linear})));
  EXPECT_TRUE(defect(Signal(Table{{0.0, 1.0}, {1.0}, Interpolation::Linear})));
}

}  // namespace
}  // namespace rigor
