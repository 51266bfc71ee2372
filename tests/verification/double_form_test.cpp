// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/double_form.hpp>

#include "exact_value.hpp"

namespace rigor::verification {
namespace {

/// Coefficients of very different sizes; a radius now and then.
DoubleForm random_form(Random& random, int most) {
  DoubleForm p;
  p.degree = static_cast<std::size_t>(random.index(most + 1));
  for (std::size_t i = 0; i <= p.degree; ++i) {
    p.b[i] = std::ldexp(random.normal(), random.index(60) - 30);
  }
  return p;
}

TEST(DoubleForm, RadiiCoverTheTruthThroughEveryOperation) {
  Random random(1);
  int rounded = 0;
  for (int i = 0; i < 2000; ++i) {
    const DoubleForm p = random_form(random, 9);
    const DoubleForm q = random_form(random, 9);
    mpq_class u(random.index(101), 100);
    u.canonicalize();
    DoubleForm wide_p = p;  // wrong by a constant that its radius covers exactly
    const double shift = std::ldexp(random.uniform(-1.0, 1.0), -20);
    wide_p.radius = std::abs(shift);
    const mpq_class a = value(p, u) + mpq_class(shift);
    const mpq_class b = value(q, u);
    const auto covers = [&](const DoubleForm& x, const mpq_class& truth) {
      if (value(x, u) != truth) ++rounded;
      return abs(value(x, u) - truth) <= mpq_class(x.radius) && mpq_class(least(x)) <= truth &&
             mpq_class(greatest(x)) >= truth;
    };
    ASSERT_TRUE(covers(wide_p + q, a + b)) << i;
    ASSERT_TRUE(covers(wide_p - q, a - b)) << i;
    ASSERT_TRUE(covers(wide_p * q, a * b)) << i;
    ASSERT_TRUE(covers(-wide_p, -a)) << i;
    ASSERT_TRUE(covers(-0.3 * wide_p, mpq_class(-0.3) * a)) << i;
    ASSERT_TRUE(covers(elevated(wide_p, 14), a)) << i;
    const DoubleHalves both = halves(p);
    ASSERT_TRUE(covers(both.left, value(p, u / 2))) << i;
    ASSERT_TRUE(covers(both.right, value(p, (u + 1) / 2))) << i;
  }
  EXPECT_GT(rounded, 10000);
}

/// Binomials of such degrees are no doubles.
TEST(DoubleForm, RadiiCoverTheTruthOfHighDegrees) {
  Random random(3);
  for (int i = 0; i < 3; ++i) {
    DoubleForm p, q;
    p.degree = 64;
    q.degree = kMaxDoubleDegree - 64;
    for (double& b : p.b) b = random.normal();
    for (double& b : q.b) b = random.normal();
    const mpq_class u(2 * random.index(4) + 1, 8);
    const auto covers = [&](const DoubleForm& x, const mpq_class& truth) {
      return abs(value(x, u) - truth) <= mpq_class(x.radius);
    };
    ASSERT_TRUE(covers(p * q, value(p, u) * value(q, u))) << i;
    ASSERT_TRUE(covers(elevated(p, 120), value(p, u))) << i;
    ASSERT_TRUE(covers(halves(p * q).left, value(p, u / 2) * value(q, u / 2))) << i;
    EXPECT_LE((p * q).radius, 1e-13 * magnitude(p) * magnitude(q));
  }
}

TEST(DoubleForm, RadiiAreAFewRoundingsOfTheSize) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const DoubleForm p = random_form(random, 9);
    const DoubleForm q = random_form(random, 9);
    EXPECT_LE((p * q).radius, 1e-14 * magnitude(p) * magnitude(q));
    EXPECT_LE((p + q).radius, 1e-14 * (magnitude(p) + magnitude(q)));
    EXPECT_LE(halves(p).left.radius, 1e-14 * magnitude(p));
  }
}

TEST(DoubleForm, WhatIsNotFiniteProvesNothing) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {infinity, -infinity, std::nan(""), 1e300}) {
    DoubleForm p(1.0, 2.0);
    p.b[1] = bad;
    const DoubleForm square = p * p;
    EXPECT_FALSE(least(square * square) > 0.0) << bad;
    EXPECT_FALSE(greatest(square * square) < 1e9) << bad;
    EXPECT_FALSE(least(square + DoubleForm(std::nan(""))) > -1e300) << bad;
  }
}

TEST(DoubleForm, DegreesBeyondTheTableProveNothing) {
  DoubleForm p;
  p.degree = kMaxDoubleDegree;
  p.b.fill(1.0);
  EXPECT_LT((p * DoubleForm(1.0)).radius, 1e-9);
  EXPECT_FALSE(least(p * DoubleForm(1.0, 1.0)) > 0.0);
  EXPECT_FALSE(least(elevated(p, kMaxDoubleDegree + 1)) > 0.0);
}

}  // namespace
}  // namespace rigor::verification
