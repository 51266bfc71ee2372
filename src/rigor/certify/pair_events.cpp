// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include <rigor/certify/candidates.hpp>
#include <rigor/certify/pair_events.hpp>

namespace rigor {
namespace {

/// Instants at which candidates are compared before the best one is proved.
constexpr int kSamples = 16;
/// Halvings of the sample interval in which an axis ends: enough to rank axes.
constexpr int kBisections = 8;
/// Where the models of the whole span are too coarse to decide, they are made anew on this fraction
/// of it: shorter polynomials have smaller radii.
constexpr double kZoom = 0x1p-10;
/// Edges that are nearly parallel magnify rounding: if even short models prove nothing, a gap
/// within this fraction of the level is a contact.
constexpr double kLooseTouch = 1e-3;

/// One search: certified up to `time`, whose s is at least u.
struct Search {
  const PairMotion& pair;
  const PairNames& names;
  double level = 0.0;
  std::array<PairPose, kSamples + 1> poses{};
  trace::Time time;
  double u = 0.0;
  double failed_by = 0.0;       // s at which the last axis had failed
  std::vector<Axis> survivors;  // axes that seem to separate to the end of the span
  PairEvents result;
};

double sample_at(const Search& search, int i) { return search.pair.end * i / kSamples; }

trace::Time time_at(const Search& search, double s) {
  return trace::advanced(search.pair.span.begin, s * search.pair.clock().length);
}

/// A point of (good, bad] just after the axis stops separating the pieces.
double bisected_end(const Search& search, const Axis& axis, double good, double bad) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (good + bad);
    const PairPose pose = pose_at(search.pair, middle);
    (margin(search.pair, axis, pose, time_at(search, middle)) > 0.0 ? good : bad) = middle;
  }
  return bad;
}

/// About where the axis stops separating the pieces, by samples; pair.end + 1 if nowhere.
double estimated_end(const Search& search, const Axis& axis) {
  const PairMotion& pair = search.pair;
  double before = search.u;
  if (margin(pair, axis, pose_at(pair, before), search.time) <= 0.0) return search.u;
  for (int i = 1; i <= kSamples; ++i) {
    const double s = sample_at(search, i);
    if (s <= search.u) continue;
    const double next = margin(pair, axis, search.poses[i], time_at(search, s));
    if (next <= 0.0) return bisected_end(search, axis, before, s);
    before = s;
  }
  return pair.end + 1.0;
}

struct Estimate {
  double end = 0.0;
  std::size_t index = 0;
};

/// The proof of the axis that lasts longest; axes are proved in the order of their estimates until
/// no other promises more.
struct Advance {
  AxisProof proof;
  Axis axis;
};

Advance longest(Search& search, const std::vector<Axis>& axes) {
  std::vector<Estimate> order;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double end = estimated_end(search, axes[i]);
    if (end > search.u) order.push_back({end, i});
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Estimate& x, const Estimate& y) { return x.end > y.end; });
  Advance best{{search.u, search.u}, {}};
  search.survivors.clear();
  for (const Estimate& estimate : order) {
    if (estimate.end > search.pair.end) search.survivors.push_back(axes[estimate.index]);
  }
  for (const Estimate& estimate : order) {
    if (best.proof.until >= std::min(estimate.end, search.pair.end)) break;
    const Axis axis = anchored(axes[estimate.index], search.time);
    const AxisProof proof = prove(search.pair, axis, search.u, estimate.end);
    if (proof.until > best.proof.until) best = {proof, axis};
  }
  return best;
}

/// Moves to the end of the best axis and files its certificate; false if no time was gained.
bool advance(Search& search, const std::vector<Axis>& axes) {
  const Advance best = longest(search, axes);
  const bool whole = best.proof.until >= search.pair.end;
  const trace::Time cut =
      whole ? search.pair.span.end
            : std::min(time_at_most(search.pair.clock(), best.proof.until), search.pair.span.end);
  if (!(search.time < cut)) return false;
  search.result.certificates.push_back(certificate_of(best.axis, search.names, {search.time, cut}));
  search.time = cut;
  search.u = fraction_at(search.pair.clock(), cut).lo;
  search.failed_by = best.proof.hi;
  return true;
}

/// Metres.
double touch_tolerance(const PairMotion& pair) {
  return kTouchTolerance * (pair.a->polytope.circumradius() + pair.b->polytope.circumradius());
}

/// Touch, or why nothing more can be said.
void conclude(Search& search, const Candidates& found) {
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

/// The search on one set of models.
PairEvents track(const PairMotion& pair, const PairNames& names, double level,
                 PairTracking& tracking) {
  Search search{pair, names, level, {}, pair.span.begin, 0.0, 0.0, {}, {}};
  search.u = fraction_at(pair.clock(), pair.span.begin).lo;
  for (int i = 1; i <= kSamples; ++i) search.poses[i] = pose_at(pair, sample_at(search, i));
  if (!tracking.axes.empty()) advance(search, tracking.axes);
  tracking.axes.clear();
  while (search.time < pair.span.end) {
    ++search.result.feature_calls;
    const FeatureQuery query = query_at(pair, search.u, tracking.hint);
    if (advance(search, candidates(pair, query, level, kPassingFactor * level).axes)) continue;
    const Candidates all = all_candidates(pair, query, level);
    if (advance(search, all.axes)) continue;
    const bool touching = std::abs(all.gap - level) <= touch_tolerance(pair);
    const Candidates passing = passing_candidates(pair, query, level);
    if (!touching && advance(search, passing.axes)) continue;
    conclude(search, touching || passing.gap < all.gap ? all : passing);
    tracking.axes = all.axes;
    return search.result;
  }
  tracking.axes = search.survivors;
  search.result.outcome = StaysApart{};
  return search.result;
}

/// Appends what was found on a later part.
void append(PairEvents& whole, PairEvents part) {
  whole.outcome = part.outcome;
  whole.feature_calls += part.feature_calls;
  whole.certificates.insert(whole.certificates.end(), part.certificates.begin(),
                            part.certificates.end());
}

/// The part of the pair's motion from `begin` on, `length` seconds long or to the end.
PairMotion part_of(const PairMotion& pair, const trace::Time& begin, double length) {
  const double left = trace::elapsed(begin, pair.span.end);
  const trace::Time end =
      length < left ? std::min(trace::advanced(begin, length), pair.span.end) : pair.span.end;
  PairMotion part = pair;
  part.span = {begin, end};
  part.path_a = restricted_path(pair.path_a, begin, end);
  part.path_b = restricted_path(pair.path_b, begin, end);
  part.end = fraction_at(part.clock(), end).hi;
  return part;
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
  append(result, track(pair, names, level, tracking));
  const auto* open = std::get_if<NotProved>(&result.outcome);
  while (open != nullptr && open->defect == PairDefect::NoAxis) {
    const trace::Time begin = open->time;
    const double length = kZoom * trace::elapsed(pair.span.begin, pair.span.end);
    append(result, track(part_of(pair, begin, length), names, level, tracking));
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
