// SPDX-License-Identifier: Apache-2.0
// Exact numbers m·2^e. Every double is one, and sums, differences and products stay exact.
#pragma once

#include <array>
#include <compare>

#include <gmpxx.h>

#include <rigor/trace/types.hpp>

namespace rigor::verification {

using Integer = mpz_class;

/// The number mantissa·2^exponent.
struct Dyadic {
  Integer mantissa = 0;
  long exponent = 0;

  Dyadic() = default;
  Dyadic(Integer m, long e) : mantissa(std::move(m)), exponent(e) {}
  /// The exact value of x, which must be finite.
  explicit Dyadic(double x);
};

Dyadic operator+(const Dyadic& x, const Dyadic& y);
Dyadic operator-(const Dyadic& x, const Dyadic& y);
Dyadic operator-(const Dyadic& x);
Dyadic operator*(const Dyadic& x, const Dyadic& y);
bool operator==(const Dyadic& x, const Dyadic& y);
std::strong_ordering operator<=>(const Dyadic& x, const Dyadic& y);

using Dyadic3 = std::array<Dyadic, 3>;

Dyadic3 exact(const trace::Triple& x);
Dyadic dot(const Dyadic3& x, const Dyadic3& y);
Dyadic3 cross(const Dyadic3& x, const Dyadic3& y);
Dyadic3 operator-(const Dyadic3& x, const Dyadic3& y);

/// The exact instant.
Dyadic exact(const trace::Time& t);

/// Numbers that enclose sqrt(x), apart by about 2^-90 of it. Requires x >= 0.
struct RootBounds {
  Dyadic below;
  Dyadic above;
};
RootBounds square_root(const Dyadic& x);

/// x rounded to a double, wrong by less than 2 ulp; for printing.
double approximate(const Dyadic& x);

/// A double not above p / q and within 2^-48 of it relatively. Requires q > 0 and a quotient
/// within the range of doubles.
double quotient_below(const Integer& p, const Integer& q);

/// A double not below p / q.
double quotient_above(const Integer& p, const Integer& q);

}  // namespace rigor::verification
