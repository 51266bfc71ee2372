// SPDX-License-Identifier: Apache-2.0
// Polynomials on [0, 1] in doubles with a bound of everything that rounding did to them: the first,
// cheap stage of most proofs. p(u) = Σ b_i B_i(u) with the Bernstein polynomials B_i = C(n, i) u^i
// (1-u)^(n-i), and |true p(u) - p(u)| <= radius for all u in [0, 1], where p is the exact
// polynomial with these double coefficients. Since the B_i are not negative and sum to 1,
//   - |p| <= magnitude = max |b_i|, and b_i - radius > 0 for all i proves true p > 0,
//   - an error e of one coefficient adds at most e to the radius, however many coefficients have
//   it.
// Roundings: each operation of IEEE doubles is wrong by at most 2^-53 of its result, or by 2^-1075
// where that underflows; so a coefficient made by k roundings from terms whose magnitudes sum to m
// is wrong by less than k 2^-52 m + 2^-1000. Bounds use twice what is needed, which covers the
// roundings of the bounds themselves. A number that is not finite makes the radius NaN or infinite,
// and every proof compares so that this proves nothing.
#pragma once

#include <array>
#include <cstddef>

namespace rigor::verification {

/// The largest degree; forms that would exceed it have an infinite radius instead. Planes between
/// two bodies have five times the degree of their paths, squares of edges' distances ten times.
inline constexpr std::size_t kMaxDoubleDegree = 175;

struct DoubleForm {
  std::array<double, kMaxDoubleDegree + 1> b;  ///< the first degree + 1 are meant
  std::size_t degree = 0;
  double radius = 0.0;

  /// The constant x.
  explicit DoubleForm(double x) { b[0] = x; }
  DoubleForm() : DoubleForm(0.0) {}
  /// The linear polynomial from x at u = 0 to y at u = 1.
  DoubleForm(double x, double y) : degree(1) {
    b[0] = x;
    b[1] = y;
  }
  DoubleForm(const DoubleForm& other);
  DoubleForm& operator=(const DoubleForm& other);

  double start() const { return b[0]; }
  double end() const { return b[degree]; }
};

/// At least the largest |true p|, without the radius; NaN if a coefficient is.
double magnitude(const DoubleForm& p);

DoubleForm operator+(const DoubleForm& p, const DoubleForm& q);
DoubleForm operator-(const DoubleForm& p, const DoubleForm& q);
DoubleForm operator-(const DoubleForm& p);
DoubleForm operator*(const DoubleForm& p, const DoubleForm& q);
DoubleForm operator*(double x, const DoubleForm& p);

/// The same polynomial with degree + 1 coefficients. Requires degree >= p.degree.
DoubleForm elevated(const DoubleForm& p, std::size_t degree);

/// p on [0, 1/2] and on [1/2, 1], each again over [0, 1].
struct DoubleHalves {
  DoubleForm left;
  DoubleForm right;
};
DoubleHalves halves(const DoubleForm& p);

using DoubleForm3 = std::array<DoubleForm, 3>;

DoubleForm dot(const DoubleForm3& x, const DoubleForm3& y);
DoubleForm dot(const std::array<double, 3>& x, const DoubleForm3& y);

/// Numbers not above and not below the least and the greatest value of the true p.
double least(const DoubleForm& p);
double greatest(const DoubleForm& p);

/// The bound k 2^-52 m + 2^-1000 of k roundings of terms whose magnitudes sum to m, doubled.
double rounding(double k, double m);

}  // namespace rigor::verification
