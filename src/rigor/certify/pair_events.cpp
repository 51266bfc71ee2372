// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <rigor/certify/ball_axis.hpp>
#include <rigor/certify/candidates.hpp>
#include <rigor/certify/pair_events.hpp>

namespace rigor {
namespace {

/// Instants at which candidates are compared before the best one is proved.
constexpr int kMostSamples = 8;
/// The same on a short part of the motion.
constexpr int kFewSamples = 3;
/// Secant steps with which the end of an axis is sought: enough to rank axes.
constexpr int kSecants = 3;
/// Models are cut at this fraction of the distance: proofs then stop short of the end of an axis by
/// a few per cent of it, and finer models take over there.
constexpr double kCut = 0x1p-8;
/// An axis that only passes by need not be followed to its end if this part of the way is proved.
constexpr double kGoodPart = 0.75;
/// The part of its way that counts of an axis that only passes by.
constexpr double kPassingWorth = 0.8;
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
/// Balls are worth a certificate of their own if they prove this part of the span.
constexpr double kWorthwhile = 0.125;

/// One search: certified up to `time`, whose s is at least u.
struct Search {
  Search(const PairMotion& motion, const PairNames& pair_names, double least, int sample_count)
      : pair(motion), models(&motion), names(pair_names), level(least), samples(sample_count) {
    time = pair.span.begin;
    u = fraction_at(pair.clock(), time).lo;
    for (int i = 1; i <= samples; ++i) poses[i] = pose_at(pair, pair.end * i / samples);
  }

  const PairMotion& pair;
  PairMotion cut_pair;       // what `models` points to while there is room to spare
  const PairMotion* models;  // of the same motion; the proofs are made with them
  const PairNames& names;
  double level = 0.0;
  int samples = 0;
  std::array<PairPose, kMostSamples + 1> poses{};
  trace::Time time;
  double u = 0.0;
  double failed_by = 0.0;       // s at which the last axis had failed
  std::vector<Axis> survivors;  // axes that seem to separate to the end of the span
  PairEvents result;
};

trace::Time time_at(const Search& search, double s) {
  return trace::advanced(search.pair.span.begin, s * search.pair.clock().length);
}

/// Goes on from `cut`.
void move_to(Search& search, const trace::Time& cut) {
  search.time = cut;
  search.u = fraction_at(search.pair.clock(), cut).lo;
}

/// Takes models that are cut as far as `gap` metres of room allow.
void cut_models(Search& search, double gap) {
  const PairMotion& pair = search.pair;
  double reach = 0.0;
  for (int i = 1; i <= search.samples; ++i) {
    const PairPose& pose = search.poses[i];
    reach = std::max(reach, (pose.X_WB.translation - pose.X_WA.translation).norm());
  }
  reach += pair.a->tree.radius() + pair.b->tree.radius();
  search.cut_pair.a = pair.a;
  search.cut_pair.b = pair.b;
  search.cut_pair.span = pair.span;
  search.cut_pair.end = pair.end;
  search.cut_pair.path_a = coarsened(pair.path_a, kCut * gap, reach);
  search.cut_pair.path_b = coarsened(pair.path_b, kCut * gap, reach);
  search.models = &search.cut_pair;
}

struct Sample {
  double s = 0.0;
  double margin = 0.0;
};

/// About where between `good` and `bad` the axis stops separating the pieces. An end of the bracket
/// that stays twice counts half (the Illinois method), so that both close in.
double crossing(const Search& search, const Axis& axis, Sample good, Sample bad) {
  const auto between = [&] {
    const double part = good.margin / (good.margin - bad.margin);
    return good.s + std::clamp(part, 0.1, 0.9) * (bad.s - good.s);
  };
  int side = 0;
  for (int i = 0; i < kSecants; ++i) {
    const double s = between();
    const PairPose pose = pose_at(*search.models, s);
    const double next = margin(search.pair, axis, pose, time_at(search, s));
    if (next > 0.0) {
      good = {s, next};
      if (side == 1) bad.margin *= 0.5;
      side = 1;
    } else {
      bad = {s, next};
      if (side == -1) good.margin *= 0.5;
      side = -1;
    }
  }
  return between();
}

/// About where the axis stops separating the pieces, by samples; pair.end + 1 if nowhere.
double estimated_end(const Search& search, const Axis& axis, const PairPose& now) {
  const PairMotion& pair = search.pair;
  Sample before{search.u, margin(pair, axis, now, search.time)};
  if (before.margin <= 0.0) return search.u;
  for (int i = 1; i <= search.samples; ++i) {
    const double s = pair.end * i / search.samples;
    if (s <= search.u) continue;
    const Sample next{s, margin(pair, axis, search.poses[i], time_at(search, s))};
    if (next.margin <= 0.0) return crossing(search, axis, before, next);
    before = next;
  }
  return pair.end + 1.0;
}

struct Estimate {
  double end = 0.0;
  double rank = 0.0;
  std::size_t index = 0;
};

/// Face and edge axes may lead to a touch, passing ones do not: these must last clearly longer.
double rank_of(const Search& search, const Axis& axis, double end) {
  return axis.level > search.level ? search.u + kPassingWorth * (end - search.u) : end;
}

/// The proof of the axis that lasts longest, and where it seemed to end.
struct Advance {
  AxisProof proof;
  Axis axis;
  double expected = 0.0;
};

/// Proves one axis and keeps it if it is the best so far.
void prove_next(const Search& search, const Axis& axis, double expected, Advance& best) {
  const Axis here = anchored(axis, search.time);
  const AxisProof proof = prove(*search.models, here, search.u, expected);
  if (proof.until > best.proof.until) best = {proof, here, expected};
}

/// Axes that seem to last to the end are proved at once; if none does, the others in the order of
/// their ranks until one gains time.
Advance longest(Search& search, const std::vector<Axis>& axes) {
  const double end = search.pair.end;
  Advance best{{search.u, search.u}, {}, search.u};
  search.survivors.clear();
  std::vector<Estimate> order;
  const PairPose now = pose_at(search.pair, search.u);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double expected = estimated_end(search, axes[i], now);
    if (expected > search.u) {
      order.push_back({expected, rank_of(search, axes[i], expected), i});
    }
    if (!(expected > end)) continue;
    search.survivors.push_back(axes[i]);
    prove_next(search, axes[i], expected, best);
    if (best.proof.until >= end) return best;
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Estimate& x, const Estimate& y) { return x.rank > y.rank; });
  for (const Estimate& estimate : order) {
    if (estimate.end > end) continue;
    if (best.proof.until > search.u) break;
    prove_next(search, axes[estimate.index], estimate.end, best);
  }
  return best;
}

