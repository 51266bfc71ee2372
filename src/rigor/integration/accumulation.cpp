// SPDX-License-Identifier: Apache-2.0
#include <rigor/integration/accumulation.hpp>

namespace rigor {
namespace {

constexpr std::size_t kKept = 4;

}  // namespace

void ImpactHistory::add(const trace::Time& t) {
  times_.push_back(t);
  if (times_.size() > kKept) times_.erase(times_.begin());
}

ImpactHistory::Limit ImpactHistory::limit(const trace::Time& now) const {
  const Limit none{trace::seconds(now), 0.0, false};
  if (times_.size() < 3) return none;
  const std::size_t n = times_.size();
  const double before = trace::elapsed(times_[n - 3], times_[n - 2]);
  const double last = trace::elapsed(times_[n - 2], times_[n - 1]);
  if (!(before > 0.0) || !(last > 0.0) || last >= before) return none;
  const double ratio = last / before;
  const double rest = last * ratio / (1.0 - ratio);
  const double from_now = rest - trace::elapsed(times_[n - 1], now);
  return {trace::seconds(now) + from_now, rest, true};
}

}  // namespace rigor
