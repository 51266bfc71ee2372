// SPDX-License-Identifier: Apache-2.0
#include <rigor/integration/rim.hpp>

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

}  // namespace

std::vector<RimTurn> rim_turns(const World& world, const Cluster& cluster,
                               const TouchingPair& touching) {
  const std::size_t count = touching.corners.size();
  if (count < 3 || on_half_space(touching.pair)) return {};
  std::vector<RimTurn> turns(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t next = (k + 1) % count;
    turns[k].after = rim_edge(world, cluster, touching.pair, touching.corners[k].corner,
                              touching.corners[next].corner);
    turns[next].before = turns[k].after;
  }
  return turns;
}

}  // namespace rigor
