// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/clock.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

/// Absolute error of trace::elapsed besides its relative one: the offsets (below 2^-10 s) are
/// subtracted with one rounding of at most 2^-63 s; doubled.
constexpr double kElapsedError = 0x1p-62;

}  // namespace

// elapsed() makes one relative rounding besides the absolute one, the division another: 4u is
// ample.
Interval fraction_at(const Clock& clock, const trace::Time& t) {
  const double s = trace::elapsed(clock.start, t) / clock.length;
  const double doubt = raised(4.0 * kUnit * std::abs(s) + kElapsedError / clock.length);
  return {std::clamp(next_down(s - doubt), 0.0, 1.0), std::clamp(next_up(s + doubt), 0.0, 1.0)};
}

trace::Time time_at_most(const Clock& clock, double s) {
  double retreat = 8.0 * kUnit * s * clock.length + kElapsedError;
  for (;;) {
    const double duration = s * clock.length - retreat;
    if (duration <= 0.0) return clock.start;
    const trace::Time t = trace::advanced(clock.start, duration);
    const double computed = trace::elapsed(clock.start, t) / clock.length;
    const double doubt = 8.0 * kUnit * computed + kElapsedError / clock.length;
    if (computed + doubt * (1.0 + 0x1p-20) < s) return t;
    retreat *= 2.0;
  }
}

trace::Time time_at_least(const Clock& clock, double s) {
  double advance = 8.0 * kUnit * s * clock.length + kElapsedError;
  for (;;) {
    const trace::Time t = trace::advanced(clock.start, s * clock.length + advance);
    const double computed = trace::elapsed(clock.start, t) / clock.length;
    const double doubt = 8.0 * kUnit * computed + kElapsedError / clock.length;
    if (computed - doubt * (1.0 + 0x1p-20) > s) return t;
    advance *= 2.0;
  }
}

}  // namespace rigor
