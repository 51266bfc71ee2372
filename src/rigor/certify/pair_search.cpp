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
/// How close, as a fraction of the pieces' size, an axis is followed to its end by marching: one
/// that only passes by roughly, one that may lead to a touch well within the tolerance of a touch.
constexpr double kPassingEnd = 1e-3;
constexpr double kSharpEnd = 0x1p-6 * kTouchTolerance;

trace::Time time_at(const PairSearch& search, double s) {
  return trace::advanced(search.pair.span.begin, s * search.pair.clock().length);
}

}  // namespace

void move_to(PairSearch& search, const trace::Time& cut) {
  search.time = cut;
  search.u = fraction_at(search.pair.clock(), cut).lo;
}

void cut_models(PairSearch& search, double gap) {
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

namespace {

struct Sample {
  double s = 0.0;
  double margin = 0.0;
};

/// About where between `good` and `bad` the axis stops separating the pieces. An end of the bracket
/// that stays twice counts half (the Illinois method), so that both close in.
double crossing(const PairSearch& search, const Axis& axis, Sample good, Sample bad,
                std::array<std::uint32_t, 2>& near) {
  const auto between = [&] {
    const double part = good.margin / (good.margin - bad.margin);
    return good.s + std::clamp(part, 0.1, 0.9) * (bad.s - good.s);
  };
  int side = 0;
  for (int i = 0; i < kSecants; ++i) {
    const double s = between();
    const PairPose pose = search.rough_pose(s);
    const double next = margin(search.pair, axis, pose, time_at(search, s), near);
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
double estimated_end(const PairSearch& search, const Axis& axis, const PairPose& now) {
  const PairMotion& pair = search.pair;
  std::array<std::uint32_t, 2> near = axis.near;
  Sample before{search.u, margin(pair, axis, now, search.time, near)};
  if (before.margin <= 0.0) return search.u;
  for (int i = 1; i <= search.samples; ++i) {
    const double s = pair.end * i / search.samples;
    if (s <= search.u) continue;
    const Sample next{s, margin(pair, axis, search.poses[i], time_at(search, s), near)};
    if (next.margin <= 0.0) return crossing(search, axis, before, next, near);
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

MarchGoal march_goal(const PairSearch& search, const Axis& axis, double expected) {
  const double size =
      search.pair.a->polytope.circumradius() + search.pair.b->polytope.circumradius();
  const bool passes = axis.level > search.level;
  return {search.u, expected, (passes ? kPassingEnd : kSharpEnd) * size};
}

/// Proves one axis and keeps it if it is the best so far.
void prove_next(const PairSearch& search, const Axis& axis, double expected, Advance& best) {
  const Axis here = anchored(axis, search.time);
  const AxisProof proof =
      search.bounds ? march(search.pair, *search.bounds, here, march_goal(search, axis, expected))
                    : prove(*search.models, here, search.u, expected);
  if (proof.until > best.proof.until) best = {proof, here, expected};
}

}  // namespace

Advance longest(PairSearch& search, const std::vector<Axis>& axes) {
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

void append(PairEvents& whole, const PairEvents& part) {
  whole.outcome = part.outcome;
  whole.feature_calls += part.feature_calls;
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
  if (search.u - before < kShortAdvance * search.pair.end) ++search.short_advances;
  search.failed_by = best.proof.hi;
  return true;
}

}  // namespace rigor
