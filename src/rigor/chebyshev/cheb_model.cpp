// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <rigor/chebyshev/cheb_model.hpp>
#include <rigor/chebyshev/lanes.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr int kSize = ChebModel::kMaxDegree + 1;

/// Σ |c_k| as rounded, for a row that is zero up to a multiple of four; callers raise it.
double absolute_sum(const double* c, int size) {
  Lanes low{};
  Lanes high{};
  for (int k = 0; k < size; k += kLaneBlock) {
    low += absolute(load(c + k));
    high += absolute(load(c + k + 2));
  }
  return sum(low + high);
}

/// Coefficients with zeros in front of them and behind them, so that recurrences need no cases.
class PaddedRow {
 public:
  explicit PaddedRow(int most) { std::fill_n(values_.data(), padded(most) + 2 * kLaneBlock, 0.0); }

  double* data() { return values_.data() + kLaneBlock; }
  const double* data() const { return values_.data() + kLaneBlock; }

  int size = 0;  ///< all is zero from there on

 private:
  std::array<double, kSize + 3 * kLaneBlock> values_;
};

/// 2 (alpha + beta x) later(x) - last(x) + constant. T_1 T_0 = T_1 has twice the weight that x T_k
/// = (T_{k+1} + T_{k-1}) / 2 gives it. Returns the sum of the absolute values.
double recurrence_step(const PaddedRow& later, const PaddedRow& last, const Interval& alpha_beta,
                       double constant, PaddedRow& next) {
  const double* b = later.data();
  const double* l = last.data();
  double* result = next.data();
  const int size = std::max(later.size > 0 ? later.size + 1 : 0, std::max(last.size, 1));
  const Lanes twice_alpha = both(2.0 * alpha_beta.lo);
  const Lanes beta = both(alpha_beta.hi);
  for (int k = 0; k < size; k += 2) {
    store(result + k,
          twice_alpha * load(b + k) + beta * (load(b + k - 1) + load(b + k + 1)) - load(l + k));
  }
  result[1] += alpha_beta.hi * b[0];
  result[0] += constant;
  for (int k = size; k < next.size; ++k) result[k] = 0.0;
  next.size = size;
  return absolute_sum(result, size);
}

/// Drops the last coefficients as long as their sum is at most `most`; returns that sum.
double shorten(PaddedRow& row, double most) {
  double dropped = 0.0;
  double* c = row.data();
  while (row.size > 1 && dropped + std::abs(c[row.size - 1]) <= most) {
    dropped += std::abs(c[--row.size]);
    c[row.size] = 0.0;
  }
  return dropped;
}

}  // namespace

ChebModel::ChebModel(std::span<const double> coefficients, double radius) : radius_(radius) {
  RIGOR_DEMAND(!coefficients.empty() && radius >= 0.0);
  const int given = static_cast<int>(coefficients.size());
  size_ = std::min(given, kSize);
  std::copy_n(coefficients.data(), size_, c_.data());
  for (int k = size_; k < padded(size_); ++k) c_[k] = 0.0;
  double beyond = 0.0;
  for (int k = kSize; k < given; ++k) beyond += std::abs(coefficients[k]);
  if (given > kSize) radius_ = raised(radius + beyond);
}

ChebModel::ChebModel(const ChebModel& other) : size_(other.size_), radius_(other.radius_) {
  std::copy_n(other.c_.data(), padded(size_), c_.data());
}

ChebModel& ChebModel::operator=(const ChebModel& other) {
  size_ = other.size_;
  radius_ = other.radius_;
  if (this != &other) std::copy_n(other.c_.data(), padded(size_), c_.data());
  return *this;
}

void ChebModel::extend(int size) {
  if (size <= size_) return;
  for (int k = padded(size_); k < padded(size); ++k) c_[k] = 0.0;
  size_ = size;
}

ChebModel& ChebModel::operator+=(double value) {
  c_[0] += value;
  radius_ = raised(radius_ + kUnit * std::abs(c_[0]));
  return *this;
}

