// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gmpxx.h>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

/// An unevaluated sum high + low of two doubles, |low| <= ulp(high) (Dekker 1971).
struct Pair {
  double high = 0.0;
  double low = 0.0;
};

/// Relative error of one addition or product of Pairs; the proved bounds are near 2^-103 (Joldes,
/// Muller, Popescu 2017).
constexpr double kPairUnit = 0x1p-100;

Pair exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

Pair renormalized(double high, double low) {
  const double sum = high + low;
  return {sum, low - (sum - high)};
}

Pair operator+(const Pair& a, const Pair& b) {
  const Pair highs = exact_sum(a.high, b.high);
  const Pair lows = exact_sum(a.low, b.low);
  const Pair sum = renormalized(highs.high, highs.low + lows.high);
  return renormalized(sum.high, sum.low + lows.low);
}

Pair operator*(const Pair& a, const Pair& b) {
  const double product = a.high * b.high;
  const double rest = std::fma(a.high, b.high, -product);
  return renormalized(product, rest + (a.high * b.low + a.low * b.high));
}

Pair operator-(const Pair& a) { return {-a.high, -a.low}; }

/// The exact value of p(s) - level.
mpq_class exact_difference(const ChebModel& f, double s, double level) {
  const mpq_class twice_x = 4 * mpq_class(s) - 2;
  mpq_class later = 0;
  mpq_class last = 0;
  const auto c = f.coefficients();
  for (int k = f.degree(); k >= 1; --k) {
    mpq_class next = twice_x * later - last + mpq_class(c[k]);
    last = later;
    later = next;
  }
  return twice_x * later / 2 - last + mpq_class(c[0]) - mpq_class(level);
}

}  // namespace

double clenshaw(std::span<const double> coefficients, double s) {
  const double twice_x = 4.0 * s - 2.0;
  double later = 0.0;
  double last = 0.0;
  for (std::size_t k = coefficients.size() - 1; k >= 1; --k) {
    const double next = twice_x * later - last + coefficients[k];
    last = later;
    later = next;
  }
  return 0.5 * twice_x * later - last + coefficients[0];
}

// A local error of b_k acts like one of c_k and |T_k| <= 1, so errors add up. One step errs by at
// most u (5 |b_{k+1}| + |b_{k+2}| + |b_k|), the rounding of 4s - 2 (at most u) included.
BoundedValue polynomial_value(const ChebModel& f, double s) {
  const double* c = f.coefficients().data();
  const double twice_x = 4.0 * s - 2.0;
  double later = 0.0;
  double last = 0.0;
  double sizes = 0.0;
  for (int k = f.degree(); k >= 1; --k) {
    const double next = twice_x * later - last + c[k];
    last = later;
    later = next;
    sizes += std::abs(next);
  }
  const double value = 0.5 * twice_x * later - last + c[0];
  return {value, raised(8.0 * kUnit * (sizes + std::abs(value)))};
}

BoundedValue polynomial_value_precise(const ChebModel& f, double s) {
  const auto c = f.coefficients();
  const Pair twice_x = exact_sum(4.0 * s, -2.0);
  Pair later;
  Pair last;
  double sizes = 0.0;
  for (int k = f.degree(); k >= 1; --k) {
    const Pair next = (twice_x * later + -last) + Pair{c[k], 0.0};
    last = later;
    later = next;
    sizes += std::abs(next.high);
  }
  const Pair half_x{0.5 * twice_x.high, 0.5 * twice_x.low};
  const Pair sum = (half_x * later + -last) + Pair{c[0], 0.0};
  const double error = 16.0 * kPairUnit * (sizes + std::abs(sum.high)) + std::abs(sum.low);
  return {sum.high, raised(error)};
}

Interval value_at(const ChebModel& f, double s) {
  const BoundedValue p = polynomial_value(f, s);
  const double reach = raised(p.error + f.radius());
  return {next_down(p.value - reach), next_up(p.value + reach)};
}

Side side_at(const ChebModel& f, double s, double level) {
  for (const auto& evaluate : {polynomial_value, polynomial_value_precise}) {
    const BoundedValue p = evaluate(f, s);
    const double difference = p.value - level;
    const double doubt = raised(p.error + f.radius() + kUnit * std::abs(difference));
    if (difference > doubt) return Side::Above;
    if (difference < -doubt) return Side::Below;
    const double most = std::abs(difference) * (1.0 + 4.0 * kUnit) + p.error;
    if (raised(most) <= f.radius()) return Side::Within;
  }
  const mpq_class difference = exact_difference(f, s, level);
  const mpq_class radius(f.radius());
  if (difference > radius) return Side::Above;
  if (difference < -radius) return Side::Below;
  return Side::Within;
}

}  // namespace rigor
