// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/certify/vertex_gap.hpp>
#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/chebyshev/rounding.hpp>

namespace rigor {
namespace {

/// level times the length of the normal, at the end that makes "gap > level" (up) or "gap < level"
/// (down) the stronger claim.
double raised_level(const VertexGap& gap, double level) {
  return next_up(level * (level > 0.0 ? gap.normal_length.hi : gap.normal_length.lo));
}
double lowered_level(const VertexGap& gap, double level) {
  return next_down(level * (level > 0.0 ? gap.normal_length.lo : gap.normal_length.hi));
}

/// base + slope·r.
ChebModel at_vertex(const ChebModel& base, const ModelVector& slope, const Vector3& r) {
  ChebModel f = base;
  for (int i = 0; i < 3; ++i) {
    if (r[i] != 0.0) f.add_scaled(slope[i], r[i]);
  }
  return f;
}

/// The state of one search: everything seen so far keeps its level on [from, best].
struct ExitSearch {
  const VertexGap& gap;
  const VertexTree& tree;
  const GapLevels& levels;
  double from = 0.0;
  double best = 1.0;
  ChebModel base;            // constant - level weight, for the common level
  double slope_bounds[3]{};  // of |slope_i| on [0, 1]
  ExitOutcome outcome = StaysInside{};
};

bool has_own_band(const GapLevels& levels, std::uint32_t vertex) {
  return std::any_of(levels.exceptions.begin(), levels.exceptions.end(),
                     [vertex](const VertexBand& band) { return band.vertex == vertex; });
}

/// Takes the exit of one vertex into account; f must stay positive.
void test(ExitSearch& search, const ChebModel& f, std::uint32_t vertex, Bound bound) {
  const RootOutcome root = first_below(f, 0.0, search.from, search.best);
  if (const auto* crosses = std::get_if<Crosses>(&root)) {
    search.outcome = Leaves{vertex, bound, crosses->lo, crosses->hi};
    search.best = crosses->lo;
  } else if (const auto* undecided = std::get_if<Undecided>(&root)) {
    search.outcome = Grazes{vertex, bound, undecided->lo};
    search.best = undecided->lo;
  } else if (std::holds_alternative<StartsBelow>(root)) {
    search.outcome = StartsOutside{vertex, bound};
    search.best = search.from;
  }
}

void visit(ExitSearch& search, std::uint32_t index) {
  if (std::holds_alternative<StartsOutside>(search.outcome)) return;
  const VertexTree::Node& node = search.tree.node(index);
  if (node.left == 0) {
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const std::uint32_t vertex = search.tree.order()[i];
      if (has_own_band(search.levels, vertex)) continue;
      const Vector3& r = search.tree.vertices()[vertex];
      test(search, at_vertex(search.base, search.gap.slope, r), vertex, Bound::Low);
    }
    return;
  }
  double reach = 0.0;
  for (int i = 0; i < 3; ++i) reach += search.slope_bounds[i] * node.half[i];
  const ChebModel middle = at_vertex(search.base, search.gap.slope, node.centre);
  const RootOutcome root = first_below(middle, raised(reach), search.from, search.best);
  if (std::holds_alternative<StaysAbove>(root)) return;
  visit(search, node.left);
  visit(search, node.right);
}

}  // namespace

ChebModel excess(const VertexGap& gap, const Vector3& r, double level) {
  ChebModel f = at_vertex(gap.constant, gap.slope, r);
  return f.add_scaled(gap.weight, -raised_level(gap, level));
}

ChebModel deficit(const VertexGap& gap, const Vector3& r, double level) {
  ChebModel f = -at_vertex(gap.constant, gap.slope, r);
  return f.add_scaled(gap.weight, lowered_level(gap, level));
}

double gap_at(const VertexGap& gap, const Vector3& r, double s) {
  double sum = clenshaw(gap.constant.coefficients(), s);
  for (int i = 0; i < 3; ++i) sum += clenshaw(gap.slope[i].coefficients(), s) * r[i];
  return sum / (clenshaw(gap.weight.coefficients(), s) * gap.normal_length.lo);
}

ExitOutcome first_exit(const VertexGap& gap, const VertexTree& tree, const GapLevels& levels,
                       double from, double to) {
  ExitSearch search{gap, tree, levels, from, to, gap.constant, {}, StaysInside{}};
  search.base.add_scaled(gap.weight, -raised_level(gap, levels.low));
  for (int i = 0; i < 3; ++i) {
    search.slope_bounds[i] = raised(coefficient_sum(gap.slope[i]) + gap.slope[i].radius());
  }
  for (const VertexBand& band : levels.exceptions) {
    const Vector3& r = tree.vertices()[band.vertex];
    test(search, excess(gap, r, band.low), band.vertex, Bound::Low);
    if (band.high < kNoBound) test(search, deficit(gap, r, band.high), band.vertex, Bound::High);
    if (std::holds_alternative<StartsOutside>(search.outcome)) return search.outcome;
  }
  visit(search, 0);
  return search.outcome;
}

double proved_until(const ExitOutcome& outcome, double from, double to) {
  if (const auto* leaves = std::get_if<Leaves>(&outcome)) return leaves->lo;
  if (const auto* grazes = std::get_if<Grazes>(&outcome)) return grazes->lo;
  return std::holds_alternative<StaysInside>(outcome) ? to : from;
}

}  // namespace rigor
