// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/pair_search.hpp>

namespace rigor {
namespace {

/// Secant steps with which the end of an axis is sought: enough to rank axes.
constexpr int kSecants = 3;
/// Models are cut at this fraction of the distance: proofs then stop short of the end of an axis by
/// a few per cent of it, and finer models take over there.
constexpr double kCut = 0x1p-8;
/// The part of its way that counts of an axis that only passes by.
constexpr double kPassingWorth = 0.8;
/// How close an axis is followed to its end by marching: one that only passes by to this part of
/// its room, one that may lead to a touch to this fraction of the pieces' size, well within the
/// tolerance of a touch.
constexpr double kPassingEnd = 0x1p-5;
constexpr double kSharpEnd = 0x1p-6 * kTouchTolerance;
/// Axes with this room, as a fraction of the pieces' size, on which marching gives up are worth
/// models.
constexpr double kRoomForModels = 1e-6;
/// If less than this part of what an axis promised is proved, others are tried.
constexpr double kDisappointing = 0.5;

/// Metres.
double size_of(const PairMotion& pair) {
  return pair.a->polytope.circumradius() + pair.b->polytope.circumradius();
}

trace::Time time_at(const PairSearch& search, double s) {
  return trace::advanced(search.pair.span.begin, s * search.pair.clock().length);
}

}  // namespace

void look_ahead(PairSearch& search, int samples, double roughness) {
  const PairMotion& pair = search.pair;
  const double rough = roughness * (pair.a->tree.radius() + pair.b->tree.radius());
  search.samples = samples;
  search.rough_a = pair.path_a.poses.shortened(rough);
  search.rough_b = pair.path_b.poses.shortened(rough);
  for (int i = 0; i < samples; ++i) {
    search.instants[i] = pair.end * (i + 1) / samples;
    search.poses[i] = search.rough_pose(search.instants[i]);
  }
}

void look_closer(PairSearch& search) {
  const double end = search.pair.end;
  double ahead = kShortAdvance;
  for (int i = 0; i < search.samples; ++i, ahead *= 2.0) {
    const bool last = i + 1 == search.samples;
    search.instants[i] = last ? end : std::min(search.u + ahead, end);
    search.poses[i] = search.rough_pose(search.instants[i]);
  }
}

void march_on(PairSearch& search) {
  search.bounds = pair_bounds(search.pair);
  search.rough_bounds = roughened(*search.bounds, search.rough_a, search.rough_b);
}

void move_to(PairSearch& search, const trace::Time& cut) {
  search.time = cut;
  search.u = fraction_at(search.pair.clock(), cut).lo;
  if (cut < search.pair.span.end) search.here = pose_at(search.pair, search.u);
}

void cut_models(PairSearch& search, double gap) {
  const PairMotion& pair = search.pair;
  double reach = 0.0;
  for (int i = 0; i < search.samples; ++i) {
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

namespace {

struct Sample {
  double s = 0.0;
  double margin = 0.0;
};

/// About where between `good` and `bad` the axis stops separating the pieces. An end of the bracket
/// that stays twice counts half (the Illinois method), so that both close in.
double crossing(const PairSearch& search, const Axis& axis, Sample good, Sample bad) {
  const auto between = [&] {
    const double part = good.margin / (good.margin - bad.margin);
    return good.s + std::clamp(part, 0.1, 0.9) * (bad.s - good.s);
  };
  int side = 0;
  for (int i = 0; i < kSecants; ++i) {
    const double s = between();
    const PairPose pose = search.rough_pose(s);
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

/// An axis is of interest only if it separates the pieces at s, where they are about at `pose`.
struct Hurdle {
  double s = 0.0;
  PairPose pose;
};

/// About where the axis stops separating the pieces, by samples; pair.end + 1 if nowhere, u if it
/// does not take the hurdle.
double estimated_end(const PairSearch& search, const Axis& axis,
                     const std::optional<Hurdle>& hurdle) {
  const PairMotion& pair = search.pair;
  const auto sample = [&](double s, const PairPose& pose) {
    return Sample{s, margin(pair, axis, pose, time_at(search, s))};
  };
  if (hurdle && sample(hurdle->s, hurdle->pose).margin <= 0.0) return search.u;
  Sample before{search.u, margin(pair, axis, search.here, search.time)};
  if (before.margin <= 0.0) return search.u;
  for (int i = 0; i < search.samples; ++i) {
    if (search.instants[i] <= before.s) continue;
    const Sample next = sample(search.instants[i], search.poses[i]);
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
double rank_of(const PairSearch& search, const Axis& axis, double end) {
  return axis.level > search.level ? search.u + kPassingWorth * (end - search.u) : end;
}

/// Where the axis would have to end for this rank.
double end_of_rank(const PairSearch& search, const Axis& axis, double rank) {
  return axis.level > search.level ? search.u + (rank - search.u) / kPassingWorth : rank;
}

/// By marching: with rough poses where they will do.
AxisProof marched(const PairSearch& search, const Axis& axis, double expected) {
  const double size = size_of(search.pair);
  if (axis.level > search.level) {
    const MarchGoal goal{search.u, expected, kSharpEnd * size, kPassingEnd, &search.here};
    const AxisProof proof = march(search.pair, *search.rough_bounds, axis, goal);
    return proof.until > search.u ? proof : march(search.pair, *search.bounds, axis, goal);
  }
  return march(search.pair, *search.bounds, axis,
               {search.u, expected, kSharpEnd * size, 0.0, &search.here});
}

void keep_better(const AxisProof& proof, const Axis& axis, double expected, Advance& best) {
  if (proof.until > best.proof.until) best = {proof, axis, expected};
}

/// Proves one axis and keeps it if it is the best so far.
void prove_next(const PairSearch& search, const Axis& axis, double expected, Advance& best) {
  const Axis here = anchored(axis, search.time);
  const AxisProof proof = search.bounds ? marched(search, here, expected)
                                        : prove(*search.models, here, search.u, expected);
  keep_better(proof, here, expected, best);
}

/// The same for an axis that is worth more: where marching gives up although there is room, models
/// cut as that allows do not.
void prove_best(PairSearch& search, const Axis& axis, double expected, Advance& best) {
  prove_next(search, axis, expected, best);
  if (!search.bounds || best.proof.until > search.u) return;
  const double gap = margin(search.pair, axis, search.here, search.time);
  if (!(gap > kRoomForModels * size_of(search.pair))) return;
  cut_models(search, gap);
  const Axis here = anchored(axis, search.time);
  keep_better(prove(*search.models, here, search.u, expected), here, expected, best);
}

/// Whether nothing is proved, or far less than samples promised.
bool disappoints(const PairSearch& search, const Advance& best) {
  if (!(best.proof.until > search.u)) return true;
  const double promised = std::min(best.expected, search.pair.end) - search.u;
  return best.proof.until - search.u < kDisappointing * promised;
}

/// The axes that end within the span, those that promise most first, until one keeps its promise or
/// none promises more than is proved.
void prove_in_order(const PairSearch& search, const std::vector<Axis>& axes, Advance& best) {
  std::vector<Estimate> order;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double end = estimated_end(search, axes[i], std::nullopt);
    if (search.u < end && end <= search.pair.end) {
      order.push_back({end, rank_of(search, axes[i], end), i});
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Estimate& x, const Estimate& y) { return x.rank > y.rank; });
  for (const Estimate& estimate : order) {
    if (!disappoints(search, best) || estimate.end <= best.proof.until) break;
    prove_next(search, axes[estimate.index], estimate.end, best);
  }
}

}  // namespace

Advance longest(PairSearch& search, const std::vector<Axis>& axes) {
  const double end = search.pair.end;
  Advance best{{search.u, search.u}, {}, search.u};
  search.survivors.clear();
  Estimate top{search.u, search.u, 0};
  std::optional<Hurdle> hurdle;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double least = end_of_rank(search, axes[i], top.rank);
    const bool must_last = hurdle && least >= hurdle->s;
    const double expected = estimated_end(search, axes[i], must_last ? hurdle : std::nullopt);
    if (!(expected > least)) continue;
    if (!(expected > end)) {
      top = {expected, rank_of(search, axes[i], expected), i};
      hurdle = {expected, search.rough_pose(expected)};
      continue;
    }
    search.survivors.push_back(axes[i]);
    prove_best(search, axes[i], expected, best);
    if (best.proof.until >= end) return best;
  }
  if (top.end > best.proof.until) prove_best(search, axes[top.index], top.end, best);
  if (disappoints(search, best)) prove_in_order(search, axes, best);
  return best;
}

namespace {

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

}  // namespace

void append(PairEvents& whole, PairEvents part) {
  whole.outcome = part.outcome;
  whole.feature_calls += part.feature_calls;
  if (whole.certificates.empty()) {
    whole.certificates = std::move(part.certificates);
    return;
  }
  for (const trace::Certificate& c : part.certificates) file(whole, c);
}

bool take(PairSearch& search, const Advance& best) {
  const bool whole = best.proof.until >= search.pair.end;
  const trace::Time cut =
      whole ? search.pair.span.end
            : std::min(time_at_most(search.pair.clock(), best.proof.until), search.pair.span.end);
  if (!(search.time < cut)) return false;
  file(search.result, certificate_of(best.axis, search.names, {search.time, cut}));
  const double before = search.u;
  move_to(search, cut);
  const bool is_short = search.u - before < kShortAdvance * search.pair.end;
  search.short_advances = is_short ? search.short_advances + 1 : 0;
  search.failed_by = best.proof.hi;
  return true;
}

}  // namespace rigor
