// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/verification/dyadic.hpp>

namespace rigor::verification {
namespace {

/// Bits of a square root beyond those of its argument.
constexpr long kRootBits = 192;

Integer shifted(const Integer& m, long bits) {
  Integer result;
  mpz_mul_2exp(result.get_mpz_t(), m.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  return result;
}

/// p / q, wrong by less than 2^-51 of itself: each truncation to 53 bits by less than 2^-52, the
/// division by 2^-53. Scaling by a power of two is exact while the result is a normal number.
double quotient(const Integer& p, const Integer& q) {
  long exponent_p = 0;
  long exponent_q = 0;
  const double x = mpz_get_d_2exp(&exponent_p, p.get_mpz_t());
  const double y = mpz_get_d_2exp(&exponent_q, q.get_mpz_t());
  const long exponent = std::clamp(exponent_p - exponent_q, -4000L, 4000L);
  return std::ldexp(x / y, static_cast<int>(exponent));
}

/// Covers the error of `quotient`, with room for the multiplication by it.
constexpr double kQuotientError = 0x1p-50;

}  // namespace

Dyadic::Dyadic(double x) {
  int e = 0;
  const double fraction = std::frexp(x, &e);
  mantissa = std::ldexp(fraction, 53);
  exponent = e - 53;
  if (mantissa == 0) {
    exponent = 0;
    return;
  }
  const mp_bitcnt_t zeros = mpz_scan1(mantissa.get_mpz_t(), 0);
  mpz_tdiv_q_2exp(mantissa.get_mpz_t(), mantissa.get_mpz_t(), zeros);
  exponent += static_cast<long>(zeros);
}

Dyadic operator+(const Dyadic& x, const Dyadic& y) {
  if (x.mantissa == 0) return y;
  if (y.mantissa == 0) return x;
  const long e = std::min(x.exponent, y.exponent);
  return {shifted(x.mantissa, x.exponent - e) + shifted(y.mantissa, y.exponent - e), e};
}

Dyadic operator-(const Dyadic& x) { return {-x.mantissa, x.exponent}; }

Dyadic operator-(const Dyadic& x, const Dyadic& y) { return x + (-y); }

Dyadic operator*(const Dyadic& x, const Dyadic& y) {
  return {x.mantissa * y.mantissa, x.exponent + y.exponent};
}

bool operator==(const Dyadic& x, const Dyadic& y) { return (x <=> y) == 0; }

std::strong_ordering operator<=>(const Dyadic& x, const Dyadic& y) {
  return sgn((x - y).mantissa) <=> 0;
}

Dyadic3 exact(const trace::Triple& x) { return {Dyadic(x[0]), Dyadic(x[1]), Dyadic(x[2])}; }

Dyadic dot(const Dyadic3& x, const Dyadic3& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

Dyadic3 cross(const Dyadic3& x, const Dyadic3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Dyadic3 operator-(const Dyadic3& x, const Dyadic3& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}

Dyadic exact(const trace::Time& t) { return Dyadic(t.base) + Dyadic(t.offset); }

RootBounds square_root(const Dyadic& x) {
  const long odd = x.exponent & 1;
  const Integer scaled = shifted(x.mantissa, kRootBits + odd);
  const long exponent = (x.exponent - odd - kRootBits) / 2;
  Integer root;
  mpz_sqrt(root.get_mpz_t(), scaled.get_mpz_t());
  const bool perfect = root * root == scaled;
  return {{root, exponent}, {perfect ? root : Integer(root + 1), exponent}};
}

double approximate(const Dyadic& x) {
  long e = 0;
  const double fraction = mpz_get_d_2exp(&e, x.mantissa.get_mpz_t());
  return std::ldexp(fraction, static_cast<int>(std::clamp(e + x.exponent, -4000L, 4000L)));
}

double quotient_below(const Integer& p, const Integer& q) {
  const double x = quotient(p, q);
  const double margin = std::abs(x) * kQuotientError + std::numeric_limits<double>::min();
  return std::nextafter(x - margin, -std::numeric_limits<double>::infinity());
}

double quotient_above(const Integer& p, const Integer& q) { return -quotient_below(-p, q); }

}  // namespace rigor::verification
