// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

namespace rigor {

/// A closed interval of real numbers.
struct Interval {
  double lo = 0.0;
  double hi = 0.0;
};

/// A function f on s in [0, 1], known as a Chebyshev polynomial p(s) = Σ c_k T_k(2s - 1) up to a
/// radius: |f(s) - p(s)| <= radius for all s in [0, 1]. Every operation keeps that statement true:
/// rounding errors and dropped coefficients go into the radius (a-priori bounds, u = 2^-53).
///
/// Storage is inline and no operation allocates. Products beyond degree kMaxDegree put the
/// coefficients that do not fit into the radius.
class ChebModel {
 public:
  static constexpr int kMaxDegree = 63;

  /// The constant 0.
  ChebModel() : ChebModel(0.0) {}
  /// The constant `value`.
  explicit ChebModel(double value) : size_(1) {
    c_[0] = value;
    c_[1] = c_[2] = c_[3] = 0.0;
  }
  /// The polynomial with these coefficients. Needs at least one; those beyond kMaxDegree go into
  /// the radius. Requires radius >= 0.
  explicit ChebModel(std::span<const double> coefficients, double radius = 0.0);

  ChebModel(const ChebModel& other);
  ChebModel& operator=(const ChebModel& other);

  int degree() const { return size_ - 1; }
  std::span<const double> coefficients() const {
    return {c_.data(), static_cast<std::size_t>(size_)};
  }
  double radius() const { return radius_; }

  ChebModel& operator+=(double value);
  ChebModel& operator*=(double factor);
  /// Adds factor * other.
  ChebModel& add_scaled(const ChebModel& other, double factor);
  /// Adds Σ factors[i] *others[i].
  ChebModel& add_combination(const std::array<const ChebModel*, 3>& others,
                             const std::array<double, 3>& factors);

  /// Allows f to differ by `amount` >= 0 more.
  ChebModel& widen(double amount);
  /// Drops trailing coefficients into the radius as long as their absolute sum is at most
  /// `tolerance`.
  ChebModel& trim(double tolerance);

  friend ChebModel operator-(ChebModel a);
  friend ChebModel operator*(const ChebModel& a, const ChebModel& b);
  friend ChebModel derivative(const ChebModel& f);
  friend ChebModel restricted(const ChebModel& f, double from, double to);
  friend double coefficient_sum(const ChebModel& f);
  friend Interval enclosure(const ChebModel& f);

 private:
  /// Zeros behind the coefficients up to there, a multiple of four.
  void extend(int size);

  std::array<double, kMaxDegree + 1> c_;  // zero from size_ to the next multiple of four
  int size_;
  double radius_ = 0.0;
};

inline ChebModel& operator+=(ChebModel& a, const ChebModel& b) { return a.add_scaled(b, 1.0); }
inline ChebModel& operator-=(ChebModel& a, const ChebModel& b) { return a.add_scaled(b, -1.0); }
inline ChebModel& operator-=(ChebModel& a, double value) { return a += -value; }
inline ChebModel operator+(ChebModel a, const ChebModel& b) { return a += b; }
inline ChebModel operator-(ChebModel a, const ChebModel& b) { return a -= b; }
inline ChebModel operator*(ChebModel a, double factor) { return a *= factor; }
inline ChebModel operator*(double factor, ChebModel a) { return a *= factor; }
ChebModel operator-(ChebModel a);

/// The product; trailing coefficients below the rounding error are dropped into the radius, which
/// keeps degrees near what the functions need.
ChebModel operator*(const ChebModel& a, const ChebModel& b);

/// d/ds of the *polynomial part* of f: its radius covers the rounding of the differentiation only.
/// Nothing follows about the derivative of the function f itself (a radius bounds values, not
/// slopes).
ChebModel derivative(const ChebModel& f);

/// g(u) = f(from + (to - from) u) on u in [0, 1]. Requires 0 <= from <= to <= 1.
ChebModel restricted(const ChebModel& f, double from, double to);

/// An upper bound of Σ |c_k|, hence of |p| on [0, 1].
double coefficient_sum(const ChebModel& f);

/// Values that contain f(s) for all s in [0, 1]: c_0 ± (Σ_{k>=1} |c_k| + radius).
Interval enclosure(const ChebModel& f);

/// An upper bound of |p''(s)| on [0, 1], p the polynomial part of f.
double curvature_bound(const ChebModel& f);

}  // namespace rigor