/// Whether two certificates claim the same of their intervals. Planes that move in the world are
/// given where they are at the start, hence never the same.
bool same_claim(const trace::Certificate& x, const trace::Certificate& y) {
  if (x.kind != y.kind || x.level != y.level || x.slack != y.slack) return false;
  if (x.kind == trace::CertificateKind::EdgeEdge) {
    return x.edge_a == y.edge_a && x.edge_b == y.edge_b && x.sign == y.sign;
  }
  return x.frame == y.frame && x.frame != trace::PlaneFrame::World && x.normal == y.normal &&
         x.offset == y.offset;
}

/// Adds a certificate; one that goes on with the claim of the last prolongs that.
void file(PairEvents& events, const trace::Certificate& next) {
  auto& filed = events.certificates;
  if (!filed.empty() && filed.back().end == next.begin && same_claim(filed.back(), next)) {
    filed.back().end = next.end;
  } else {
    filed.push_back(next);
  }
}

/// Appends what was found on a later part.
void append(PairEvents& whole, const PairEvents& part) {
  whole.outcome = part.outcome;
  whole.feature_calls += part.feature_calls;
  for (const trace::Certificate& c : part.certificates) file(whole, c);
}

/// Files the certificate of a proved axis and moves to its end; false if no time was gained.
bool take(Search& search, const Advance& best) {
  const bool whole = best.proof.until >= search.pair.end;
  const trace::Time cut =
      whole ? search.pair.span.end
            : std::min(time_at_most(search.pair.clock(), best.proof.until), search.pair.span.end);
  if (!(search.time < cut)) return false;
  file(search.result, certificate_of(best.axis, search.names, {search.time, cut}));
  move_to(search, cut);
  search.failed_by = best.proof.hi;
  return true;
}

bool advance(Search& search, const std::vector<Axis>& axes) {
  return take(search, longest(search, axes));
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

/// The search with the models as they are.
PairEvents track_closely(const PairMotion& pair, const PairNames& names, double level,
                         PairTracking& tracking) {
  Search search(pair, names, level, kFewSamples);
  if (!tracking.axes.empty()) advance(search, tracking.axes);
  tracking.axes.clear();
  while (search.time < pair.span.end) {
    ++search.result.feature_calls;
    const FeatureQuery query = query_at(pair, search.u, tracking.hint);
    if (advance(search, candidates(pair, query, level, kPassingFactor * level).axes)) continue;
    const Candidates all = all_candidates(pair, query, level);
    const bool touching = std::abs(all.gap - level) <= touch_tolerance(pair);
    if (!touching && advance(search, all.axes)) continue;
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
double room(const Search& search, const std::vector<Axis>& axes) {
  const PairPose now = pose_at(search.pair, search.u);
  double most = 0.0;
  for (const Axis& axis : axes) {
    most = std::max(most, margin(search.pair, axis, now, search.time));
  }
  return most;
}

/// The first stretch, as long as not even the balls around the pieces meet.
void pass_balls(Search& search) {
  const std::optional<Axis> axis = ball_axis(search.pair, kPassingFactor * search.level);
  if (!axis) return;
  const AxisProof proof = prove_balls(search.pair, *axis);
  if (proof.until >= kWorthwhile * search.pair.end) take(search, {proof, *axis, proof.until});
}

/// The length of the window in which the axis is followed to its end, seconds.
double window_length(const Search& search, const Advance& best, double last_length) {
  const double least = std::max(kZoom * search.pair.end, kGrowth * last_length);
  const double left = best.expected <= search.pair.end ? best.expected - search.u : 0.0;
  return std::max(kWindow * left, least) * search.pair.clock().length;
}

/// Follows `axes` from where the cut models stop with models of a short part of the motion; they
/// are left with the axes that last longer. False if that ended the search.
bool follow(Search& search, PairTracking& tracking, std::vector<Axis>& axes, double length) {
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
  Search search(pair, names, level, kMostSamples);
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
  append(result, track(pair, names, level, tracking));
  const auto* open = std::get_if<NotProved>(&result.outcome);
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
