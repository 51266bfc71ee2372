// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/decision/gap_goals.hpp>
#include <rigor/decision/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

/// Adds the vertices beside the edges of an edge-edge axis that reach into the band.
void add_sides(const World& world, const Cluster& cluster, const PairId& pair, const PairAxis& axis,
               GapGoals& goals) {
  const PlacedPair at = placed(world, cluster, pair);
  const double floor = -kSideShare * edge_slack(at, axis) * world.tolerances.skin;
  for (const Carrier of : {Carrier::A, Carrier::B}) {
    const Polytope& polytope = polytope_of(world, of == Carrier::A ? pair.a : pair.b);
    const Edge& own = polytope.edges()[of == Carrier::A ? axis.index_A : axis.index_B];
    for (std::uint32_t v = 0; v < polytope.vertices().size(); ++v) {
      if (v == own.tail || v == own.head) continue;
      if (axis_edge_side_row(at, axis, of, v).jet.value < world.tolerances.upper())
        goals.sides.push_back({pair, axis, of, v, floor});
    }
  }
}

/// Adds every vertex of the axis that is to keep the pair apart and lies in the band.
void add_floor(const World& world, const Cluster& cluster, const PairId& pair, const PairAxis& axis,
               GapGoals& goals) {
  const auto add = [&](const ContactId& id) {
    if (std::find(goals.equal.begin(), goals.equal.end(), id) == goals.equal.end())
      goals.at_least.push_back(id);
  };
  if (on_limit(pair)) {
    if (limit_gap(world, cluster, pair) < world.tolerances.upper())
      add({pair, PairAxis{}, 0, 0, 0.0});
    return;
  }
  if (axis.kind == AxisKind::EdgeEdge) {
    add({pair, axis, 0, 0, 0.0});
    add_sides(world, cluster, pair, axis, goals);
    return;
  }
  const trace::PieceId& other = axis.kind == AxisKind::FaceOfA ? pair.b : pair.a;
  const PlacedPair at = placed(world, cluster, pair);
  const auto count = static_cast<std::uint32_t>(polytope_of(world, other).vertices().size());
  for (std::uint32_t v = 0; v < count; ++v)
    if (vertex_height(at, axis, v) < world.tolerances.upper()) add({pair, axis, v, 0, 0.0});
}

}  // namespace

GapGoals goals_of(const World& world, const Cluster& cluster,
                  const std::vector<TouchingPair>& pairs,
                  const std::vector<ActiveContact>& active) {
  const Tolerances& tolerances = world.tolerances;
  GapGoals goals;
  goals.gap = tolerances.skin;
  goals.floor = tolerances.skin * (1.0 - kFloorShare * Tolerances::kBand);
  goals.limit = kMaxMove * tolerances.skin;
  for (const ActiveContact& contact : active) goals.equal.push_back(contact.id);
  for (const TouchingPair& pair : pairs) {
    PairAxis axis = pair.axis.axis;
    const auto kept = std::find_if(active.begin(), active.end(), [&](const ActiveContact& contact) {
      return contact.id.pair == pair.pair;
    });
    if (kept != active.end())
      axis = kept->id.axis;
    else if (!on_half_space(pair.pair))
      axis = pair_axis(placed(world, cluster, pair.pair), {0.0, nullptr}).axis;
    add_floor(world, cluster, pair.pair, axis, goals);
  }
  return goals;
}

}  // namespace rigor
