// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include <rigor/verification/motion.hpp>

namespace rigor::verification {
namespace {

/// Multiplied by length^k, where X = length·x is a dyadic linear polynomial, T_k is dyadic: P_{k+1}
/// = 2 X P_k - length² P_{k-1}. Multiplied by the rest of length^n all have the same weight.
std::vector<Form> exact_basis(const Form& x, const Dyadic& length, std::size_t n) {
  std::vector<Form> basis = {Form(Dyadic(1.0)), x};
  basis.resize(std::max<std::size_t>(n + 1, 2));
  const Form twice = Dyadic(2.0) * x;
  const Dyadic length_squared = length * length;
  for (std::size_t k = 2; k <= n; ++k) {
    basis[k] = twice * basis[k - 1] - length_squared * basis[k - 2];
  }
  basis.resize(n + 1);
  Dyadic power(1.0);
  for (std::size_t k = n + 1; k-- > 0;) {
    basis[k] = power * std::move(basis[k]);
    power = power * length;
  }
  return basis;
}

/// T_{k+1} = 2 x T_k - T_{k-1} with x = X / length rounded down at both ends.
std::vector<Form> rounded_basis(const Form& x, const Dyadic& length, std::size_t n) {
  Form quotient = x;
  const long shift = kWorkingBits - length.exponent;
  quotient.exponent = -kWorkingBits;
  for (Integer& c : quotient.c) {
    const long bits = x.exponent + shift;  // c 2^x.exponent / (m 2^e) in units of 2^-kWorkingBits
    Integer numerator = c;
    Integer denominator = length.mantissa;
    Integer& scaled = bits >= 0 ? numerator : denominator;
    mpz_mul_2exp(scaled.get_mpz_t(), scaled.get_mpz_t(), static_cast<mp_bitcnt_t>(std::abs(bits)));
    mpz_fdiv_q(c.get_mpz_t(), numerator.get_mpz_t(), denominator.get_mpz_t());
  }
  quotient.radius = 1;
  std::vector<Form> basis = {Form(Dyadic(1.0)), quotient};
  basis.resize(std::max<std::size_t>(n + 1, 2));
  const Form twice = Dyadic(2.0) * quotient;
  for (std::size_t k = 2; k <= n; ++k) {
    basis[k] = shortened(twice * basis[k - 1] - basis[k - 2]);
  }
  basis.resize(n + 1);
  return basis;
}

/// T_k(2 s - 1), s = (t - start) / length, times length^n if exact, for k = 0..n as forms of degree
/// n on the interval.
std::vector<Form> chebyshev_basis(const trace::Segment& segment, const Interval& interval,
                                  std::size_t n, Precision precision) {
  const Dyadic length(segment.length);
  const Dyadic start = exact(segment.start);
  const Dyadic two(2.0);
  const Dyadic first = two * (interval.begin - start) - length;
  // At a single instant everything is a number.
  const Form x = interval.begin == interval.end
                     ? Form(first)
                     : Form(first, two * (interval.end - start) - length);
  auto basis =
      precision == Precision::Exact ? exact_basis(x, length, n) : rounded_basis(x, length, n);
  align(basis);
  return basis;
}

Dyadic power(const Dyadic& x, std::size_t n) {
  Dyadic result(1.0);
  for (std::size_t i = 0; i < n; ++i) result = result * x;
  return result;
}

/// Σ coefficient_k basis_k.
Form combination(const std::vector<double>& coefficients, const std::vector<Form>& basis) {
  std::vector<Form> numbers;
  for (const double c : coefficients) numbers.emplace_back(Dyadic(c));
  align(numbers);
  Form sum(std::vector<Integer>(basis[0].c.size()), basis[0].exponent + numbers[0].exponent);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (numbers[k].c[0] == 0) continue;
    for (std::size_t i = 0; i < sum.c.size(); ++i) {
      mpz_addmul(sum.c[i].get_mpz_t(), basis[k].c[i].get_mpz_t(), numbers[k].c[0].get_mpz_t());
    }
    sum.radius += abs(numbers[k].c[0]) * basis[k].radius;
  }
  return shortened(std::move(sum));
}

/// |q|² R(q) and |q|² of the quaternion (w, x, y, z).
void set_rotation(Motion& motion, const std::array<Form, 4>& q) {
  const Form ww = squared(q[0]);
  const Form xx = squared(q[1]);
  const Form yy = squared(q[2]);
  const Form zz = squared(q[3]);
  const Dyadic two(2.0);
  const auto twice_product = [&](std::size_t i, std::size_t j) { return two * (q[i] * q[j]); };
  const Form wx = twice_product(0, 1);
  const Form wy = twice_product(0, 2);
  const Form wz = twice_product(0, 3);
  const Form xy = twice_product(1, 2);
  const Form xz = twice_product(1, 3);
  const Form yz = twice_product(2, 3);
  motion.rotation[0] = {ww + xx - yy - zz, xy - wz, xz + wy};
  motion.rotation[1] = {xy + wz, ww - xx + yy - zz, yz - wx};
  motion.rotation[2] = {xz - wy, yz + wx, ww - xx - yy + zz};
  motion.norm = shortened(ww + xx + yy + zz);
  for (Form3& row : motion.rotation) {
    for (Form& entry : row) entry = shortened(std::move(entry));
  }
}

}  // namespace

double instant(const Interval& interval, double u) {
  return approximate(interval.begin + Dyadic(u) * (interval.end - interval.begin));
}

Norm norm_on(const trace::Segment& segment, const Interval& interval, Precision precision) {
  const std::size_t degree = segment.quaternion[0].size() - 1;
  const auto basis = chebyshev_basis(segment, interval, degree, precision);
  Norm norm;
  for (const auto& row : segment.quaternion)
    norm.form = std::move(norm.form) + squared(combination(row, basis));
  norm.form = shortened(std::move(norm.form));
  if (precision == Precision::Exact) norm.weight = power(Dyadic(segment.length), 2 * degree);
  return norm;
}

Motion motion_on(const trace::Segment& segment, const Interval& interval, Precision precision) {
  Motion motion;
  const std::size_t degree = segment.position[0].size() - 1;
  const std::size_t degree_q = segment.quaternion[0].size() - 1;
  const auto basis = chebyshev_basis(segment, interval, degree, precision);
  const auto basis_q =
      degree_q == degree ? basis : chebyshev_basis(segment, interval, degree_q, precision);
  if (precision == Precision::Exact) {
    const Dyadic length(segment.length);
    motion.weight = power(length, degree);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    motion.position[i] = combination(segment.position[i], basis);
  }
  std::array<Form, 4> q;
  for (std::size_t i = 0; i < 4; ++i) q[i] = combination(segment.quaternion[i], basis_q);
  set_rotation(motion, q);
  return motion;
}

Motion resting() {
  Motion motion;
  const Form one(Dyadic(1.0));
  for (std::size_t i = 0; i < 3; ++i) motion.rotation[i][i] = one;
  motion.norm = one;
  return motion;
}

Form3 rotated(const Motion& motion, const Dyadic3& x) {
  return {dot(x, motion.rotation[0]), dot(x, motion.rotation[1]), dot(x, motion.rotation[2])};
}

Form dot(const Form3& x, const Form3& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

Form dot(const Dyadic3& x, const Form3& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

}  // namespace rigor::verification
