// SPDX-License-Identifier: Apache-2.0
// Values of forms as rationals, straight from the definition.
#pragma once

#include <rigor/verification/double_form.hpp>
#include <rigor/verification/form.hpp>

namespace rigor::verification {

inline mpq_class rational(const Dyadic& x) {
  mpq_class q(x.mantissa);
  if (x.exponent >= 0) return q * (mpq_class(1) << static_cast<unsigned long>(x.exponent));
  return q / (mpq_class(1) << static_cast<unsigned long>(-x.exponent));
}

/// 2^exponent Σ c_i u^i (1-u)^(n-i).
inline mpq_class value(const Form& p, const mpq_class& u) {
  mpq_class sum = 0;
  for (std::size_t i = 0; i < p.c.size(); ++i) {
    mpq_class term(p.c[i]);
    for (std::size_t k = 0; k < i; ++k) term *= u;
    for (std::size_t k = i; k < p.degree(); ++k) term *= 1 - u;
    sum += term;
  }
  return sum * rational(Dyadic(Integer(1), p.exponent));
}

/// Σ b_i C(n, i) u^i (1-u)^(n-i).
inline mpq_class value(const DoubleForm& p, const mpq_class& u) {
  mpq_class sum = 0;
  Integer binomial = 1;
  for (std::size_t i = 0; i <= p.degree; ++i) {
    mpq_class term = mpq_class(p.b[i]) * binomial;
    for (std::size_t k = 0; k < i; ++k) term *= u;
    for (std::size_t k = i; k < p.degree; ++k) term *= 1 - u;
    sum += term;
    binomial = binomial * (p.degree - i) / (i + 1);
  }
  return sum;
}

inline mpq_class radius(const Form& p) { return rational(Dyadic(p.radius, p.exponent)); }

}  // namespace rigor::verification
