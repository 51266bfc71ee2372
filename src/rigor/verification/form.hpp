// SPDX-License-Identifier: Apache-2.0
// Polynomials on an interval as homogeneous forms: p(u) = 2^exponent · Σ c_i u^i (1-u)^(n-i), u in
// [0, 1], with integer c_i. These are Bernstein coefficients times binomials, so
//   - products are plain convolutions and everything stays an integer,
//   - if all c_i are positive, so is p on all of [0, 1],
//   - c_0 and c_n are the values at the ends.
// A form may stand for a polynomial that is known only up to a radius: |true p(u) - p(u)| <= radius
// · 2^exponent for all u in [0, 1]. Every operation keeps that true; a radius of 0 means exact.
#pragma once

#include <span>
#include <vector>

#include <rigor/verification/dyadic.hpp>

namespace rigor::verification {

struct Form {
  std::vector<Integer> c{Integer(0)};
  long exponent = 0;
  Integer radius = 0;

  Form() = default;
  Form(std::vector<Integer> coefficients, long e) : c(std::move(coefficients)), exponent(e) {}
  /// The constant x.
  explicit Form(const Dyadic& x) : c{x.mantissa}, exponent(x.exponent) {}
  /// The linear polynomial from x at u = 0 to y at u = 1.
  Form(const Dyadic& x, const Dyadic& y);

  std::size_t degree() const { return c.size() - 1; }
  bool is_exact() const { return radius == 0; }
};

Form operator+(Form p, const Form& q);
Form operator-(Form p, const Form& q);
Form operator-(Form p);
Form operator*(const Form& p, const Form& q);
Form operator*(const Dyadic& x, Form p);
Form squared(const Form& p);

/// The same polynomial with degree + 1 more coefficients. Requires degree >= p.degree().
Form elevated(Form p, std::size_t degree);

/// Brings all to one degree and one exponent, so that coefficients can be compared.
void align(std::span<Form> forms);

/// p on [0, 1/2] and on [1/2, 1], each again over [0, 1], both times the same power of two.
Form left_half(const Form& p);
Form right_half(const Form& p);

/// p shortened to about kWorkingBits bits if it is not exact, with a larger radius for it; an exact
/// form is returned as it is.
Form shortened(Form p);

/// An exact polynomial nowhere above (below) the true one.
Form lower_bound(Form p);
Form upper_bound(Form p);

/// Bits kept of forms that are not exact. Margins of 1e-12 m at coordinates of 1e4 m need 54.
inline constexpr long kWorkingBits = 160;

/// Value at u = 0 and at u = 1 of an exact form.
Dyadic at_start(const Form& p);
Dyadic at_end(const Form& p);

/// Whether p > 0 on all of [0, 1].
enum class Sign : std::uint8_t {
  Positive,   ///< proved
  Refuted,    ///< p <= 0 somewhere, shown by a value; only if p is exact
  Undecided,  ///< neither within the budget of subdivisions
};
Sign positivity(const Form& p);

/// How often an interval may be halved, and into how many parts altogether.
inline constexpr int kMaxDepth = 40;
inline constexpr int kMaxParts = 600;

}  // namespace rigor::verification
