// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <rigor/integration/accumulation.hpp>
#include <rigor/integration/tolerances.hpp>

namespace rigor {
namespace {

/// The limit of the sequence that three impacts begin, seconds after the last of them.
std::optional<double> rest_of(const trace::Time& a, const trace::Time& b, const trace::Time& c) {
  const double before = trace::elapsed(a, b);
  const double last = trace::elapsed(b, c);
  if (!(before > 0.0) || !(last > 0.0) || last >= before) return {};
  const double ratio = last / before;
  return last * ratio / (1.0 - ratio);
}

}  // namespace

void ImpactHistory::add(const trace::Time& t) {
  times_.push_back(t);
  if (times_.size() > kKeptImpacts) times_.erase(times_.begin());
}

ImpactHistory::Limit ImpactHistory::limit(const trace::Time& now) const {
  Limit best{trace::seconds(now), 0.0, std::numeric_limits<double>::infinity(), false};
  std::optional<double> earlier;  // the limit by the impact before, seconds after `now`
  for (std::size_t n = 2; n < times_.size(); ++n) {
    std::optional<double> rest = rest_of(times_[n - 2], times_[n - 1], times_[n]);
    if (rest) *rest -= trace::elapsed(times_[n], now);
    const double error =
        rest && earlier ? std::abs(*rest - *earlier) : std::numeric_limits<double>::infinity();
    if (rest && *rest >= 0.0 && error <= best.error)
      best = {trace::seconds(now) + *rest, *rest, error, true};
    earlier = rest;
  }
  if (!std::isfinite(best.error)) best.error = best.cut_off;
  return best;
}

}  // namespace rigor
