// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include <rigor/certify/ball_axis.hpp>
#include <rigor/certify/candidates.hpp>
#include <rigor/certify/pair_events.hpp>
#include <rigor/certify/pair_search.hpp>

namespace rigor {
namespace {

/// Instants at which candidates are compared on a short part of the motion.
constexpr int kFewSamples = 3;
/// An axis that only passes by need not be followed to its end if this part of the way is proved.
constexpr double kGoodPart = 0.75;
/// The motion around the end of an axis is made anew on this multiple of the way that is left to
/// it.
constexpr double kWindow = 2.0;
/// Windows grow by this factor as long as the cut models gain nothing between them.
constexpr double kGrowth = 8.0;
/// Where the models of the whole span are too coarse to decide, they are made anew on this fraction
/// of it: shorter polynomials have smaller radii.
constexpr double kZoom = 0x1p-10;
/// Edges that are nearly parallel magnify rounding: if even short models prove nothing, a gap
/// within this fraction of the level is a contact.
constexpr double kLooseTouch = 1e-3;
/// Roughness of the poses by which a swift search ranks axes.
constexpr double kRough = 1e-5;
/// A swift search calls a touch what is within this fraction of the smaller piece's size; the last
/// bit of the way of others is left to models.
constexpr double kSwiftTouch = 2e-13;
/// Bodies that part slowly from a contact give marching many short steps: after so many of them
/// models take over.
constexpr int kMostShortAdvances = 3;
/// Balls are worth a certificate of their own if they prove this part of the span.
constexpr double kWorthwhile = 0.125;

bool advance(PairSearch& search, const std::vector<Axis>& axes) {
  return take(search, longest(search, axes));
}

/// Metres.
double touch_tolerance(const PairMotion& pair) {
  return kTouchTolerance * (pair.a->polytope.circumradius() + pair.b->polytope.circumradius());
}

double swift_tolerance(const PairMotion& pair) {
  return kSwiftTouch * std::min(pair.a->polytope.circumradius(), pair.b->polytope.circumradius());
}

/// Touch, or why nothing more can be said.
void conclude(PairSearch& search, const Candidates& found) {
  const PairMotion& pair = search.pair;
  const double tolerance = touch_tolerance(pair);
  const double above = found.gap - search.level;
  const bool at_start = search.time == pair.span.begin;
  if (at_start && above < -tolerance) {
    search.result.outcome = NotProved{PairDefect::StartsBelowLevel, search.time, found.gap};
  } else if (above <= tolerance) {
    const trace::Time hi = time_at_least(pair.clock(), std::max(search.failed_by, search.u));
    const trace::Time end = std::max(search.time, std::min(hi, pair.span.end));
    search.result.outcome = Touches{{search.time, end}, found.best, found.gap};
  } else {
    search.result.outcome = NotProved{PairDefect::NoAxis, search.time, found.gap};
  }
}

void pass_balls(PairSearch& search);

PairEvents left_to_models(PairSearch& search) {
  search.result.outcome = NotProved{PairDefect::NoAxis, search.time, kNoBound};
  return search.result;
}

/// From one query to the next, each axis to its end.
PairEvents follow_axes(PairSearch& search, PairTracking& tracking) {
  const PairMotion& pair = search.pair;
  const double level = search.level;
  if (!tracking.axes.empty()) advance(search, tracking.axes);
  tracking.axes.clear();
  while (search.time < pair.span.end) {
    if (search.bounds && search.short_advances > kMostShortAdvances) return left_to_models(search);
    ++search.result.feature_calls;
    const FeatureQuery query = query_at(pair, search.u, tracking.hint);
    if (advance(search, candidates(pair, query, level, kPassingFactor * level).axes)) continue;
    const Candidates all = all_candidates(pair, query, level);
    const double tolerance = search.bounds ? swift_tolerance(pair) : touch_tolerance(pair);
    const bool touching = std::abs(all.gap - level) <= tolerance;
    if (!touching && advance(search, all.axes)) continue;
    // Marching says nothing of pairs that start at the level, perhaps to part.
    const bool came_down = !search.bounds || pair.span.begin < search.time;
    if (touching && came_down) {
      conclude(search, all);
    } else if (search.bounds) {
      return left_to_models(search);
    } else {
      const Candidates passing = passing_candidates(pair, query, level);
      if (advance(search, passing.axes)) continue;
      conclude(search, passing.gap < all.gap ? all : passing);
    }
    tracking.axes = all.axes;
    return search.result;
  }
  tracking.axes = search.survivors;
  search.result.outcome = StaysApart{};
  return search.result;
}

/// The search with the models as they are.
PairEvents track_closely(const PairMotion& pair, const PairNames& names, double level,
                         PairTracking& tracking) {
  PairSearch search(pair, names, level, kFewSamples, 0.0);
  return follow_axes(search, tracking);
}

/// The search by marching: fast, but what grazes is left to models.
PairEvents track_swiftly(const PairMotion& pair, const PairNames& names, double level,
                         PairTracking& tracking) {
  PairSearch search(pair, names, level, kMostSamples, kRough);
  if (tracking.axes.empty()) pass_balls(search);
  if (search.time < pair.span.end) search.bounds = pair_bounds(pair);
  return follow_axes(search, tracking);
}

/// The part of the pair's motion from `begin` on, `length` seconds long or to the end.
PairMotion part_of(const PairMotion& pair, const trace::Time& begin, double length) {
  const double left = trace::elapsed(begin, pair.span.end);
  const trace::Time end =
      length < left ? std::min(trace::advanced(begin, length), pair.span.end) : pair.span.end;
  PairMotion part;
  part.a = pair.a;
  part.b = pair.b;
  part.span = {begin, end};
  part.path_a = restricted_path(pair.path_a, begin, end);
  part.path_b = restricted_path(pair.path_b, begin, end);
  part.end = fraction_at(part.clock(), end).hi;
  return part;
}

/// What the axes keep now, metres (plain doubles).
double room(const PairSearch& search, const std::vector<Axis>& axes) {
  const PairPose now = pose_at(search.pair, search.u);
  double most = 0.0;
  for (const Axis& axis : axes) {
    most = std::max(most, margin(search.pair, axis, now, search.time));
  }
  return most;
}

/// The first stretch, as long as not even the balls around the pieces meet.
void pass_balls(PairSearch& search) {
  const std::optional<Axis> axis = ball_axis(search.pair, kPassingFactor * search.level);
  if (!axis) return;
  const AxisProof proof = prove_balls(search.pair, *axis);
  if (proof.until >= kWorthwhile * search.pair.end) take(search, {proof, *axis, proof.until});
}

/// The length of the window in which the axis is followed to its end, seconds.
double window_length(const PairSearch& search, const Advance& best, double last_length) {
  const double least = std::max(kZoom * search.pair.end, kGrowth * last_length);
  const double left = best.expected <= search.pair.end ? best.expected - search.u : 0.0;
  return std::max(kWindow * left, least) * search.pair.clock().length;
}

/// Follows `axes` from where the cut models stop with models of a short part of the motion; they
/// are left with the axes that last longer. False if that ended the search.
bool follow(PairSearch& search, PairTracking& tracking, std::vector<Axis>& axes, double length) {
  const PairMotion window = part_of(search.pair, search.time, length);
  tracking.axes = std::move(axes);
  append(search.result, track_closely(window, search.names, search.level, tracking));
  if (!std::holds_alternative<StaysApart>(search.result.outcome)) return false;
  move_to(search, window.span.end);
  search.survivors = axes = tracking.axes;
  return true;
}

/// The search with models cut as the distance allows, and short windows of sharp ones.
PairEvents track(const PairMotion& pair, const PairNames& names, double level,
                 PairTracking& tracking) {
  PairSearch search(pair, names, level, kMostSamples, 0.0);
  std::vector<Axis> axes = std::move(tracking.axes);
  if (axes.empty()) pass_balls(search);
  double last_length =
      0.0;  // of the last window, as a fraction of the span, if nothing else helped
  while (search.time < pair.span.end) {
    double gap = axes.empty() ? 0.0 : room(search, axes);
    if (!(gap > 0.0)) {
      ++search.result.feature_calls;
      const FeatureQuery query = query_at(pair, search.u, tracking.hint);
      axes = candidates(pair, query, level, kPassingFactor * level).axes;
      gap = room(search, axes);
    }
    cut_models(search, gap);
    const double from = search.u;
    const Advance best = longest(search, axes);
    const bool gained = take(search, best);
    if (!(search.time < pair.span.end)) break;
    const bool passes = best.axis.level > level;
    if (gained && passes && search.u - from >= kGoodPart * (best.expected - from)) {
      axes.clear();
      continue;
    }
    if (gained) last_length = 0.0;
    const double length = window_length(search, best, last_length);
    if (!follow(search, tracking, axes, length)) return search.result;
    last_length = length / pair.clock().length;
  }
  tracking.axes = search.survivors;
  search.result.outcome = StaysApart{};
  return search.result;
}

}  // namespace

PairEvents first_event(const PairMotion& pair, const PairNames& names, double level,
                       PairTracking& tracking) {
  PairEvents result;
  if (tracking.level != level) tracking.axes.clear();
  tracking.level = level;
  if (!has_proper_rotation(pair.path_a) || !has_proper_rotation(pair.path_b)) {
    result.outcome = NotProved{PairDefect::ImproperRotation, pair.span.begin, 0.0};
    return result;
  }
  append(result, track_swiftly(pair, names, level, tracking));
  const auto* open = std::get_if<NotProved>(&result.outcome);
  if (open != nullptr && open->defect == PairDefect::NoAxis) {
    append(result, track(part_of(pair, open->time, kNoBound), names, level, tracking));
    open = std::get_if<NotProved>(&result.outcome);
  }
  while (open != nullptr && open->defect == PairDefect::NoAxis) {
    const trace::Time begin = open->time;
    const double length = kZoom * trace::elapsed(pair.span.begin, pair.span.end);
    append(result, track_closely(part_of(pair, begin, length), names, level, tracking));
    open = std::get_if<NotProved>(&result.outcome);
    if (open != nullptr && open->time == begin) break;  // shorter models did not help
    if (!std::holds_alternative<StaysApart>(result.outcome)) continue;
    const trace::Time next = result.certificates.back().end;
    if (next == pair.span.end) break;
    append(result, track(part_of(pair, next, kNoBound), names, level, tracking));
    open = std::get_if<NotProved>(&result.outcome);
  }
  if (open != nullptr && open->defect == PairDefect::NoAxis &&
      open->gap <= level * (1.0 + kLooseTouch)) {
    const Axis axis = tracking.axes.empty() ? Axis{} : tracking.axes.front();
    result.outcome = Touches{{open->time, open->time}, axis, open->gap};
  }
  if (!std::holds_alternative<StaysApart>(result.outcome)) tracking.axes.clear();
  return result;
}

}  // namespace rigor
