// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/chebyshev/evaluation.hpp>

#include "exact_series.hpp"

namespace rigor {
namespace {

TEST(Evaluation, BoundsHoldAgainstRationals) {
  Random random(31);
  for (int i = 0; i < operation_count() / 5; ++i) {
    const Contained f = random_contained(random, 63);
    const double s = random_point(random);
    const mpq_class polynomial = exact_value(exact_series(f.model), s);
    for (const auto& evaluate : {polynomial_value, polynomial_value_precise}) {
      const BoundedValue p = evaluate(f.model, s);
      ASSERT_LE(abs(polynomial - mpq_class(p.value)), mpq_class(p.error))
          << "s = " << s << " " << literal(f.model);
    }
    const mpq_class truth = exact_value(f.truth, s);
    const Interval range = value_at(f.model, s);
    ASSERT_LE(mpq_class(range.lo), truth);
    ASSERT_GE(mpq_class(range.hi), truth);
    EXPECT_EQ(clenshaw(f.model.coefficients(), s), polynomial_value(f.model, s).value);
  }
}

TEST(Evaluation, SideIsAsSharpAsTheRadius) {
  Random random(32);
  int counts[3] = {0, 0, 0};
  for (int i = 0; i < 2000; ++i) {
    const ChebModel f = random_contained(random, 40).model;
    const double s = random_point(random);
    const mpq_class value = exact_value(exact_series(f), s);
    // Levels a few units of the last place or a few radii from the value: doubles alone can not
    // decide.
    const double near = value.get_d();
    const double level = near + random.uniform(-2.0, 2.0) * (f.radius() + std::abs(near) * 0x1p-52);
    const Side side = side_at(f, s, level);
    ++counts[static_cast<int>(side)];
    const mpq_class difference = value - mpq_class(level);
    if (side == Side::Above) {
      ASSERT_GT(difference, mpq_class(f.radius()));
    }
    if (side == Side::Below) {
      ASSERT_LT(difference, -mpq_class(f.radius()));
    }
    if (side == Side::Within) {
      ASSERT_LE(abs(difference), mpq_class(f.radius()));
    }
  }
  for (const int count : counts) EXPECT_GT(count, 200);
}

TEST(Evaluation, ExactZeroIsWithin) {
  // T_2(2s - 1) + 1 = 2 (2s - 1)² vanishes exactly at s = 1/2.
  const std::vector<double> c = {1.0, 0.0, 1.0};
  EXPECT_EQ(side_at(ChebModel(c), 0.5, 0.0), Side::Within);
  EXPECT_EQ(side_at(ChebModel(c), 0.5, -1e-300), Side::Above);
  EXPECT_EQ(side_at(ChebModel(c), 0.5, 1e-300), Side::Below);
}

}  // namespace
}  // namespace rigor