ChebModel& ChebModel::operator*=(double factor) {
  const Lanes times = both(factor);
  Lanes sizes{};
  for (int k = 0; k < size_; k += 2) {
    const Lanes product = load(&c_[k]) * times;
    sizes += absolute(product);
    store(&c_[k], product);
  }
  radius_ = raised(radius_ * std::abs(factor) + kUnit * sum(sizes));
  return *this;
}

// Each product is rounded by u |factor c| and each sum by u |sum|.
ChebModel& ChebModel::add_scaled(const ChebModel& other, double factor) {
  extend(other.size_);
  const Lanes times = both(factor);
  Lanes sizes{};
  for (int k = 0; k < other.size_; k += 2) {
    const Lanes term = times * load(&other.c_[k]);
    const Lanes result = load(&c_[k]) + term;
    sizes += absolute(term) + absolute(result);
    store(&c_[k], result);
  }
  radius_ = raised(radius_ + other.radius_ * std::abs(factor) + kUnit * sum(sizes));
  return *this;
}

// Term i is rounded once as a product and by at most three sums: 4u of all that is added.
ChebModel& ChebModel::add_combination(const std::array<const ChebModel*, 3>& others,
                                      const std::array<double, 3>& factors) {
  int size = 0;
  double radius = radius_;
  for (int i = 0; i < 3; ++i) {
    size = std::max(size, others[i]->size_);
    radius += others[i]->radius_ * std::abs(factors[i]);
  }
  extend(size);
  Lanes sizes{};
  std::array<double, kSize + kLaneBlock> terms;
  for (int k = 0; k < size; k += 2) {
    const Lanes own = load(&c_[k]);
    sizes += absolute(own);
    store(&terms[k], own);
  }
  for (int i = 0; i < 3; ++i) {
    const Lanes times = both(factors[i]);
    for (int k = 0; k < others[i]->size_; k += 2) {
      const Lanes term = times * load(&others[i]->c_[k]);
      sizes += absolute(term);
      store(&terms[k], load(&terms[k]) + term);
    }
  }
  std::copy_n(terms.data(), (size + 1) & ~1, c_.data());
  radius_ = raised(radius + 4.0 * kUnit * sum(sizes));
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
    c_[size_] = 0.0;
  }
  if (dropped > 0.0) radius_ = raised(radius_ + dropped);
  return *this;
}

ChebModel operator-(ChebModel a) {
  for (int k = 0; k < a.size_; k += 2) store(&a.c_[k], -load(&a.c_[k]));
  return a;
}

namespace {

/// Σ |b_j| and Σ (j + 4) |b_j|, as rounded.
struct RowSums {
  double plain = 0.0;
  double weighted = 0.0;
};

RowSums row_sums(const double* b, int size) {
  Lanes plain{};
  Lanes weighted{};
  Lanes weight{4.0, 5.0};
  for (int j = 0; j < size; j += 2) {
    const Lanes value = absolute(load(b + j));
    plain += value;
    weighted += weight * value;
    weight += both(2.0);
  }
  return {sum(plain), sum(weighted)};
}

/// Σ_j b_j (e[m - j] + e[m + j]) for four m from `first` on, terms that are zero left out.
void product_block(const double* e, const double* b, int rows, int least_row, double* c) {
  Lanes low{};
  Lanes high{};
  for (int j = rows - 1; j >= least_row; --j) {
    const Lanes times = both(b[j]);
    low += times * (load(e - j) + load(e + j));
    high += times * (load(e - j + 2) + load(e + j + 2));
  }
  store(c, both(0.5) * low);
  store(c + 2, both(0.5) * high);
}

}  // namespace

