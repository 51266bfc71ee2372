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
/// Queries of a search before axes are chosen with more care.
constexpr int kManyCalls = 7;
/// Changes of features after which closest features are sought anew.
constexpr int kMostChanges = 8;
/// Less of the span than this is a poor gain for one query.
constexpr double kPoorAdvance = 0x1p-5;
/// What is known without a query is worth a certificate of its own if it proves this part of the
/// span.
constexpr double kWorthwhile = 0.125;

/// What one call of `first_event` remembers: the axes, and the answer of its last query, so that
/// another search that starts where one gave up need not ask again.
struct Memory {
  PairTracking& tracking;
  trace::Time asked;
  std::optional<Proximity> answer;
  int rounds = 0;

  bool tired() const { return rounds >= tracking.most_rounds; }
};

FeatureQuery ask(PairSearch& search, Memory& memory) {
  const PairMoment moment = search.moment();
  if (!memory.answer || memory.asked != search.time) {
    ++search.result.feature_calls;
    memory.answer = proximity_at(search.pair, moment, memory.tracking.hint);
    memory.asked = search.time;
  }
  return query_of(search.pair, moment, *memory.answer);
}

bool advance(PairSearch& search, const std::vector<Axis>& axes) {
  return take(search, longest(search, axes));
}

/// After many queries: samples closer together, and where little comes of the usual axes all face
/// and edge axes around the witness, which take over from each other when features change.
bool advance_slowly(PairSearch& search, const FeatureQuery& query, Candidates found) {
  const double end = search.pair.end;
  look_closer(search);
  Advance best = longest(search, found.axes);
  const bool poor = best.proof.until - search.u < kPoorAdvance * end;
  if (poor) {
    add_surroundings(search.pair, query, search.level, found);
    const Advance other = longest(search, found.axes);
    if (other.proof.until > best.proof.until) best = other;
  }
  if (!take(search, best)) return false;
  for (int i = 0; poor && i < kMostChanges && search.time < search.pair.span.end; ++i) {
    look_closer(search);
    best = longest(search, found.axes);
    if (best.proof.until - search.u < kShortAdvance * end || !take(search, best)) break;
  }
  return true;
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

PairEvents left_to_models(PairSearch& search) {
  search.result.outcome = NotProved{PairDefect::NoAxis, search.time, kNoBound};
  return std::move(search.result);
}

/// From one query to the next, each axis to its end.
PairEvents follow_axes(PairSearch& search, Memory& memory) {
  const PairMotion& pair = search.pair;
  const double level = search.level;
  if (!memory.tracking.axes.empty()) advance(search, memory.tracking.axes);
  memory.tracking.axes.clear();
  while (search.time < pair.span.end) {
    const bool slow_march = search.bounds && search.short_advances > kMostShortAdvances;
    if (slow_march || memory.tired()) return left_to_models(search);
    ++memory.rounds;
    const FeatureQuery query = ask(search, memory);
    const Candidates found = candidates(pair, query, level, kPassingFactor * level);
    const bool slow = search.bounds && search.result.feature_calls >= kManyCalls;
    if (slow ? advance_slowly(search, query, found) : advance(search, found.axes)) continue;
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
    memory.tracking.axes = all.axes;
    return std::move(search.result);
  }
  memory.tracking.axes = search.survivors;
  search.result.outcome = StaysApart{};
  return std::move(search.result);
}

/// The search with the models as they are.
PairEvents track_closely(const PairMotion& pair, const PairNames& names, double level,
                         Memory& memory) {
  PairSearch search(pair, names, level);
  look_ahead(search, kFewSamples, 0.0);
  return follow_axes(search, memory);
}

/// Whether not even the balls around the pieces meet.
bool pass_far(PairSearch& search) {
  const std::optional<Axis> axis =
      ball_axis(search.pair, search.ends, kPassingFactor * search.level);
  if (!axis) return false;
  const AxisProof proof = prove_balls(search.pair, *axis);
  return proof.until >= search.pair.end && take(search, {proof, *axis, proof.until});
}

/// The first stretch: planes of the world across the line of the bodies' origins, as it will be
/// where they come closest and as it is now. No query is needed for them.
void approach(PairSearch& search) {
  const PairMoment moment = search.moment();
  const Vector3 offset = search.here.X_WB.translation - search.here.X_WA.translation;
  const double nearest = nearest_part(offset, moment.way_W);
  std::vector<Axis> axes;
  const auto add = [&](const Vector3& across) {
    if (!(across.norm() > 0.0)) return;
    axes.push_back(
        world_axis(search.pair, moment, across.normalized(), kPassingFactor * search.level));
  };
  add(offset);
  if (nearest > 0.0) add(offset + nearest * moment.way_W);
  const Advance best = longest(search, axes);
  if (best.proof.until >= kWorthwhile * search.pair.end) take(search, best);
}

/// The search by marching: fast, but what grazes is left to models.
PairEvents track_swiftly(const PairMotion& pair, const PairNames& names, double level,
                         Memory& memory) {
  PairSearch search(pair, names, level);
  const bool anew = memory.tracking.axes.empty();
  if (!anew || !pass_far(search)) {
    look_ahead(search, kMostSamples, kRough);
    march_on(search);
    if (anew) approach(search);
  }
  return follow_axes(search, memory);
}

/// The part of the pair's motion from `begin` on, `length` seconds long or to the end; to the end
/// too if the clock does not resolve that length.
PairMotion part_of(const PairMotion& pair, const trace::Time& begin, double length) {
  trace::Time end = pair.span.end;
  if (length < trace::elapsed(begin, end)) end = std::min(trace::advanced(begin, length), end);
  if (!(begin < end)) end = pair.span.end;
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
  double most = 0.0;
  for (const Axis& axis : axes) {
    most = std::max(most, margin(search.pair, axis, search.here, search.time));
  }
  return most;
}

/// The length of the window in which the axis is followed to its end, seconds.
double window_length(const PairSearch& search, const Advance& best, double last_length) {
  const double least = std::max(kZoom * search.pair.end, kGrowth * last_length);
  const double left = best.expected <= search.pair.end ? best.expected - search.u : 0.0;
  return std::max(kWindow * left, least) * search.pair.clock().length;
}

/// Follows `axes` from where the cut models stop with models of a short part of the motion; they
/// are left with the axes that last longer. False if that ended the search.
bool follow(PairSearch& search, Memory& memory, std::vector<Axis>& axes, double length) {
  const PairMotion window = part_of(search.pair, search.time, length);
  memory.tracking.axes = std::move(axes);
  append(search.result, track_closely(window, search.names, search.level, memory));
  if (!std::holds_alternative<StaysApart>(search.result.outcome)) return false;
  move_to(search, window.span.end);
  search.survivors = axes = memory.tracking.axes;
  return true;
}

/// The search with models cut as the distance allows, and short windows of sharp ones.
PairEvents track(const PairMotion& pair, const PairNames& names, double level, Memory& memory) {
  PairSearch search(pair, names, level);
  look_ahead(search, kMostSamples, 0.0);
  std::vector<Axis> axes = std::move(memory.tracking.axes);
  double last_length =
      0.0;  // of the last window, as a fraction of the span, if nothing else helped
  while (search.time < pair.span.end) {
    if (memory.tired()) return left_to_models(search);
    ++memory.rounds;
    double gap = axes.empty() ? 0.0 : room(search, axes);
    if (!(gap > 0.0)) {
      const FeatureQuery query = ask(search, memory);
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
    if (!follow(search, memory, axes, length)) return std::move(search.result);
    last_length = length / pair.clock().length;
  }
  memory.tracking.axes = search.survivors;
  search.result.outcome = StaysApart{};
  return std::move(search.result);
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
  Memory memory{tracking, {}, std::nullopt};
  append(result, track_swiftly(pair, names, level, memory));
  const auto* open = std::get_if<NotProved>(&result.outcome);
  if (open != nullptr && open->defect == PairDefect::NoAxis && !memory.tired()) {
    append(result, track(part_of(pair, open->time, kNoBound), names, level, memory));
    open = std::get_if<NotProved>(&result.outcome);
  }
  while (open != nullptr && open->defect == PairDefect::NoAxis && !memory.tired()) {
    const trace::Time begin = open->time;
    const double length = kZoom * trace::elapsed(pair.span.begin, pair.span.end);
    append(result, track_closely(part_of(pair, begin, length), names, level, memory));
    open = std::get_if<NotProved>(&result.outcome);
    if (open != nullptr && open->time == begin) break;  // shorter models did not help
    if (!std::holds_alternative<StaysApart>(result.outcome)) continue;
    const trace::Time next = result.certificates.back().end;
    if (next == pair.span.end) break;
    append(result, track(part_of(pair, next, kNoBound), names, level, memory));
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
