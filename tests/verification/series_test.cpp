// SPDX-License-Identifier: Apache-2.0
// Series in long double against closed forms.
#include <gtest/gtest.h>

#include <rigor/verification/series.hpp>

namespace rigor::verification {
namespace {

/// 1 + 2 T1 + 3 T2 + 4 T3 written out.
TEST(Series, ValuesAndSlopesAreThoseOfThePolynomial) {
  const std::vector<double> c = {1, 2, 3, 4};
  for (const Real x : {-1.0L, -0.3L, 0.0L, 0.7L, 1.0L}) {
    const auto [value, slope] = Terms(x, c.size()).sum(c);
    EXPECT_NEAR(static_cast<double>(
                    value - (1 + 2 * x + 3 * (2 * x * x - 1) + 4 * (4 * x * x * x - 3 * x))),
                0, 1e-17);
    EXPECT_NEAR(static_cast<double>(slope - (2 + 12 * x + 4 * (12 * x * x - 3))), 0, 1e-17);
  }
}

TEST(Series, SizesBoundValuesAndSlopes) {
  const std::array<std::vector<double>, 3> rows = {std::vector<double>{1, -2, 0.5}, {0, 3, 0}, {}};
  EXPECT_EQ(degree_of(rows), 2);
  EXPECT_EQ(size_of(rows), 6.5L);
  EXPECT_EQ(slope_of(rows), 2 + 4 * 0.5L + 3);
  EXPECT_EQ(degree_of(std::array<std::vector<double>, 1>{}), -1);
}

/// x⁵ at six nodes, integrated from -1: (x⁶ - 1) / 6. At five nodes it is another polynomial.
TEST(Series, IntegralsAreExactFromEnoughNodes) {
  Nodes nodes;
  const auto worst = [&](int count) {
    std::vector<Vec> values;
    for (int j = 0; j < count; ++j) {
      const Real x = nodes.node(j, count);
      values.push_back({std::pow(x, 5.0L), 1, x});
    }
    const std::vector<Vec> sum = integral(values, nodes, values.size());
    Real most = 0;
    for (const Real x : {-1.0L, -0.9L, 0.1L, 0.8L, 1.0L}) {
      const Vec at = sum_at(sum, x);
      most = std::max({most, std::abs(at[0] - (std::pow(x, 6.0L) - 1) / 6),
                       std::abs(at[1] - (x + 1)), std::abs(at[2] - (x * x - 1) / 2)});
    }
    return most;
  };
  EXPECT_LT(worst(6), 32 * 36 * kUnit);
  EXPECT_LT(worst(40), 32 * 1600 * kUnit);
  EXPECT_GT(worst(4), 1e-3L);
}

/// Values that are off by 1 change the first terms of a series by no more than interpolation_gain.
TEST(Series, WhatValuesAreOffByGrowsByAKnownFactor) {
  Nodes nodes;
  const std::vector<Real> signs = [&] {  // those of T_7 at 24 nodes: off by 1 in the worst way
    std::vector<Real> all;
    for (int j = 0; j < 24; ++j)
      all.push_back(std::cos(7 * std::acos(nodes.node(j, 24))) > 0 ? 1 : -1);
    return all;
  }();
  for (const std::size_t terms : {1U, 4U, 8U, 16U, 24U}) {
    const std::vector<Real> c = interpolant(signs, nodes, terms);
    ASSERT_EQ(c.size(), terms);
    Real most = 0;
    for (int i = 0; i <= 400; ++i) {
      Real sum = 0;
      const Terms at(-1 + i / 200.0L, terms);
      for (std::size_t k = 0; k < terms; ++k) sum += c[k] * at.values[k];
      most = std::max(most, std::abs(sum));
    }
    EXPECT_LE(most, interpolation_gain(terms)) << terms;
  }
}

TEST(Series, TimeBetweenInstantsKeepsItsLastBits) {
  const trace::Time a = trace::advanced(trace::time_from(1e6), 1e-13);
  const trace::Time b = trace::advanced(a, 3e-12);
  EXPECT_NEAR(static_cast<double>(between(a, b)), 3e-12, 1e-18);
}

}  // namespace
}  // namespace rigor::verification
