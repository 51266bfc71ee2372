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
  add_linear(f, {&slope[0], &slope[1], &slope[2]}, r);
  return f;
}

/// The gaps on a part of the time only, where what stays well above shows by its coefficients.
struct QuickLook {
  ChebModel base;
  ModelVector slope;
  double slope_bounds[3]{};
};

/// Coefficients below this fraction of a model's size do not matter for a quick look.
constexpr double kQuickCut = 0x1p-10;

ChebModel quick_part(const ChebModel& f, double from, double to) {
  return cut(restricted(f, from, to), kQuickCut);
}

double bound_of(const ChebModel& f) { return raised(coefficient_sum(f) + f.radius()); }

/// The state of one search: everything seen so far keeps its level on [from, best].
struct ExitSearch {
  const VertexGap& gap;
  const VertexTree& tree;
  const GapLevels& levels;
  double from = 0.0;
  double best = 1.0;
  ChebModel base;  // constant - level weight, for the common level
  ExitOutcome outcome = StaysInside{};
  QuickLook quick;
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

/// base + slope·r > Σ slope_bounds half, proved for the part of the time of the quick look.
bool clearly_inside(const QuickLook& quick, const Vector3& r, const Vector3& half) {
  double reach = 0.0;
  for (int i = 0; i < 3; ++i) reach += quick.slope_bounds[i] * half[i];
  return enclosure(at_vertex(quick.base, quick.slope, r)).lo > raised(reach);
}

/// Prepares quick looks at [from, best].
void look_quickly(ExitSearch& search) {
  search.quick.base = quick_part(search.base, search.from, search.best);
  for (int i = 0; i < 3; ++i) {
    search.quick.slope[i] = quick_part(search.gap.slope[i], search.from, search.best);
    search.quick.slope_bounds[i] = bound_of(search.quick.slope[i]);
  }
}

void visit(ExitSearch& search, std::uint32_t index) {
  if (std::holds_alternative<StartsOutside>(search.outcome)) return;
  const VertexTree::Node& node = search.tree.node(index);
  if (clearly_inside(search.quick, node.centre, node.half)) return;
  if (node.left == 0) {
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const std::uint32_t vertex = search.tree.order()[i];
      if (has_own_band(search.levels, vertex)) continue;
      const Vector3& r = search.tree.vertices()[vertex];
      if (clearly_inside(search.quick, r, Vector3::Zero())) continue;
      test(search, at_vertex(search.base, search.gap.slope, r), vertex, Bound::Low);
    }
    return;
  }
  visit(search, node.left);
  visit(search, node.right);
}

/// The vertex without a band of its own that is lowest at s (plain doubles), and how low.
struct Lowest {
  std::uint32_t vertex = 0;
  double value = kNoBound;
};

Lowest lowest_at(const ExitSearch& search, double s) {
  const double base = clenshaw(search.base.coefficients(), s);
  Vector3 slope;
  for (int i = 0; i < 3; ++i) slope[i] = clenshaw(search.gap.slope[i].coefficients(), s);
  Lowest lowest;
  const auto vertices = search.tree.vertices();
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const double value = base + slope.dot(vertices[v]);
    if (value < lowest.value && !has_own_band(search.levels, v)) lowest = {v, value};
  }
  return lowest;
}

/// Tests the vertices that are lowest where the search stands: after a few of them no other one
/// leaves before, which the visit of the tree then proves with little work.
void test_lowest(ExitSearch& search) {
  constexpr int kMost = 4;
  for (int i = 0; i < kMost && search.best > search.from; ++i) {
    const double before = search.best;
    const Lowest lowest = lowest_at(search, search.best);
    if (lowest.value > 0.0) return;
    const ChebModel f =
        at_vertex(search.base, search.gap.slope, search.tree.vertices()[lowest.vertex]);
    test(search, f, lowest.vertex, Bound::Low);
    if (search.best == before) return;
  }
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
  ExitSearch search{gap, tree, levels, from, to, gap.constant, StaysInside{}, {}};
  search.base.add_scaled(gap.weight, -raised_level(gap, levels.low));
  for (const VertexBand& band : levels.exceptions) {
    const Vector3& r = tree.vertices()[band.vertex];
    if (band.low > -kNoBound) test(search, excess(gap, r, band.low), band.vertex, Bound::Low);
    if (band.high < kNoBound) test(search, deficit(gap, r, band.high), band.vertex, Bound::High);
    if (std::holds_alternative<StartsOutside>(search.outcome)) return search.outcome;
  }
  test_lowest(search);
  look_quickly(search);
  visit(search, 0);
  return search.outcome;
}

double proved_until(const ExitOutcome& outcome, double from, double to) {
  if (const auto* leaves = std::get_if<Leaves>(&outcome)) return leaves->lo;
  if (const auto* grazes = std::get_if<Grazes>(&outcome)) return grazes->lo;
  return std::holds_alternative<StaysInside>(outcome) ? to : from;
}

}  // namespace rigor
