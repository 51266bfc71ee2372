// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <rigor/certify/edge_gap.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

ModelVector cross(const ModelVector& a, const ModelVector& b, double coarseness) {
  ModelVector result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    result[i] = cut(a[j] * b[k] - a[k] * b[j], coarseness);
  }
  return result;
}

/// e x f for a constant e.
ModelVector cross(const Vector3& e, const ModelVector& f) {
  ModelVector result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    result[i].add_scaled(f[k], e[j]);
    result[i].add_scaled(f[j], -e[k]);
  }
  return result;
}

/// The rotated edge direction, times |q|². The stored direction is rounded (each component by at
/// most u), which the radius takes in: rows of R are at most 1 long and |q|² < 2.
ModelVector rotated_edge(const BodyPath& path, const Vector3& along) {
  ModelVector result = rotated(path, along);
  for (ChebModel& x : result) x.widen(raised(2.0 * kUnit * along.lpNorm<1>()));
  return result;
}

/// (R_own e x o)·R_own (r - p) = o·R_own ((r - p) x e) = (e x R_ownᵀ o)·(r - p), all times w:
/// linear in r. `other` is o times the norms that are missing in R_own.
VertexGap beyond(const BodyPath& own, const Vector3& p, const Vector3& e,
                 const ModelVector& other) {
  ModelVector pulled;
  for (int j = 0; j < 3; ++j) {
    ChebModel sum = other[0] * own.rotation[0][j];
    for (int i = 1; i < 3; ++i) sum += other[i] * own.rotation[i][j];
    pulled[j] = cut(std::move(sum), own.coarseness);
  }
  VertexGap gap;
  gap.slope = cross(e, pulled);
  double size = 0.0;
  for (const ChebModel& x : pulled) size += coefficient_sum(x) + x.radius();
  for (ChebModel& x : gap.slope) x.widen(raised(kUnit * e.lpNorm<1>() * size));  // e is rounded too
  gap.constant = -dot(gap.slope, p);
  return gap;
}

/// At least w|N|: X k + m/2 >= sqrt(2 k m X) for X = w²N·N, and k is rounded up to 2 k m >= 1.
ChebModel longest_normal(const EdgeGap& gap) {
  ChebModel size = gap.normal_squared * next_up(0.5 / gap.normal_size);
  return size += 0.5 * gap.normal_size;
}

/// At most w|N| = sqrt((1 + y) / k) with y = X k - 1 >= -1, as sqrt(1 + y) >= 1 + y/2 - y²/2. k is
/// 1/m² to 2u, hence 1/sqrt(k) at least m (1 - 3u); where the bracket is negative any factor will
/// do.
ChebModel shortest_normal(const EdgeGap& gap) {
  const double m = gap.normal_size;
  const double lowered = m * (1.0 - 4.0 * kUnit);
  ChebModel y = gap.normal_squared * (1.0 / (m * m));
  y -= 1.0;
  ChebModel least = (y - y * y) * (0.5 * lowered);
  return least += lowered;
}

/// Keeps the earliest exit.
void take(EdgeOutcome& outcome, EdgeExit reason, const RootOutcome& root, double from) {
  double until = outcome.until;
  double hi = outcome.hi;
  if (const auto* crosses = std::get_if<Crosses>(&root)) {
    until = crosses->lo;
    hi = crosses->hi;
  } else if (const auto* undecided = std::get_if<Undecided>(&root)) {
    until = hi = undecided->lo;
  } else if (std::holds_alternative<StartsBelow>(root)) {
    until = hi = from;
  } else {
    return;
  }
  outcome = {reason, until, hi};
}

struct EdgeSide {
  std::array<std::uint32_t, 2> edge;
  double slack = 0.0;
  double from = 0.0;
};

