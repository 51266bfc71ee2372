// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>

#include "exact_series.hpp"

namespace rigor {
namespace {

/// The polynomial lead * Π (s - root) as a model, with its rounding in the radius.
ChebModel with_roots(const std::vector<double>& roots, double lead) {
  ChebModel f(lead);
  for (const double root : roots) {
    const std::vector<double> factor = {0.5 - root, 0.5};
    f = f * ChebModel(factor);
  }
  return f;
}

/// No point of [from, to] sampled densely may be at or below the level.
void expect_above(const ChebModel& f, double level, double from, double to) {
  for (int i = 0; i <= 64; ++i) {
    const double s = from + (to - from) * i / 64.0;
    ASSERT_NE(side_at(f, std::min(s, to), level), Side::Below) << s << " " << literal(f);
  }
}

TEST(FirstRoot, AgreesWithRandomSigns) {
  Random random(41);
  int crossings = 0;
  int stays = 0;
  for (int i = 0; i < 3000; ++i) {
    const ChebModel f = random_contained(random, 20).model;
    const double size = coefficient_sum(f);
    const double level = size * random.uniform(-1.0, 0.2);
    const double from = random.index(2) == 0 ? 0.0 : random.unit();
    const RootOutcome outcome = first_below(f, level, from);
    if (std::holds_alternative<StaysAbove>(outcome)) {
      ++stays;
      expect_above(f, level, from, 1.0);
    }
    if (const auto* crosses = std::get_if<Crosses>(&outcome)) {
      ++crossings;
      expect_above(f, level, from, crosses->lo);
      ASSERT_EQ(side_at(f, crosses->hi, level), Side::Below) << literal(f);
      ASSERT_LT(crosses->lo, crosses->hi);
    }
    if (std::holds_alternative<StartsBelow>(outcome)) {
      ASSERT_EQ(side_at(f, from, level), Side::Below);
    }
    if (const auto* open = std::get_if<Undecided>(&outcome)) {
      ASSERT_LE(std::abs(polynomial_value(f, open->lo).value - level),
                4.0 * f.radius() + 1e-12 * size)
          << literal(f);
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(crossings, 300);
  EXPECT_GT(stays, 300);
}

TEST(FirstRoot, FindsKnownSimpleRootsToTheLastDigits) {
  Random random(42);
  for (int i = 0; i < 500; ++i) {
    const double root = random.uniform(0.05, 0.8);
    const ChebModel f = with_roots({root, random.uniform(0.85, 1.0), -random.unit()}, -1.0) *
                        std::pow(10.0, random.uniform(-8.0, 3.0));
    const RootOutcome outcome = first_below(-f, 0.0);
    const auto* crosses = std::get_if<Crosses>(&outcome);
    ASSERT_NE(crosses, nullptr) << "root " << root;
    EXPECT_LE(crosses->lo, root);
    EXPECT_GE(crosses->hi, root);
    EXPECT_LE(crosses->hi - crosses->lo, 1e-12);
  }
}

TEST(FirstRoot, GrazingMinimumAboveTheLevelIsPassed) {
  for (double clearance = 1e-2; clearance > 1e-12; clearance *= 0.1) {
    ChebModel f = with_roots({0.4, 0.4}, 1.0);
    f += clearance;
    EXPECT_TRUE(std::holds_alternative<StaysAbove>(first_below(f, 0.0))) << clearance;
    f -= 2.0 * clearance;
    const RootOutcome outcome = first_below(f, 0.0);
    const auto* crosses = std::get_if<Crosses>(&outcome);
    ASSERT_NE(crosses, nullptr) << clearance;
    EXPECT_NEAR(crosses->lo, 0.4 - std::sqrt(clearance), 1e-9);
  }
}

TEST(FirstRoot, ExactTangencyIsUndecidedThere) {
  const std::vector<double> c = {1.0, 0.0, 1.0};  // 2 (2s - 1)²
  const RootOutcome outcome = first_below(ChebModel(c), 0.0);
  const auto* open = std::get_if<Undecided>(&outcome);
  ASSERT_NE(open, nullptr);
  EXPECT_NEAR(open->lo, 0.5, 1e-6);
}

TEST(FirstRoot, SmallValuesDoNotFreeze) {
  // Falls from 1e-11 with slope -1: the textbook root formula cancels to a step of zero here.
  const std::vector<double> c = {1e-11 - 0.5 + 0.375, -0.5, 0.125};
  const RootOutcome outcome = first_below(ChebModel(c), -0.5);
  EXPECT_TRUE(std::holds_alternative<Crosses>(outcome) ||
              std::holds_alternative<StaysAbove>(outcome));
  const std::vector<double> line = {1e-11 - 0.5, -0.5};
  const RootOutcome falls = first_below(ChebModel(line), 0.0);
  const auto* crosses = std::get_if<Crosses>(&falls);
  ASSERT_NE(crosses, nullptr);
  EXPECT_NEAR(crosses->lo, 1e-11, 1e-16);
}

TEST(FirstRoot, RisingIsTheMirrorImage) {
  const std::vector<double> line = {0.5, 0.5};  // s
  const RootOutcome outcome = first_above(ChebModel(line), 0.25);
  const auto* crosses = std::get_if<Crosses>(&outcome);
  ASSERT_NE(crosses, nullptr);
  EXPECT_NEAR(crosses->lo, 0.25, 1e-14);
  EXPECT_GT(crosses->hi, 0.25);
}

}  // namespace
}  // namespace rigor
