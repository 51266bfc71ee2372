// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <rigor/chebyshev/cheb_model.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr int kSize = ChebModel::kMaxDegree + 1;

/// Σ |c_k| as rounded; callers raise it.
double absolute_sum(const double* c, int size) {
  double sum = 0.0;
  for (int k = 0; k < size; ++k) sum += std::abs(c[k]);
  return sum;
}

/// 2 (alpha + beta x) b(x) for b with `size` coefficients; writes size + 1 coefficients.
void times_twice_linear(const double* b, int size, double alpha, double beta, double* result) {
  for (int k = 0; k < size; ++k) result[k] = 2.0 * alpha * b[k];
  result[size] = 0.0;
  if (size == 0) return;
  result[1] += 2.0 * beta * b[0];
  for (int k = 1; k < size; ++k) {
    result[k - 1] += beta * b[k];
    result[k + 1] += beta * b[k];
  }
}

}  // namespace

ChebModel::ChebModel(std::span<const double> coefficients, double radius) : radius_(radius) {
  RIGOR_DEMAND(!coefficients.empty() && radius >= 0.0);
  const int given = static_cast<int>(coefficients.size());
  size_ = std::min(given, kSize);
  std::copy_n(coefficients.data(), size_, c_.data());
  if (given > kSize) {
    radius_ = raised(radius + absolute_sum(coefficients.data() + kSize, given - kSize));
  }
}

ChebModel::ChebModel(const ChebModel& other) : size_(other.size_), radius_(other.radius_) {
  std::copy_n(other.c_.data(), size_, c_.data());
}

ChebModel& ChebModel::operator=(const ChebModel& other) {
  size_ = other.size_;
  radius_ = other.radius_;
  if (this != &other) std::copy_n(other.c_.data(), size_, c_.data());
  return *this;
}

ChebModel& ChebModel::operator+=(double value) {
  c_[0] += value;
  radius_ = raised(radius_ + kUnit * std::abs(c_[0]));
  return *this;
}

ChebModel& ChebModel::operator*=(double factor) {
  for (int k = 0; k < size_; ++k) c_[k] *= factor;
  radius_ = raised(radius_ * std::abs(factor) + kUnit * absolute_sum(c_.data(), size_));
  return *this;
}

ChebModel& ChebModel::add_scaled(const ChebModel& other, double factor) {
  double rounding = 0.0;  // in units of kUnit: |factor c| for the product, |sum| for the addition
  const int common = std::min(size_, other.size_);
  for (int k = 0; k < common; ++k) {
    const double term = factor * other.c_[k];
    c_[k] += term;
    rounding += std::abs(term) + std::abs(c_[k]);
  }
  for (int k = common; k < other.size_; ++k) {
    c_[k] = factor * other.c_[k];
    rounding += std::abs(c_[k]);
  }
  size_ = std::max(size_, other.size_);
  radius_ = raised(radius_ + other.radius_ * std::abs(factor) + kUnit * rounding);
  return *this;
}

ChebModel& ChebModel::widen(double amount) {
  RIGOR_DEMAND(amount >= 0.0);
  radius_ = raised(radius_ + amount);
  return *this;
}

ChebModel& ChebModel::trim(double tolerance) {
  double dropped = 0.0;
  while (size_ > 1 && dropped + std::abs(c_[size_ - 1]) <= tolerance) {
    dropped += std::abs(c_[--size_]);
  }
  if (dropped > 0.0) radius_ = raised(radius_ + dropped);
  return *this;
}

ChebModel operator-(ChebModel a) {
  for (int k = 0; k < a.size_; ++k) a.c_[k] = -a.c_[k];
  return a;
}

