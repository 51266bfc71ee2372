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

/// Σ |c_k| as rounded; callers raise it. Four sums at a time do not wait for each other.
double absolute_sum(const double* c, int size) {
  std::array<double, 4> sums{};
  int k = 0;
  for (; k + 4 <= size; k += 4) {
    for (int i = 0; i < 4; ++i) sums[i] += std::abs(c[k + i]);
  }
  for (; k < size; ++k) sums[0] += std::abs(c[k]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Coefficients with a zero in front of them and behind them, so that recurrences need no cases.
class PaddedRow {
 public:
  double* data() { return values_.data() + 2; }
  const double* data() const { return values_.data() + 2; }

 private:
  std::array<double, kSize + 6> values_{};
};

/// 2 (alpha + beta x) b(x) - last(x) for b with `size` coefficients, all zero beyond; writes size +
/// 1 of them. T_1 T_0 = T_1 has twice the weight that x T_k = (T_{k+1} + T_{k-1}) / 2 gives it.
void recurrence_step(const PaddedRow& later, const PaddedRow& last, int size, double alpha,
                     double beta, PaddedRow& next) {
  const double* b = later.data();
  const double* l = last.data();
  double* result = next.data();
  const double twice_alpha = 2.0 * alpha;
  for (int k = 0; k <= size; ++k) {
    result[k] = twice_alpha * b[k] + beta * (b[k - 1] + b[k + 1]) - l[k];
  }
  result[1] += beta * b[0];
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

// Each product is rounded by u |factor c| and each sum by u |sum|.
ChebModel& ChebModel::add_scaled(const ChebModel& other, double factor) {
  const int common = std::min(size_, other.size_);
  for (int k = 0; k < common; ++k) c_[k] += factor * other.c_[k];
  for (int k = common; k < other.size_; ++k) c_[k] = factor * other.c_[k];
  size_ = std::max(size_, other.size_);
  const double terms = std::abs(factor) * absolute_sum(other.c_.data(), other.size_);
  const double rounding = kUnit * (terms + absolute_sum(c_.data(), common));
  radius_ = raised(radius_ + other.radius_ * std::abs(factor) + rounding);
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

// T_i T_j = (T_{i+j} + T_{|i-j|}) / 2: with E_0 = 2 a_0 and E_k = E_{-k} = a_k the coefficient of
// T_m is b_0 E_m + Σ_{j>0} b_j (E_{m-j} + E_{m+j}) / 2, for m = 0 half of it. Rows j run from the
// last, usually smallest, to the first: a term of row j is rounded twice and then passes at most j
// + 1 additions. The terms of row j sum up to at most |b_j| ‖a‖, so the 1-norm of the error is at
// most u ‖a‖ Σ_j (j + 4) |b_j|.
ChebModel operator*(const ChebModel& a, const ChebModel& b) {
  if (a.size_ < b.size_) return b * a;
  const int size = a.size_ + b.size_ - 1;
  std::array<double, 5 * kSize> extended;
  double* e = extended.data() + (b.size_ - 1);
  std::fill_n(e + a.size_, 2 * b.size_, 0.0);
  e[0] = 2.0 * a.c_[0];
  for (int k = 1; k < a.size_; ++k) e[k] = a.c_[k];
  for (int k = 1; k < b.size_; ++k) e[-k] = a.c_[k];
  std::array<double, 2 * kSize> c;
  std::fill_n(c.data(), size, 0.0);
  double sum_b = 0.0;
  double weighted_b = 0.0;
  for (int j = b.size_ - 1; j >= 0; --j) {
    const double half = 0.5 * b.c_[j];
    const double* before = e - j;
    const double* behind = e + j;
    const int count = a.size_ + j;
    for (int m = 0; m < count; ++m) c[m] += half * (before[m] + behind[m]);
    sum_b += std::abs(b.c_[j]);
    weighted_b += (j + 4.0) * std::abs(b.c_[j]);
  }
  c[0] *= 0.5;
  const double sum_a = absolute_sum(a.c_.data(), a.size_);
  const double rounding = kUnit * sum_a * weighted_b;
  ChebModel product(std::span<const double>(c.data(), size), 0.0);
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
// the errors simply add up. Per step ‖e_k‖ <= u (26 ‖b_{k+1}‖ + 2 ‖b_{k+2}‖ + ‖b_k‖), rounding of
// alpha and beta (at most 2u and u) included.
ChebModel restricted(const ChebModel& f, double from, double to) {
  RIGOR_DEMAND(0.0 <= from && from <= to && to <= 1.0);
  const double alpha = (from + to) - 1.0;
  const double beta = to - from;
  std::array<PaddedRow, 3> rows{};
  PaddedRow* later = &rows[0];  // b_{k+1}
  PaddedRow* last = &rows[1];   // b_{k+2}
  PaddedRow* next = &rows[2];
  double sums = 0.0;
  for (int k = f.size_ - 1, size = 0; k >= 1; --k, ++size) {
    recurrence_step(*later, *last, size, alpha, beta, *next);
    next->data()[0] += f.c_[k];
    sums += absolute_sum(next->data(), size + 1);
    PaddedRow* free_row = last;
    last = later;
    later = next;
    next = free_row;
  }
  // The last step has X in place of 2X: half the factors.
  recurrence_step(*later, *last, f.size_ - 1, 0.5 * alpha, 0.5 * beta, *next);
  next->data()[0] += f.c_[0];
  sums += absolute_sum(next->data(), f.size_);
  const double rounding = 32.0 * kUnit * sums;
  const std::span<const double> coefficients(next->data(), static_cast<std::size_t>(f.size_));
  ChebModel result(coefficients, raised(f.radius_ + rounding));
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
