// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/segments/limit_watch.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// The way left to the limit along the segment.
ChebModel gap_along(const World& world, const TreeTrajectory& tree, const LimitId& limit) {
  Eigen::VectorXd gap = limit.sign() * tree.q.row(coordinate_of(*tree.tree, limit)).transpose();
  gap[0] -= limit.sign() * limit_value(world, limit);
  return ChebModel(std::span<const double>(gap.data(), static_cast<std::size_t>(gap.size())));
}

/// An s soon after the start where the gap is above `level`, or 1 if it never seems to be.
double rising_above(const ChebModel& gap, double level) {
  for (double s = 1e-9; s < 1.0; s *= 1.5)
    if (value_at(gap, s).lo > level) return s;
  return 1.0;
}

/// Where the gap first leaves its level.
struct Dip {
  double lo = 0.0;
  double hi = 0.0;
};
std::optional<Dip> dip_of(const RootOutcome& root, double from) {
  if (std::holds_alternative<StaysAbove>(root)) return std::nullopt;
  if (std::holds_alternative<StartsBelow>(root)) return Dip{from, from};
  if (const auto* crosses = std::get_if<Crosses>(&root)) return Dip{crosses->lo, crosses->hi};
  const double lo = std::get<Undecided>(root).lo;
  return Dip{lo, lo};
}

void take(const std::optional<Dip>& dip, trace::EndReason reason, SegmentEnd& end) {
  if (!dip) return;
  take_earlier(end, dip->lo, dip->hi, reason);
  if (end.s <= 0.0) end.immediate = true;
}

/// The band of a joint that is held at its limit.
void find_band_exit(const ChebModel& gap, const Tolerances& tolerances, SegmentEnd& end) {
  take(dip_of(first_below(gap, tolerances.departing(), 0.0, end.s), 0.0),
       trace::EndReason::BandExit, end);
  take(dip_of(first_above(gap, tolerances.upper(), 0.0, end.s), 0.0), trace::EndReason::BandExit,
       end);
}

/// A joint that starts inside the band may leave it from below δ; once it is out, δ is the level.
void find_arrival(const ChebModel& gap, const Tolerances& tolerances, SegmentEnd& end) {
  double from = 0.0;
  if (value_at(gap, 0.0).lo <= tolerances.upper()) {
    from = std::min(rising_above(gap, tolerances.upper()), end.s);
    take(dip_of(first_below(gap, tolerances.departing(), 0.0, from), 0.0), trace::EndReason::Limit,
         end);
  }
  if (from < end.s)
    take(dip_of(first_below(gap, tolerances.trigger(), from, end.s), from), trace::EndReason::Limit,
         end);
}

}  // namespace

void find_limit_exits(const World& world, const Mode& mode, const Trajectory& trajectory,
                      SegmentEnd& end) {
  for (const TreeTrajectory& tree : trajectory.trees) {
    for (const std::uint32_t body : tree.bodies) {
      for (const LimitId& limit : limits_of(world, body)) {
        if (end.immediate) return;
        const ChebModel gap = gap_along(world, tree, limit);
        touches(mode, pair_of(limit)) ? find_band_exit(gap, world.tolerances, end)
                                      : find_arrival(gap, world.tolerances, end);
      }
    }
  }
}

}  // namespace rigor