// T_i T_j = (T_{i+j} + T_{|i-j|}) / 2. Row j adds at most three products to each coefficient, and
// rows run from the last, usually smallest, to the first: a product of row j is rounded once and
// then passes at most 3 (j + 1) additions. So the 1-norm of the error is at most
// u ‖a‖ Σ_j (3j + 4) |b_j|.
ChebModel operator*(const ChebModel& a, const ChebModel& b) {
  if (a.size_ < b.size_) return b * a;
  std::array<double, 2 * kSize> c;
  std::fill_n(c.data(), a.size_ + b.size_, 0.0);
  double sum_b = 0.0;
  double weighted_b = 0.0;
  for (int j = b.size_ - 1; j >= 0; --j) {
    const double half = 0.5 * b.c_[j];
    for (int i = 0; i < a.size_; ++i) c[i + j] += half * a.c_[i];
    for (int i = 0; i < j; ++i) c[j - i] += half * a.c_[i];
    for (int i = j; i < a.size_; ++i) c[i - j] += half * a.c_[i];
    sum_b += std::abs(b.c_[j]);
    weighted_b += (3.0 * j + 4.0) * std::abs(b.c_[j]);
  }
  const double sum_a = absolute_sum(a.c_.data(), a.size_);
  const double rounding = kUnit * sum_a * weighted_b;
  ChebModel product(std::span<const double>(c.data(), a.size_ + b.size_ - 1), 0.0);
  product.radius_ = raised(product.radius_ + sum_a * b.radius_ + sum_b * a.radius_ +
                           a.radius_ * b.radius_ + rounding);
  return product.trim(rounding);
}

// With p = Σ c_k T_k(x), x = 2s - 1: d_{k-1} = d_{k+1} + 2k c_k, d_0 halved, and d/ds = 2 d/dx.
ChebModel derivative(const ChebModel& f) {
  ChebModel d;
  if (f.size_ == 1) return d;
  d.size_ = f.size_ - 1;
  double sizes[2] = {0.0, 0.0};  // running sums of |4 k c_k| for even and odd k
  double total = 0.0;
  for (int k = f.size_ - 1; k >= 1; --k) {
    const double term = 4.0 * k * f.c_[k];
    d.c_[k - 1] = (k + 1 < d.size_ ? d.c_[k + 1] : 0.0) + term;
    sizes[k % 2] += std::abs(term);
    total += sizes[k % 2];
  }
  d.c_[0] *= 0.5;
  d.radius_ = raised(kUnit * (f.size_ + 3.0) * total);
  return d;
}

// Clenshaw's recurrence in models: b_k = 2X b_{k+1} - b_{k+2} + c_k, X = alpha + beta x. A local
// error e_k(x) of b_k acts like one of c_k, so it changes the result by e_k T_k(X), at most |e_k|:
// the errors simply add up. Per step ‖e_k‖ <= u (20 ‖b_{k+1}‖ + 3 ‖b_{k+2}‖ + 2 ‖b_k‖), rounding of
// alpha and beta (at most 2u each) included.
ChebModel restricted(const ChebModel& f, double from, double to) {
  RIGOR_DEMAND(0.0 <= from && from <= to && to <= 1.0);
  const double alpha = (from + to) - 1.0;
  const double beta = to - from;
  std::array<double, kSize + 2> rows[3];
  double* later = rows[0].data();  // b_{k+1}
  double* last = rows[1].data();   // b_{k+2}
  double* next = rows[2].data();
  int size = 0;  // of b_{k+1}; b_{k+2} has one less
  double sums = 0.0;
  for (int k = f.size_ - 1; k >= 0; --k) {
    times_twice_linear(later, size, alpha, beta, next);
    if (k == 0) {
      for (int i = 0; i <= size; ++i) next[i] *= 0.5;
    }
    for (int i = 0; i + 1 < size; ++i) next[i] -= last[i];
    next[0] += f.c_[k];
    ++size;
    sums += absolute_sum(next, size);
    double* free_row = last;
    last = later;
    later = next;
    next = free_row;
  }
  const double rounding = 32.0 * kUnit * sums;
  ChebModel result(std::span<const double>(later, f.size_), raised(f.radius_ + rounding));
  return result.trim(rounding);
}

double coefficient_sum(const ChebModel& f) {
  return raised(absolute_sum(f.coefficients().data(), f.degree() + 1));
}

Interval enclosure(const ChebModel& f) {
  const double* c = f.coefficients().data();
  const double reach = raised(absolute_sum(c + 1, f.degree()) + f.radius());
  return {next_down(c[0] - reach), next_up(c[0] + reach)};
}

double curvature_bound(const ChebModel& f) {
  const ChebModel slope = derivative(f);
  const ChebModel bend = derivative(slope);
  // The polynomial slope.radius() stands for has degree <= n, so by Markov its derivative in s is
  // at most 2 n² times as large.
  const double n = f.degree();
  return raised(coefficient_sum(bend) + bend.radius() + 2.0 * n * n * slope.radius());
}

}  // namespace rigor
