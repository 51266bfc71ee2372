// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/verification/form.hpp>

namespace rigor::verification {
namespace {

mpq_class rational(const Dyadic& x) {
  mpq_class q(x.mantissa);
  if (x.exponent >= 0) return q * (mpq_class(1) << static_cast<unsigned long>(x.exponent));
  return q / (mpq_class(1) << static_cast<unsigned long>(-x.exponent));
}

/// Σ c_i u^i (1-u)^(n-i), straight from the definition.
mpq_class value(const Form& p, const mpq_class& u) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    mpq_class term(p.c[i]);
    for (std::size_t k = 0; k < i; ++k) term *= u;
    for (std::size_t k = i; k < p.degree(); ++k) term *= 1 - u;
    sum += term;
  }
  return sum * rational(Dyadic(Integer(1), p.exponent));
}

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

TEST(Form, AZeroIsNeverCalledPositive) {
  EXPECT_EQ(positivity(Form()), Sign::Refuted);
  EXPECT_EQ(positivity(parabola(0.5, 0.0)), Sign::Refuted);
  EXPECT_EQ(positivity(parabola(0.0, 0.0)), Sign::Refuted);
  EXPECT_EQ(positivity(parabola(1.0 / 3.0, 0.0)), Sign::Undecided);
}

}  // namespace
}  // namespace rigor::verification
