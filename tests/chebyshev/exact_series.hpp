// SPDX-License-Identifier: Apache-2.0
// Chebyshev series with rational coefficients: the exact counterpart of ChebModel's polynomials.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <gmpxx.h>

#include <rigor/chebyshev/cheb_model.hpp>
#include <rigor/random.hpp>

namespace rigor {

using ExactSeries = std::vector<mpq_class>;

/// How many random operations: 10,000, or what the environment variable says.
inline int operation_count() {
  const char* text = std::getenv("RIGOR_CHEBYSHEV_OPERATIONS");
  return text != nullptr ? std::atoi(text) : 10000;
}

inline ExactSeries exact_series(const ChebModel& f) {
  ExactSeries series;
  for (const double c : f.coefficients()) series.emplace_back(c);
  return series;
}

inline mpq_class exact_value(const ExactSeries& f, const mpq_class& s) {
  const mpq_class twice_x = 4 * s - 2;
  mpq_class later = 0;
  mpq_class last = 0;
  for (std::size_t k = f.size() - 1; k >= 1; --k) {
    const mpq_class next = twice_x * later - last + f[k];
    last = later;
    later = next;
  }
  return twice_x * later / 2 - last + f[0];
}

inline ExactSeries exact_sum(const ExactSeries& a, const ExactSeries& b, const mpq_class& factor) {
  ExactSeries sum(std::max(a.size(), b.size()), 0);
  for (std::size_t k = 0; k < a.size(); ++k) sum[k] += a[k];
  for (std::size_t k = 0; k < b.size(); ++k) sum[k] += factor * b[k];
  return sum;
}

inline ExactSeries exact_product(const ExactSeries& a, const ExactSeries& b) {
  ExactSeries product(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const mpq_class half = a[i] * b[j] / 2;
      product[i + j] += half;
      product[i > j ? i - j : j - i] += half;
    }
  }
  return product;
}

/// d/ds, by U_{k-1}: T_k' = k U_{k-1} and U_n = 2 Σ T_j over j ≡ n (mod 2), T_0 counted once.
inline ExactSeries exact_derivative(const ExactSeries& f) {
  ExactSeries d(std::max<std::size_t>(1, f.size() - 1), 0);
  for (std::size_t k = 1; k < f.size(); ++k) {
    for (std::size_t j = (k - 1) % 2; j < k; j += 2) {
      d[j] += 2 * static_cast<unsigned>(k) * f[k] * (j == 0 ? 1 : 2);
    }
  }
  return d;
}

/// A model and a function it contains: the polynomial plus a hidden error within the radius.
struct Contained {
  ChebModel model;
  ExactSeries truth;
};

/// Coefficients of random size from 1e-30 to 1e3 that decay at a random rate.
inline Contained random_contained(Random& random, int max_degree) {
  const int size = 1 + random.index(max_degree + 1);
  const double scale = std::pow(10.0, random.uniform(-5.0, 3.0));
  const double decay = random.uniform(0.2, 1.0);
  std::vector<double> c(size);
  for (int k = 0; k < size; ++k) c[k] = scale * std::pow(decay, k) * random.normal();
  if (random.index(8) == 0) c[random.index(size)] *= 1e-30;
  const double radius =
      random.index(2) == 0 ? 0.0 : scale * std::pow(10.0, random.uniform(-18.0, -3.0));
  Contained result{ChebModel(c, radius), {}};
  result.truth = exact_series(result.model);
  const int k = random.index(size);
  result.truth[k] += mpq_class(radius) * (random.index(2) == 0 ? 1 : -1);
  return result;
}

/// A point of [0, 1], ends included.
inline double random_point(Random& random) {
  switch (random.index(8)) {
    case 0:
      return 0.0;
    case 1:
      return 1.0;
    case 2:
      return std::pow(10.0, random.uniform(-20.0, 0.0));
    default:
      return random.unit();
  }
}

/// The model as a literal to paste into a test.
inline std::string literal(const ChebModel& f) {
  std::string text = "{";
  char number[40];
  for (const double c : f.coefficients()) {
    std::snprintf(number, sizeof(number), "%a, ", c);
    text += number;
  }
  std::snprintf(number, sizeof(number), "} radius %a", f.radius());
  return text + number;
}

}  // namespace rigor
