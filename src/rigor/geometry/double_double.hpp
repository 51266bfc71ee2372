// SPDX-License-Identifier: Apache-2.0
// Twice the precision of double (about 32 digits) as an unevaluated sum hi + lo. Needed where two
// bodies nearly touch: at a gap of 1e-10 of their size a normal taken from double differences of
// projected points has six digits, and no bound on the distance could be proved with it.
// Dekker 1971, Numer. Math. 18; relative error of each operation at most 2^-100.
#pragma once

#include <cmath>

#include <rigor/spatial/vector.hpp>

namespace rigor {

struct DoubleDouble {
  double hi = 0.0;
  double lo = 0.0;

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : hi(value) {}  // NOLINT: a double is one exactly
  constexpr DoubleDouble(double high, double low) : hi(high), lo(low) {}
  explicit operator double() const { return hi; }
};

/// a + b exactly, for |a| >= |b|.
inline DoubleDouble quick_two_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
inline DoubleDouble two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a b exactly (no overflow below 2^996).
inline DoubleDouble two_product(double a, double b) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1
  const double product = a * b;
  const double a_scaled = kSplitter * a;
  const double b_scaled = kSplitter * b;
  const double a_hi = a_scaled - (a_scaled - a);
  const double b_hi = b_scaled - (b_scaled - b);
  const double a_lo = a - a_hi;
  const double b_lo = b - b_hi;
  return {product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo};
}

inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.hi, -a.lo}; }

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  DoubleDouble high = two_sum(a.hi, b.hi);
  const DoubleDouble low = two_sum(a.lo, b.lo);
  high = quick_two_sum(high.hi, high.lo + low.hi);
  return quick_two_sum(high.hi, high.lo + low.lo);
}

inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.hi / b.hi;
  DoubleDouble rest = a - b * DoubleDouble(first);
  const double second = rest.hi / b.hi;
  rest = rest - b * DoubleDouble(second);
  return quick_two_sum(first, second) + DoubleDouble(rest.hi / b.hi);
}

inline bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.hi > 0.0)) return {};
  const double root = std::sqrt(a.hi);
  const DoubleDouble rest = a - two_product(root, root);
  return quick_two_sum(root, rest.hi / (2.0 * root));
}

/// A vector of three numbers of either precision: all the linear algebra that closest features
/// need, written once.
template <typename Real>
struct Triplet {
  Real x{};
  Real y{};
  Real z{};

  friend Triplet operator+(const Triplet& a, const Triplet& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Triplet operator-(const Triplet& a, const Triplet& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Triplet operator*(const Real& s, const Triplet& a) { return {s * a.x, s * a.y, s * a.z}; }
  Real dot(const Triplet& b) const { return x * b.x + y * b.y + z * b.z; }
  Triplet cross(const Triplet& b) const {
    return {y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x};
  }
};

template <typename Real>
Vector3 rounded(const Triplet<Real>& a) {
  return Vector3(static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z));
}

}  // namespace rigor
