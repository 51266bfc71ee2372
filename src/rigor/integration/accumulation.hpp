// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/trace/time.hpp>

namespace rigor {

/// The impacts of an island since it last was without micro-hops, for the limit of infinite
/// sequences (Zeno): a block rocking to rest, a ball bouncing to rest.
class ImpactHistory {
 public:
  void add(const trace::Time& t);
  void clear() { times_.clear(); }
  /// Those that are kept, in order.
  const std::vector<trace::Time>& times() const { return times_; }

  /// Where a geometric sequence of impacts ends, seconds, with a bound on the time cut off by
  /// ending it at `now`.
  struct Limit {
    double time = 0.0;
    double cut_off = 0.0;
    double error = 0.0;      ///< how far the estimates of neighbouring impacts are apart
    bool estimated = false;  ///< false: too few impacts, the limit is `now` itself
  };

  /// Three impacts, the intervals of which shrink by a ratio r, give the limit t_n + d_n r / (1 -
  /// r). Early ones err because r still changes, late ones because hops as low as the contact band
  /// are hardly located: taken is the one that agrees best with the one before it.
  Limit limit(const trace::Time& now) const;

 private:
  std::vector<trace::Time> times_;  ///< the last few
};

}  // namespace rigor
