// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <rigor/touching/rim.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

/// The edge on which both features lie.
std::optional<std::uint32_t> common_edge(const Polytope& polytope, const Feature& x,
                                         const Feature& y) {
  if (x.kind == FeatureKind::Face || y.kind == FeatureKind::Face) return std::nullopt;
  if (x.kind == FeatureKind::Vertex && y.kind == FeatureKind::Vertex)
    return edge_between(polytope, x.index, y.index);
  const std::uint32_t index = x.kind == FeatureKind::Edge ? x.index : y.index;
  const Edge& edge = polytope.edges()[index];
  const auto on_edge = [&](const Feature& f) {
    return f.kind == FeatureKind::Edge ? f.index == index
                                       : f.index == edge.tail || f.index == edge.head;
  };
  return on_edge(x) && on_edge(y) ? std::optional(index) : std::nullopt;
}

/// The part of the rim from one corner to the next: an edge of one of the bodies.
RimEdge rim_edge(const World& world, const Cluster& cluster, const PairId& pair,
                 const ManifoldCorner& from, const ManifoldCorner& to) {
  const Vector3 way = to.p_WA - from.p_WA;
  for (const bool of_a : {true, false}) {
    const Polytope& polytope = polytope_of(world, of_a ? pair.a : pair.b);
    const auto edge = common_edge(polytope, of_a ? from.on_A : from.on_B, of_a ? to.on_A : to.on_B);
    if (!edge) continue;
    const Edge& ends = polytope.edges()[*edge];
    const Vector3 along =
        (polytope.vertices()[ends.head] - polytope.vertices()[ends.tail]).normalized();
    const Pose X = pose_of(world, cluster, of_a ? pair.a.body : pair.b.body);
    return {of_a, (X.rotation * along).dot(way) < 0.0 ? Vector3(-along) : along};
  }
  // Features that a clip has merged need not share an edge; the way itself does as well.
  const Matrix3 R_WA = rotation_matrix(pose_of(world, cluster, pair.a.body).rotation);
  return {true, R_WA.transpose() * way.normalized()};
}

/// A rim from corner to corner.
struct Rim {
  std::vector<RimEdge> edges;  ///< from each corner to the next
  std::vector<double> turns;   ///< at each corner, rad
  /// At each corner, rad: the sum of turns at which it is kept, and the part of it that is due to
  /// edges that cross.
  std::vector<double> least;
  std::vector<double> straight;
};

Vector3 direction(const World& world, const Cluster& cluster, const PairId& pair,
                  const RimEdge& edge) {
  return pose_of(world, cluster, edge.of_a ? pair.a.body : pair.b.body).rotation * edge.along;
}

Rim rim_of(const World& world, const Cluster& cluster, const TouchingPair& touching) {
  const auto& corners = touching.corners;
  const std::size_t count = corners.size();
  const double thinned =
      count > kMostCorners ? kNearlyFarthest * 2.0 * std::numbers::pi / kMostCorners : 0.0;
  Rim rim;
  std::vector<double> lengths;
  for (std::size_t k = 0; k < count; ++k) {
    const ManifoldCorner& next = corners[(k + 1) % count].corner;
    rim.edges.push_back(rim_edge(world, cluster, touching.pair, corners[k].corner, next));
    lengths.push_back((next.p_WA - corners[k].corner.p_WA).norm());
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t last = (k + count - 1) % count;
    const Vector3 before = direction(world, cluster, touching.pair, rim.edges[last]);
    const Vector3 after = direction(world, cluster, touching.pair, rim.edges[k]);
    rim.turns.push_back(std::atan2(before.cross(after).norm(), before.dot(after)));
    const bool crosses = rim.edges[last].of_a != rim.edges[k].of_a;
    rim.straight.push_back(
        crosses ? straight_rim(world.tolerances.skin, std::max(lengths[last], lengths[k])) : 0.0);
    rim.least.push_back(std::max(rim.straight.back(), thinned));
  }
  return rim;
}

}  // namespace

double straight_rim(double skin, double length) {
  return std::max(kParallels * kMinRowSine, kSkinsPerAngle * skin / length);
}

std::vector<RimCorner> rim_corners(const World& world, const Cluster& cluster,
                                   const TouchingPair& touching) {
  const std::size_t count = touching.corners.size();
  if (count < 3 || on_half_space(touching.pair)) return {};
  const Rim rim = rim_of(world, cluster, touching);
  const auto edge_before = [&](std::size_t k) { return rim.edges[(k + count - 1) % count]; };
  // Once round from the sharpest corner, which is kept last.
  const auto first = static_cast<std::size_t>(std::max_element(rim.turns.begin(), rim.turns.end()) -
                                              rim.turns.begin());
  std::vector<RimCorner> kept;
  RimEdge before = edge_before((first + 1) % count);
  double sum = 0.0;
  for (std::size_t step = 1; step <= count; ++step) {
    const std::size_t k = (first + step) % count;
    sum += rim.turns[k];
    if (k != first && sum < rim.least[k]) continue;
    const bool alone = rim.turns[k] == sum && k != first && count <= kMostCorners;
    kept.push_back({k, {before, rim.edges[k], alone ? rim.straight[k] : 0.0}});
    before = rim.edges[k];
    sum = 0.0;
  }
  std::sort(kept.begin(), kept.end(),
            [](const RimCorner& x, const RimCorner& y) { return x.corner < y.corner; });
  if (kept.size() >= 3) return kept;
  kept.clear();  // a sliver: two of its corners turn by nearly half a circle
  for (std::size_t k = 0; k < count; ++k) kept.push_back({k, {edge_before(k), rim.edges[k], 0.0}});
  return kept;
}

}  // namespace rigor
