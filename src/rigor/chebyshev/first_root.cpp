// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// Steps of one march; smooth functions need 1 to 10, near-tangencies a few dozen. Reaching it is
/// an Undecided outcome from which the caller may go on.
constexpr int kMaxSteps = 1000;
/// Doublings of the step with which the far end of a bracket is sought.
constexpr int kMaxDoublings = 60;

/// The largest step on which value + slope τ - curvature τ²/2 stays positive, shortened by more
/// than its rounding. The form of the root depends on the sign of the slope so that nothing
/// cancels.
double safe_step(double value, double slope, double curvature) {
  constexpr double kShorten = 1.0 - 16.0 * kUnit;
  const double root = std::sqrt(slope * slope + 2.0 * curvature * value);
  if (slope < 0.0) return kShorten * (2.0 * value / (root - slope));
  if (curvature > 0.0) return kShorten * ((slope + root) / curvature);
  return std::numeric_limits<double>::infinity();
}

/// Rounding below this fraction of the radius is not worth sharper arithmetic.
constexpr double kMinorError = 0x1p-4;
/// The far end of a bracket need not be closer to the nearest possible one than this fraction of
/// it.
constexpr double kLooseEnd = 0x1p-4;

/// The value of g(s), sharper arithmetic being used when doubles do not suffice.
BoundedValue sharp_value(const ChebModel& g, double s) {
  const BoundedValue p = polynomial_value(g, s);
  const bool clear = std::abs(p.value) > 4.0 * (p.error + g.radius());
  return clear || p.error < kMinorError * g.radius() ? p : polynomial_value_precise(g, s);
}

/// A point after lo at which g < 0 is proved, close to lo if g falls steeply there.
std::optional<double> point_below(const ChebModel& g, double lo, double first_step, double to) {
  double hi = lo;
  double step = std::max(first_step, 4.0 * kUnit);
  for (int i = 0; i < kMaxDoublings && hi < to; ++i, step *= 2.0) {
    hi = std::min(lo + step, to);
    if (side_at(g, hi, 0.0) != Side::Below) continue;
    double open = i == 0 ? lo : std::min(lo + 0.5 * step, to);  // not proved below there
    for (int j = 0; j < kMaxDoublings && i > 1; ++j) {
      const double middle = 0.5 * (open + hi);
      if (middle <= open || middle >= hi || hi - open <= kLooseEnd * (hi - lo)) break;
      (side_at(g, middle, 0.0) == Side::Below ? hi : open) = middle;
    }
    return hi;
  }
  return std::nullopt;
}

RootOutcome bracket(const ChebModel& g, double lo, double slope, double to) {
  const BoundedValue p = polynomial_value(g, lo);
  const double height = std::abs(p.value) + p.error + g.radius();
  const double step =
      slope < 0.0 ? 2.0 * height / -slope : std::sqrt(height / (1.0 + coefficient_sum(g)));
  const std::optional<double> hi = point_below(g, lo, step, to);
  if (hi) return Crosses{lo, *hi};
  return Undecided{lo};
}

}  // namespace

RootOutcome first_below(const ChebModel& f, double level, double from, double to) {
  RIGOR_DEMAND(0.0 <= from && from <= to && to <= 1.0);
  if (enclosure(f).lo > level) return StaysAbove{};
  ChebModel g = f;
  g -= level;
  const ChebModel slopes = derivative(g);
  const double curvature = curvature_bound(g);
  double s = from;
  for (int i = 0; i < kMaxSteps; ++i) {
    const BoundedValue p = sharp_value(g, s);
    const double doubt = raised(p.error + g.radius());
    const double value = next_down(p.value - doubt);
    const double slope = value_at(slopes, s).lo;
    if (value <= 0.0) {
      if (i > 0) return bracket(g, s, slope, to);
      if (side_at(g, s, 0.0) == Side::Below) return StartsBelow{};
      return Undecided{s};
    }
    if (s >= to) return StaysAbove{};
    const double next = next_down(s + safe_step(value, slope, curvature));
    if (next >= to) return StaysAbove{};
    if (next <= s || value <= doubt) return bracket(g, s, slope, to);
    s = next;
  }
  return Undecided{s};
}

RootOutcome first_above(const ChebModel& f, double level, double from, double to) {
  return first_below(-f, -level, from, to);
}

}  // namespace rigor