/// Takes the side condition of one piece into account. The edge's own vertices are in its plane
/// exactly, N being normal to the edge, so nothing is to be proved of them.
void take_side(EdgeOutcome& outcome, const VertexGap& side, const VertexTree& tree,
               const EdgeSide& limits) {
  const std::array<VertexBand, 2> own{VertexBand{limits.edge[0], -kNoBound, kNoBound},
                                      VertexBand{limits.edge[1], -kNoBound, kNoBound}};
  const ExitOutcome exit = first_exit(side, tree, {-limits.slack, own}, limits.from, outcome.until);
  if (std::holds_alternative<StaysInside>(exit)) return;
  const double until = proved_until(exit, limits.from, outcome.until);
  outcome = {EdgeExit::Side, until, until};
}

}  // namespace

EdgeGap edge_gap(const BodyPath& a, const BodyPath& b, const PiecePair& pieces,
                 const EdgePair& edges, const Interval& from_at) {
  const Vector3& a0 = pieces.a.vertices()[edges.edge_a[0]];
  const Vector3& b0 = pieces.b.vertices()[edges.edge_b[0]];
  const Vector3 along_a = pieces.a.vertices()[edges.edge_a[1]] - a0;
  const Vector3 along_b = pieces.b.vertices()[edges.edge_b[1]] - b0;
  const ModelVector edge_a_W = rotated_edge(a, edges.sign * along_a);  // times |q_a|²
  const ModelVector edge_b_W = rotated_edge(b, along_b);               // times |q_b|²
  const double coarseness = std::max(a.coarseness, b.coarseness);
  const ModelVector normal = cross(edge_a_W, edge_b_W, coarseness);
  EdgeGap gap;
  gap.edges = edges;
  gap.normal_squared = cut(dot(normal, normal), coarseness);
  const auto size_at = [&gap](double s) {
    return std::sqrt(std::max(0.0, clenshaw(gap.normal_squared.coefficients(), s)));
  };
  gap.normal_size = size_at(from_at.hi);
  gap.normal_least = 0.5 * std::min(size_at(from_at.lo), gap.normal_size);
  // N·R_a r = o·R_a (r x e) with e = sign a and o = R_b b; -N·R_b r = o·R_b (r x b) with o = R_a
  // sign a.
  gap.below_a = beyond(a, a0, edges.sign * along_a, edge_b_W);
  gap.above_b = beyond(b, b0, along_b, edge_a_W);
  ModelVector offset;
  for (int i = 0; i < 3; ++i) offset[i] = b.position[i] - a.position[i];
  // N·(p_b0 - p_a0) = N·(x_b - x_a) - N·R_a a0 + N·R_b b0; the constants are -N·R_a a0 and N·R_b
  // b0.
  gap.distance = cut(dot(normal, offset), coarseness) + gap.below_a.constant + gap.above_b.constant;
  for (VertexGap* side : {&gap.below_a, &gap.above_b}) {
    // "N·R_a (r - a0) > 0" means beyond the plane for both: turn the sign, and measure with the
    // least |N|.
    side->constant = -side->constant;
    for (ChebModel& slope : side->slope) slope = -slope;
    side->weight = ChebModel(gap.normal_least);
  }
  return gap;
}

EdgeOutcome first_edge_exit(const EdgeGap& gap, const PiecePair& pieces, const EdgeLevels& levels,
                            double from, double to) {
  EdgeOutcome outcome{EdgeExit::None, to, to};
  const double least_squared = gap.normal_least * gap.normal_least;
  take(outcome, EdgeExit::Parallel,
       first_below(gap.normal_squared, next_up(least_squared), from, to), from);
  ChebModel excess = gap.distance;
  excess.add_scaled(levels.low >= 0.0 ? longest_normal(gap) : shortest_normal(gap), -levels.low);
  take(outcome, EdgeExit::Low, first_below(excess, 0.0, from, outcome.until), from);
  if (levels.high < kNoBound) {
    ChebModel room = -gap.distance;
    room.add_scaled(levels.high >= 0.0 ? shortest_normal(gap) : longest_normal(gap), levels.high);
    take(outcome, EdgeExit::High, first_below(room, 0.0, from, outcome.until), from);
  }
  take_side(outcome, gap.below_a, pieces.a, {gap.edges.edge_a, levels.slack, from});
  take_side(outcome, gap.above_b, pieces.b, {gap.edges.edge_b, levels.slack, from});
  return outcome;
}

}  // namespace rigor
