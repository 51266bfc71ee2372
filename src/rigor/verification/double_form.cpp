// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/verification/double_form.hpp>

namespace rigor::verification {
namespace {

constexpr std::size_t kSize = kMaxDoubleDegree + 1;

/// C(n, k), each rounded once: sums of long doubles, whose own roundings (at most one for each n)
/// are a tenth of that.
constexpr std::array<std::array<double, kSize>, kSize> binomials() {
  std::array<std::array<double, kSize>, kSize> table{};
  std::array<long double, kSize> row{};
  for (std::size_t n = 0; n < kSize; ++n) {
    for (std::size_t k = n; k > 0; --k) row[k] += row[k - 1];
    row[0] = 1.0L;
    for (std::size_t k = 0; k <= n; ++k) table[n][k] = static_cast<double>(row[k]);
  }
  return table;
}
constexpr auto kBinomials = binomials();
static_assert(std::numeric_limits<long double>::digits >= 64);
static_assert(kBinomials[55][27] == 3'824'345'300'380'220.0);

DoubleForm unknown() {
  DoubleForm p;
  p.radius = std::numeric_limits<double>::infinity();
  return p;
}

/// The larger one; NaN if either is.
double larger(double x, double y) { return y > x || y != y ? y : x; }

/// Sum or difference of forms of one degree.
template <typename Join>
DoubleForm joined(const DoubleForm& p, const DoubleForm& q, const Join& join) {
  if (p.degree < q.degree) return joined(elevated(p, q.degree), q, join);
  if (q.degree < p.degree) return joined(p, elevated(q, p.degree), join);
  DoubleForm sum;
  sum.degree = p.degree;
  for (std::size_t i = 0; i <= p.degree; ++i) sum.b[i] = join(p.b[i], q.b[i]);
  const double radii = p.radius + q.radius;
  sum.radius = radii + rounding(1.0, magnitude(p) + magnitude(q)) + 0x1p-50 * radii;
  return sum;
}

}  // namespace

double rounding(double k, double m) { return k * 0x1p-51 * m + 0x1p-999; }

DoubleForm::DoubleForm(const DoubleForm& other) : degree(other.degree), radius(other.radius) {
  std::copy_n(other.b.begin(), degree + 1, b.begin());
}

DoubleForm& DoubleForm::operator=(const DoubleForm& other) {
  degree = other.degree;
  radius = other.radius;
  if (this != &other) std::copy_n(other.b.begin(), degree + 1, b.begin());
  return *this;
}

double magnitude(const DoubleForm& p) {
  double most = 0.0;
  for (std::size_t i = 0; i <= p.degree; ++i) most = larger(most, std::abs(p.b[i]));
  return most;
}

DoubleForm operator+(const DoubleForm& p, const DoubleForm& q) {
  return joined(p, q, [](double x, double y) { return x + y; });
}

DoubleForm operator-(const DoubleForm& p, const DoubleForm& q) {
  return joined(p, q, [](double x, double y) { return x - y; });
}

DoubleForm operator-(const DoubleForm& p) {
  DoubleForm negative = p;
  for (std::size_t i = 0; i <= p.degree; ++i) negative.b[i] = -p.b[i];
  return negative;
}

DoubleForm operator*(const DoubleForm& p, const DoubleForm& q) {
  const std::size_t degree = p.degree + q.degree;
  if (degree > kMaxDoubleDegree) return unknown();
  // b_k = Σ_j C(m, j) C(n, k-j) / C(m+n, k) p_j q_(k-j), weights that sum to 1. Each term meets two
  // roundings for each binomial, one for the product, the division and at most min(m, n) sums.
  std::array<double, kSize> weighted;
  for (std::size_t j = 0; j <= q.degree; ++j) weighted[j] = kBinomials[q.degree][j] * q.b[j];
  DoubleForm product;
  product.degree = degree;
  std::fill_n(product.b.begin(), degree + 1, 0.0);
  for (std::size_t i = 0; i <= p.degree; ++i) {
    const double x = kBinomials[p.degree][i] * p.b[i];
    for (std::size_t j = 0; j <= q.degree; ++j) product.b[i + j] += x * weighted[j];
  }
  for (std::size_t k = 0; k <= degree; ++k) product.b[k] /= kBinomials[degree][k];
  const double size_p = magnitude(p);
  const double size_q = magnitude(q);
  const double radii = size_p * q.radius + size_q * p.radius + p.radius * q.radius;
  const auto roundings = static_cast<double>(std::min(p.degree, q.degree) + 9);
  product.radius = radii + rounding(roundings, size_p * size_q) + 0x1p-49 * radii;
  return product;
}

DoubleForm operator*(double x, const DoubleForm& p) {
  DoubleForm scaled = p;
  for (std::size_t i = 0; i <= p.degree; ++i) scaled.b[i] = x * p.b[i];
  const double radius = std::abs(x) * p.radius;
  scaled.radius = radius + rounding(1.0, std::abs(x) * magnitude(p)) + 0x1p-50 * radius;
  return scaled;
}

DoubleForm elevated(const DoubleForm& p, std::size_t degree) {
  if (degree == p.degree) return p;
  DoubleForm one(1.0);  // of the degree that is missing: all coefficients are 1
  if (degree > kMaxDoubleDegree) return unknown();
  one.degree = degree - p.degree;
  std::fill_n(one.b.begin(), one.degree + 1, 1.0);
  return p * one;
}

DoubleHalves halves(const DoubleForm& p) {
  // De Casteljau: each of degree rounds of means is wrong by at most 2^-53 of the magnitude.
  DoubleHalves both{p, p};
  DoubleForm& rest = both.right;
  for (std::size_t round = 1; round <= p.degree; ++round) {
    for (std::size_t i = 0; i + round <= p.degree; ++i)
      rest.b[i] = 0.5 * (rest.b[i] + rest.b[i + 1]);
    both.left.b[round] = rest.b[0];
  }
  const double error = rounding(static_cast<double>(p.degree), magnitude(p));
  both.left.radius = both.right.radius = p.radius + error + 0x1p-50 * p.radius;
  return both;
}

DoubleForm dot(const DoubleForm3& x, const DoubleForm3& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

DoubleForm dot(const std::array<double, 3>& x, const DoubleForm3& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

double least(const DoubleForm& p) {
  double low = p.b[0];
  for (std::size_t i = 1; i <= p.degree; ++i) {
    if (p.b[i] < low || p.b[i] != p.b[i]) low = p.b[i];
  }
  return std::nextafter(low - p.radius, -std::numeric_limits<double>::infinity());
}

double greatest(const DoubleForm& p) { return -least(-p); }

}  // namespace rigor::verification
