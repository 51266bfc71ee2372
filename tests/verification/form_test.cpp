// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/form.hpp>

#include "exact_value.hpp"

namespace rigor::verification {
namespace {

Form random_form(Random& random, int degree) {
  Form p;
  p.c.clear();
  for (int i = 0; i <= degree; ++i) p.c.emplace_back(random.index(2001) - 1000);
  p.exponent = random.index(20) - 10;
  return p;
}

TEST(Form, ArithmeticIsExact) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Form p = random_form(random, random.index(7));
    const Form q = random_form(random, random.index(7));
    mpq_class u(random.index(100), 100);
    u.canonicalize();
    ASSERT_EQ(value(p + q, u), value(p, u) + value(q, u));
    ASSERT_EQ(value(p - q, u), value(p, u) - value(q, u));
    ASSERT_EQ(value(p * q, u), value(p, u) * value(q, u));
    ASSERT_EQ(value(squared(p), u), value(p, u) * value(p, u));
    ASSERT_EQ(value(elevated(p, 9), u), value(p, u));
    ASSERT_EQ(value(left_half(p), u), value(p, u / 2));
    ASSERT_EQ(value(right_half(p), u), value(p, (u + 1) / 2));
    ASSERT_EQ(rational(at_start(p)), value(p, 0));
    ASSERT_EQ(rational(at_end(p)), value(p, 1));
  }
}

/// p with its coefficients changed so that it is wrong by at most its new radius.
Form blurred(Random& random, const Form& p) {
  Form q = p;
  q.radius = random.index(50);
  const int shift = random.index(2 * static_cast<int>(q.radius.get_si()) + 1) -
                    static_cast<int>(q.radius.get_si());
  return q + Form({Integer(shift)}, q.exponent);  // a constant of at most radius
}

TEST(Form, RadiiCoverTheTruthThroughEveryOperation) {
  Random random(3);
  int wide = 0;
  for (int i = 0; i < 1000; ++i) {
    const Form p = random_form(random, random.index(7));
    const Form q = random_form(random, random.index(7));
    const Form p_blurred = blurred(random, p);
    const Form q_blurred = blurred(random, q);
    mpq_class u(random.index(101), 100);
    u.canonicalize();
    const auto covers = [&](const Form& x, const mpq_class& truth) {
      if (x.radius > 0) ++wide;
      return abs(value(x, u) - truth) <= radius(x) && value(lower_bound(x), u) <= truth &&
             value(upper_bound(x), u) >= truth;
    };
    const mpq_class a = value(p, u);
    const mpq_class b = value(q, u);
    ASSERT_TRUE(covers(p_blurred + q_blurred, a + b));
    ASSERT_TRUE(covers(p_blurred - q_blurred, a - b));
    ASSERT_TRUE(covers(p_blurred * q_blurred, a * b));
    ASSERT_TRUE(covers(squared(p_blurred), a * a));
    ASSERT_TRUE(covers(Dyadic(-0.3) * p_blurred, mpq_class(-0.3) * a));
    ASSERT_TRUE(covers(left_half(p_blurred), value(p, u / 2)));
    ASSERT_TRUE(covers(right_half(p_blurred), value(p, (u + 1) / 2)));
    const Form large = Dyadic(Integer(3) << 400, -400) * p_blurred;
    ASSERT_TRUE(covers(shortened(large), 3 * a));
  }
  EXPECT_GT(wide, 7000);
}

TEST(Form, ShorteningKeepsTheWorkingBits) {
  Form p({Integer(1) << 500, -(Integer(7) << 498)}, 0);
  p.radius = 1;
  const Form q = shortened(p);
  EXPECT_LE(mpz_sizeinbase(q.c[0].get_mpz_t(), 2), static_cast<std::size_t>(kWorkingBits));
  EXPECT_EQ(shortened(Form({Integer(1) << 500}, 0)).exponent, 0);
}

TEST(Form, LinearFormsInterpolateTheirEnds) {
  const Form p(Dyadic(-3.25), Dyadic(0.1));
  EXPECT_EQ(value(p, 0), mpq_class(-3.25));
  EXPECT_EQ(value(p, 1), mpq_class(0.1));
}

/// ((u - r)² + least) with dyadic numbers: smallest value `least`, at r.
Form parabola(double r, double least) {
  const Form x(Dyadic(-r), Dyadic(1.0) - Dyadic(r));
  return squared(x) + Form(Dyadic(least));
}

TEST(Form, SignsOfParabolasAreDecidedHoweverClose) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const double r = random.unit();
    const double least = std::ldexp(0.5 + random.unit(), -random.index(50));
    ASSERT_EQ(positivity(parabola(r, least)), Sign::Positive) << r << " " << least;
    ASSERT_NE(positivity(parabola(r, -least)), Sign::Positive) << r << " " << least;
  }
}

TEST(Form, WhatIsNotExactIsNeverRefuted) {
  Form p(Dyadic(-1.0));
  p.radius = 1;
  EXPECT_EQ(positivity(p), Sign::Undecided);
  Form barely({Integer(5), Integer(5)}, 0);
  barely.radius = 4;
  EXPECT_EQ(positivity(barely), Sign::Positive);
  barely.radius = 5;
  EXPECT_EQ(positivity(barely), Sign::Undecided);
}

TEST(Form, AZeroIsNeverCalledPositive) {
  EXPECT_EQ(positivity(Form()), Sign::Refuted);
  EXPECT_EQ(positivity(parabola(0.5, 0.0)), Sign::Refuted);
  EXPECT_EQ(positivity(parabola(0.0, 0.0)), Sign::Refuted);
  EXPECT_EQ(positivity(parabola(1.0 / 3.0, 0.0)), Sign::Undecided);
}

}  // namespace
}  // namespace rigor::verification
