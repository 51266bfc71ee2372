// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/geometry/support.hpp>
#include <rigor/touching/edge_over_face.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

/// Where a line from `tail` along `way` is over a face: between these fractions of its length, and
/// over which edges of the rim it comes and goes.
struct Crossings {
  std::array<double, 2> at{0.0, 1.0};
  std::array<std::optional<std::uint32_t>, 2> rim{};
};

Crossings crossings_of(const Polytope& own, const Face& face, const Vector3& tail,
                       const Vector3& way) {
  Crossings found;
  for (std::size_t k = 0; k < face.vertices.size(); ++k) {
    const std::uint32_t from = face.vertices[k];
    const std::uint32_t to = face.vertices[(k + 1) % face.vertices.size()];
    const Vector3& a = own.vertices()[from];
    const Vector3 outward = (own.vertices()[to] - a).cross(face.normal);
    const double rise = outward.dot(way);
    if (rise == 0.0) continue;
    const double at = outward.dot(a - tail) / rise;
    const int leaves = rise > 0.0 ? 1 : 0;
    if (leaves == 1 ? at >= found.at[1] : at <= found.at[0]) continue;
    found.at[leaves] = at;
    found.rim[leaves] = edge_between(own, from, to);
  }
  return found;
}

/// Of one face, and the edge `index` of the other body.
std::optional<EdgeOverFace> over(const World& world, const PairId& id, const PlacedPair& pair,
                                 const PairAxis& axis, std::uint32_t index) {
  const EdgeOverFace none{read_axis(pair, axis), {}};
  const Sides sides = sides_of(pair, none.face);
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Face& face = sides.own->faces()[of_A ? axis.index_A : axis.index_B];
  const Edge& edge = sides.other->edges()[index];
  const Pose X = inverse(sides.X_own) * sides.X_other;
  const Vector3 tail = X * sides.other->vertices()[edge.tail];
  const Vector3 way = X * sides.other->vertices()[edge.head] - tail;
  const Crossings crossings = crossings_of(*sides.own, face, tail, way);
  const double length = (crossings.at[1] - crossings.at[0]) * way.norm();
  if (!crossings.rim[0] || !crossings.rim[1] || !(length > kStraightSkins * world.tolerances.skin))
    return std::nullopt;
  EdgeOverFace out = none;
  for (int k = 0; k < 2; ++k) {
    const Vector3 point = tail + crossings.at[k] * way;
    const double height = face.normal.dot(point - sides.own->vertices()[face.vertices.front()]);
    if (height > world.tolerances.upper()) return std::nullopt;
    const Vector3 on_other = sides.X_own * point;
    const Vector3 on_own = on_other - height * sides.n_W;
    const Feature rim{FeatureKind::Edge, *crossings.rim[k]};
    const Feature across{FeatureKind::Edge, index};
    ContactCorner corner;
    corner.corner = {of_A ? on_own : on_other, of_A ? on_other : on_own, height,
                     CornerKind::EE,           of_A ? rim : across,      of_A ? across : rim};
    out.corners.push_back(corner);
  }
  const double angle = std::abs(out.corners[1].corner.gap - out.corners[0].corner.gap) / length;
  const double most = kFaceBands * Tolerances::kBand * world.tolerances.skin;
  for (const std::uint32_t body : {id.a.body, id.b.body})
    if (is_moved_by_forces(world, body) && 2.0 * angle * world.bodies[body].radius > most)
      return std::nullopt;
  return out;
}

}  // namespace

std::optional<EdgeOverFace> edge_over_face(const World& world, const PairId& pair,
                                           const PlacedPair& at, const PairAxis& edges) {
  const Edge& a = std::get<const Polytope*>(at.A)->edges()[edges.index_A];
  const Edge& b = at.B->edges()[edges.index_B];
  for (const std::uint32_t face : {a.left, a.right})
    if (auto found = over(world, pair, at, {AxisKind::FaceOfA, face, 0, 1}, edges.index_B))
      return found;
  for (const std::uint32_t face : {b.left, b.right})
    if (auto found = over(world, pair, at, {AxisKind::FaceOfB, 0, face, 1}, edges.index_A))
      return found;
  return std::nullopt;
}

}  // namespace rigor
