// SPDX-License-Identifier: Apache-2.0
#include <rigor/touching/sides.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

Vector3 direction_of(const Polytope& polytope, const Pose& X, std::uint32_t edge) {
  const Edge& e = polytope.edges()[edge];
  return X.rotation * (polytope.vertices()[e.head] - polytope.vertices()[e.tail]).normalized();
}

}  // namespace

Sides sides_of(const PlacedPair& pair, const AxisReading& axis) {
  const Polytope* A =
      std::holds_alternative<const Polytope*>(pair.A) ? std::get<const Polytope*>(pair.A) : nullptr;
  if (axis.axis.kind == AxisKind::FaceOfB)
    return {pair.B, pair.X_WB, A, pair.X_WA, Vector3(-axis.nhat_AB_W)};
  return {A, pair.X_WA, pair.B, pair.X_WB, axis.nhat_AB_W};
}

std::uint32_t facing_face(const Polytope& polytope, const Pose& X, const Vector3& direction_W) {
  const Vector3 d = X.rotation.conjugate() * direction_W;
  std::uint32_t best = 0;
  for (std::uint32_t f = 1; f < polytope.faces().size(); ++f)
    if (polytope.faces()[f].normal.dot(d) > polytope.faces()[best].normal.dot(d)) best = f;
  return best;
}

std::vector<std::uint32_t> vertices_below(const PlacedPair& pair, const PairAxis& axis,
                                          const Polytope& other, double height) {
  // Seen from that body a height is one product, which leaves out almost all of the vertices.
  const AxisPlane plane = axis_plane(pair, axis);
  const Pose& X = axis.kind == AxisKind::FaceOfA ? pair.X_WB : pair.X_WA;
  const Vector3 normal = X.rotation.conjugate() * plane.normal_W;
  const Vector3 arm = X.translation - plane.foot_W;
  const double rounding = kRoundedHeight * (arm.norm() + other.circumradius());
  const double limit = height - plane.normal_W.dot(arm) + rounding;
  std::vector<std::uint32_t> found;
  for (std::uint32_t v = 0; v < other.vertices().size(); ++v)
    if (normal.dot(other.vertices()[v]) <= limit && vertex_height(pair, axis, v) <= height)
      found.push_back(v);
  return found;
}

double least_crossing_sine(const World& world, const PlacedPair& pair) {
  const double lengths = (pair.X_WB.translation - pair.X_WA.translation).norm() +
                         std::get<const Polytope*>(pair.A)->circumradius() + pair.B->circumradius();
  return kNormalRounding * lengths / (kNormalShare * Tolerances::kBand * world.tolerances.skin);
}

std::optional<PairAxis> crossing_axis(const World& world, const PlacedPair& pair,
                                      std::uint32_t edge_A, std::uint32_t edge_B,
                                      const AxisReading& face) {
  const Vector3 N = direction_of(*std::get<const Polytope*>(pair.A), pair.X_WA, edge_A)
                        .cross(direction_of(*pair.B, pair.X_WB, edge_B));
  const double sine = N.norm();
  if (sine < least_crossing_sine(world, pair)) return std::nullopt;
  const PairAxis axis{AxisKind::EdgeEdge, edge_A, edge_B, N.dot(face.nhat_AB_W) < 0.0 ? -1 : 1};
  const double lacks = face.separation - read_axis(pair, axis).separation;
  if (lacks * sine > kKeptBands * Tolerances::kBand * world.tolerances.skin) return std::nullopt;
  return axis;
}

}  // namespace rigor