// T_i T_j = (T_{i+j} + T_{|i-j|}) / 2: with E_0 = 2 a_0 and E_k = E_{-k} = a_k the coefficient of
// T_m is b_0 E_m + Σ_{j>0} b_j (E_{m-j} + E_{m+j}) / 2, for m = 0 half of it. Rows j run from the
// last, usually smallest, to the first: a term of row j is rounded twice and then passes at most j
// + 1 additions. The terms of row j sum up to at most |b_j| ‖a‖, so the 1-norm of the error is at
// most u ‖a‖ Σ_j (j + 4) |b_j|.
ChebModel operator*(const ChebModel& a, const ChebModel& b) {
  if (a.size_ < b.size_) return b * a;
  const int size = a.size_ + b.size_ - 1;
  std::array<double, 4 * kSize + 2 * kLaneBlock> extended;
  double* e = extended.data() + kSize;
  std::copy_n(a.c_.data(), padded(a.size_), e);
  for (int k = padded(a.size_); k < padded(size) + b.size_; ++k) e[k] = 0.0;
  e[0] = 2.0 * a.c_[0];
  for (int k = 1; k < b.size_; ++k) e[-k] = a.c_[k];
  std::array<double, 2 * kSize> c;
  for (int m = 0; m < size; m += kLaneBlock) {
    product_block(e + m, b.c_.data(), b.size_, std::max(0, m - a.size_ + 1), c.data() + m);
  }
  c[0] *= 0.5;
  const double sum_a = absolute_sum(a.c_.data(), a.size_);
  const RowSums sums_b = row_sums(b.c_.data(), b.size_);
  const double rounding = kUnit * sum_a * sums_b.weighted;
  ChebModel product(std::span<const double>(c.data(), size), 0.0);
  product.radius_ = raised(product.radius_ + sum_a * b.radius_ + sums_b.plain * a.radius_ +
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
  for (int k = d.size_; k < padded(d.size_); ++k) d.c_[k] = 0.0;
  d.radius_ = raised(kUnit * (f.size_ + 3.0) * total);
  return d;
}

// Clenshaw's recurrence in models: b_k = 2X b_{k+1} - b_{k+2} + c_k, X = alpha + beta x. A local
// error e_k(x) of b_k acts like one of c_k, so it changes the result by e_k T_k(X), at most |e_k|:
// the errors simply add up. Per step ‖e_k‖ <= u (26 ‖b_{k+1}‖ + 2 ‖b_{k+2}‖ + ‖b_k‖), rounding of
// alpha and beta (at most 2u and u) included, and what is dropped from b_k, at most u ‖f‖: on a
// short interval the rows stay short.
ChebModel restricted(const ChebModel& f, double from, double to) {
  RIGOR_DEMAND(0.0 <= from && from <= to && to <= 1.0);
  const Interval step{(from + to) - 1.0, to - from};
  const double negligible = kUnit * absolute_sum(f.c_.data(), f.size_);
  std::array<PaddedRow, 3> rows{PaddedRow(f.size_), PaddedRow(f.size_), PaddedRow(f.size_)};
  PaddedRow* later = &rows[0];  // b_{k+1}
  PaddedRow* last = &rows[1];   // b_{k+2}
  PaddedRow* next = &rows[2];
  double sums = 0.0;
  double dropped = 0.0;
  for (int k = f.size_ - 1; k >= 1; --k) {
    sums += recurrence_step(*later, *last, step, f.c_[k], *next);
    dropped += shorten(*next, negligible);
    PaddedRow* free_row = last;
    last = later;
    later = next;
    next = free_row;
  }
  // The last step has X in place of 2X: half the factors.
  sums += recurrence_step(*later, *last, {0.5 * step.lo, 0.5 * step.hi}, f.c_[0], *next);
  const double rounding = 32.0 * kUnit * sums + dropped;
  const std::span<const double> coefficients(next->data(), next->size);
  ChebModel result(coefficients, raised(f.radius_ + rounding));
  return result.trim(rounding);
}

double coefficient_sum(const ChebModel& f) { return raised(absolute_sum(f.c_.data(), f.size_)); }

Interval enclosure(const ChebModel& f) {
  const double* c = f.c_.data();
  const double behind =
      f.size_ > kLaneBlock ? absolute_sum(c + kLaneBlock, f.size_ - kLaneBlock) : 0.0;
  const double front = std::abs(c[1]) + std::abs(c[2]) + std::abs(c[3]);
  const double reach = raised(front + behind + f.radius());
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
