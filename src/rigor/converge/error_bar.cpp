// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/converge/error_bar.hpp>

namespace rigor {
namespace {

constexpr double kUlp = std::numeric_limits<double>::epsilon();
/// The start is known to about this many units in the last place.
constexpr double kRoundings = 10.0;
/// Numbers are told to this fraction of what they are made of: poses, paths, their derivatives.
constexpr double kTold = 1e-13;
/// Grown rounding is at most this many times what the runs show of it.
constexpr double kUnseen = 30.0;
/// Above this share of the skin's whole effect, that effect is not linear and is not extrapolated.
constexpr double kMostCurved = 0.02;
/// A first-order method must show an order between these.
constexpr double kLowestOrder = 0.6;
constexpr double kHighestOrder = 1.6;
/// Changes may grow by this much from h/2 to h/4 where they do not shrink by half.
constexpr double kMostGrowth = 1.5;
/// Solvers of steps stop at residuals about this large; smaller differences mean nothing.
constexpr double kSolverNoise = 1e-9;

}  // namespace

Estimate estimate(const SkinReadings& x, const SkinLadder& ladder) {
  const double slope = (x.d - x.b) / (ladder.d - 1.0);
  Estimate out{x.b - slope, {}, {}};
  const double curved = std::abs(x.c - (x.b + slope * (ladder.c - 1.0)));
  const double grown = kRoundings * kUlp * x.grown / kTwinOffset;
  const double rounding = std::min(grown, kUnseen * std::max(curved, x.moved)) +
                          kTold * std::max(x.scale, std::abs(x.b));
  const double noise = x.location + rounding + x.moved;
  if (curved > kMostCurved * std::abs(x.b - x.d) + noise) {
    out.value = x.b;
    out.bar = 3.0 * std::max(std::abs(x.c - x.b), std::abs(x.d - x.b)) + noise;
    out.reason = "the effect of the skin is not linear, so it was not removed";
    return out;
  }
  out.bar = 3.0 * (curved + 1.3 * x.moved) + x.location + rounding;
  return out;
}

std::optional<double> observed_order(const StepReadings& x) {
  const double coarse = std::abs(x.h - x.half);
  const double fine = std::abs(x.half - x.quarter);
  if (coarse == 0.0 || fine == 0.0) return {};
  return std::log2(coarse / fine);
}

Estimate estimate(const StepReadings& x) {
  const double coarse = 2.0 * x.half - x.h;
  const double fine = 2.0 * x.quarter - x.half;
  Estimate out{fine, {}, {}};
  const double noise = kSolverNoise * std::max(1.0, std::abs(x.quarter));
  const double change = std::abs(x.quarter - x.half);
  const double coarser = std::abs(x.half - x.h);
  const std::optional<double> order = observed_order(x);
  if (change <= noise || (order && *order >= kLowestOrder && *order <= kHighestOrder)) {
    out.bar = 3.0 * std::abs(fine - coarse) + x.location + noise;
    return out;
  }
  out.value = x.quarter;
  out.reason = "the result does not converge at first order over these steps";
  if (change <= kMostGrowth * std::max(coarser, x.location))
    out.bar = 3.0 * std::max(change, coarser) + x.location + noise;
  return out;
}

}  // namespace rigor
