// SPDX-License-Identifier: Apache-2.0
// Every operation on models against exact rational arithmetic: the true function must stay inside.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/chebyshev/cheb_model.hpp>

#include "exact_series.hpp"

namespace rigor {
namespace {

constexpr int kPointsPerResult = 3;

void expect_contains(const ChebModel& model, const ExactSeries& truth, Random& random) {
  const ExactSeries polynomial = exact_series(model);
  for (int i = 0; i < kPointsPerResult; ++i) {
    const double s = random_point(random);
    const mpq_class error = exact_value(truth, s) - exact_value(polynomial, s);
    ASSERT_LE(abs(error), mpq_class(model.radius()))
        << "at s = " << s << " error " << error.get_d() << " of " << literal(model);
  }
}

enum Operation {
  kSum,
  kDifference,
  kScaledSum,
  kCombination,
  kScalar,
  kShift,
  kProduct,
  kRestrict,
  kTrim,
  kCount
};

Contained apply(Operation operation, const Contained& a, const Contained& b, Random& random) {
  const double t = random.normal() * std::pow(10.0, random.uniform(-3.0, 3.0));
  ChebModel model = a.model;
  switch (operation) {
    case kSum:
      return {a.model + b.model, exact_sum(a.truth, b.truth, 1)};
    case kDifference:
      return {a.model - b.model, exact_sum(a.truth, b.truth, -1)};
    case kScaledSum:
      return {model.add_scaled(b.model, t), exact_sum(a.truth, b.truth, t)};
    case kCombination:
      return {model.add_combination({&b.model, &a.model, &b.model}, {t, -0.7 * t, 3.0}),
              exact_sum(exact_sum(exact_sum(a.truth, b.truth, t), a.truth, -0.7 * t), b.truth, 3)};
    case kScalar:
      return {a.model * t, exact_sum({0}, a.truth, t)};
    case kShift:
      return {model += t, exact_sum(a.truth, {mpq_class(t)}, 1)};
    case kProduct:
      return {a.model * b.model, exact_product(a.truth, b.truth)};
    default:
      return {model.trim(std::abs(t) * 1e-6), a.truth};
  }
}

TEST(ChebModel, ContainsTheTruthAfterEveryOperation) {
  Random random(21);
  int with_radius = 0;
  int truncated = 0;
  const int operations = operation_count();
  for (int i = 0; i < operations; ++i) {
    const Contained a = random_contained(random, 40);
    const Contained b = random_contained(random, 40);
    const auto operation = static_cast<Operation>(random.index(kCount));
    if (operation == kRestrict) {
      const double ends[2] = {random_point(random), random_point(random)};
      const double from = std::min(ends[0], ends[1]);
      const double to = std::max(ends[0], ends[1]);
      const ChebModel part = restricted(a.model, from, to);
      const double u = random_point(random);
      const mpq_class s = mpq_class(from) + (mpq_class(to) - mpq_class(from)) * mpq_class(u);
      const mpq_class error = exact_value(a.truth, s) - exact_value(exact_series(part), u);
      ASSERT_LE(abs(error), mpq_class(part.radius())) << from << " " << to << literal(a.model);
      continue;
    }
    const Contained result = apply(operation, a, b, random);
    with_radius += a.model.radius() > 0.0 ? 1 : 0;
    truncated += operation == kProduct && a.model.degree() + b.model.degree() > 63 ? 1 : 0;
    expect_contains(result.model, result.truth, random);
    if (HasFatalFailure()) return;
    if (i % 16 == 0) {  // models of models
      const Contained again = apply(kProduct, result, a, random);
      expect_contains(again.model, again.truth, random);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(with_radius, operations / 4);
  EXPECT_GT(truncated, operations / 400);
}

TEST(ChebModel, DerivativeOfThePolynomialPart) {
  Random random(22);
  for (int i = 0; i < operation_count() / 10; ++i) {
    const ChebModel f = random_contained(random, 63).model;
    const ExactSeries truth = exact_derivative(exact_series(f));
    expect_contains(derivative(f), truth, random);
    if (HasFatalFailure()) return;
    const mpq_class bend = exact_value(exact_derivative(truth), random_point(random));
    ASSERT_LE(abs(bend), mpq_class(curvature_bound(f))) << literal(f);
  }
}

TEST(ChebModel, EnclosureHoldsAllValues) {
  Random random(23);
  for (int i = 0; i < operation_count() / 10; ++i) {
    const Contained f = random_contained(random, 63);
    const Interval range = enclosure(f.model);
    const mpq_class value = exact_value(f.truth, random_point(random));
    ASSERT_LE(mpq_class(range.lo), value) << literal(f.model);
    ASSERT_GE(mpq_class(range.hi), value) << literal(f.model);
  }
}

TEST(ChebModel, RadiusStaysSmall) {
  // A bound that is never wrong may still be useless: for smooth factors of size 1 the radius of a
  // product must stay within a few hundred units of rounding.
  Random random(24);
  for (int i = 0; i < 200; ++i) {
    std::vector<double> c(13);
    for (int k = 0; k < 13; ++k) c[k] = std::pow(0.15, k) * random.uniform(-1.0, 1.0);
    const ChebModel f(c);
    const ChebModel product = f * f * f;
    EXPECT_LE(product.radius(), 1e-13);
    EXPECT_LE(restricted(f, 0.2, 0.7).radius(), 1e-13);
    EXPECT_LE(product.degree(), 30);
  }
}

TEST(ChebModel, TruncatesBeyondItsCapacity) {
  std::vector<double> c(80, 0.0);
  c[70] = 1e-3;
  c[0] = 1.0;
  const ChebModel f(c);
  EXPECT_EQ(f.degree(), ChebModel::kMaxDegree);
  EXPECT_GE(f.radius(), 1e-3);
}

}  // namespace
}  // namespace rigor
