// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/dyadic.hpp>

#include "exact_value.hpp"

namespace rigor::verification {
namespace {

double random_double(Random& random) {
  return std::ldexp(random.normal(), random.index(200) - 100);
}

TEST(Dyadic, ArithmeticAgreesWithRationals) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    const double a = random_double(random);
    const double b = random.index(10) == 0 ? 0.0 : random_double(random);
    const Dyadic x(a);
    const Dyadic y(b);
    ASSERT_EQ(rational(x), mpq_class(a));
    ASSERT_EQ(rational(x + y), mpq_class(a) + mpq_class(b));
    ASSERT_EQ(rational(x - y), mpq_class(a) - mpq_class(b));
    ASSERT_EQ(rational(x * y), mpq_class(a) * mpq_class(b));
    ASSERT_EQ(x < y, a < b);
    ASSERT_EQ(x == y, a == b);
  }
}

TEST(Dyadic, ExtremeDoublesAreExact) {
  for (const double x : {5e-324, -5e-324, 1.7e308, 0.0, -0.0, 0x1p-1022}) {
    EXPECT_EQ(rational(Dyadic(x)), mpq_class(x));
  }
}

TEST(Dyadic, SquareRootIsEnclosedTightly) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Dyadic x(std::abs(random_double(random)));
    const RootBounds root = square_root(x);
    ASSERT_LE(root.below * root.below, x);
    ASSERT_GE(root.above * root.above, x);
    ASSERT_LE(root.above - root.below, Dyadic(0x1p-90) * root.above);
  }
  const RootBounds four = square_root(Dyadic(4.0));
  EXPECT_EQ(four.below, four.above);
}

TEST(Dyadic, QuotientsEnclose) {
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    const Integer p = Dyadic(random_double(random)).mantissa * Integer(random.bits());
    const Integer q = abs(Dyadic(random_double(random)).mantissa) * Integer(random.bits()) + 1;
    const mpq_class exact(p, q);
    const double below = quotient_below(p, q);
    const double above = quotient_above(p, q);
    ASSERT_LE(mpq_class(below), exact);
    ASSERT_GE(mpq_class(above), exact);
    ASSERT_LE(above - below, 0x1p-47 * std::abs(above) + 1e-300);
  }
}

}  // namespace
}  // namespace rigor::verification
