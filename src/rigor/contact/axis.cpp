// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/contact/axis.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Polytope& polytope_A(const PlacedPair& pair) { return *std::get<const Polytope*>(pair.A); }

bool on_half_space(const PlacedPair& pair) {
  return std::holds_alternative<const HalfSpace*>(pair.A);
}

/// Smallest and largest n·(x - origin) over the vertices of a placed polytope.
struct Extent {
  double low = kInfinity;
  double high = -kInfinity;
};

Extent extent_along(const Polytope& polytope, const Pose& X, const Vector3& n_W,
                    const Vector3& origin_W) {
  const Vector3 n = X.rotation.conjugate() * n_W;
  const double shift = n_W.dot(X.translation - origin_W);
  Extent extent;
  for (const Vector3& v : polytope.vertices()) {
    const double height = n.dot(v);
    extent.low = std::min(extent.low, height);
    extent.high = std::max(extent.high, height);
  }
  return {extent.low + shift, extent.high + shift};
}

Vector3 edge_direction(const Polytope& polytope, std::uint32_t edge) {
  const Edge& e = polytope.edges()[edge];
  return (polytope.vertices()[e.head] - polytope.vertices()[e.tail]).normalized();
}

AxisReading read_edges(const PlacedPair& pair, const PairAxis& axis) {
  const Polytope& A = polytope_A(pair);
  const Vector3 a = pair.X_WA.rotation * edge_direction(A, axis.index_A);
  const Vector3 b = pair.X_WB.rotation * edge_direction(*pair.B, axis.index_B);
  const Vector3 N = axis.sign * a.cross(b);
  if (!(N.norm() > kMinAxisSine)) return {axis, Vector3::UnitZ(), -kInfinity};
  const Vector3 n = N.normalized();
  const Vector3 origin = pair.X_WA.translation;
  return {
      axis, n,
      extent_along(*pair.B, pair.X_WB, n, origin).low - extent_along(A, pair.X_WA, n, origin).high};
}

}  // namespace

AxisPlane axis_plane(const PlacedPair& pair, const PairAxis& axis) {
  RIGOR_DEMAND(axis.kind != AxisKind::EdgeEdge);
  if (on_half_space(pair)) {
    const HalfSpace& half_space = *std::get<const HalfSpace*>(pair.A);
    return {half_space.normal, half_space.offset * half_space.normal};
  }
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Polytope& carrier = of_A ? polytope_A(pair) : *pair.B;
  const Pose& X = of_A ? pair.X_WA : pair.X_WB;
  const Face& face = carrier.faces()[of_A ? axis.index_A : axis.index_B];
  return {X.rotation * face.normal, X * carrier.vertices()[face.vertices.front()]};
}

AxisReading read_axis(const PlacedPair& pair, const PairAxis& axis) {
  if (axis.kind == AxisKind::EdgeEdge) return read_edges(pair, axis);
  const AxisPlane plane = axis_plane(pair, axis);
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Polytope& other = of_A ? *pair.B : polytope_A(pair);
  const Pose& X = of_A ? pair.X_WB : pair.X_WA;
  const Vector3 nhat = of_A ? plane.normal_W : Vector3(-plane.normal_W);
  return {axis, nhat, extent_along(other, X, plane.normal_W, plane.foot_W).low};
}

AxisReading best_face_axis(const PlacedPair& pair) {
  if (on_half_space(pair)) return read_axis(pair, PairAxis{});
  AxisReading best;
  best.separation = -kInfinity;
  const auto consider = [&](const PairAxis& axis) {
    const AxisReading reading = read_axis(pair, axis);
    if (reading.separation > best.separation) best = reading;
  };
  for (std::uint32_t f = 0; f < polytope_A(pair).faces().size(); ++f) {
    consider({AxisKind::FaceOfA, f, 0, 1});
  }
  for (std::uint32_t f = 0; f < pair.B->faces().size(); ++f) {
    consider({AxisKind::FaceOfB, 0, f, 1});
  }
  return best;
}

AxisReading pair_axis(const PlacedPair& pair, const AxisPreference& preference) {
  const AxisReading face = best_face_axis(pair);
  if (on_half_space(pair)) return face;
  const SeparatingAxis best = best_axis(polytope_A(pair), pair.X_WA, *pair.B, pair.X_WB);
  const double top = std::max(best.separation, face.separation);
  if (preference.current != nullptr) {
    const AxisReading current = read_axis(pair, *preference.current);
    if (current.separation >= top - preference.margin) return current;
  }
  if (best.kind != AxisKind::EdgeEdge || face.separation >= top - preference.margin) return face;
  PairAxis axis{AxisKind::EdgeEdge, best.index_A, best.index_B, 1};
  AxisReading reading = read_axis(pair, axis);
  if (reading.nhat_AB_W.dot(best.nhat_AB) < 0.0) {
    axis.sign = -1;
    reading = read_axis(pair, axis);
  }
  return reading;
}

double vertex_height(const PlacedPair& pair, const PairAxis& axis, std::uint32_t vertex) {
  const AxisPlane plane = axis_plane(pair, axis);
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Polytope& other = of_A ? *pair.B : polytope_A(pair);
  const Pose& X = of_A ? pair.X_WB : pair.X_WA;
  return plane.normal_W.dot(X.rotation * other.vertices()[vertex] + (X.translation - plane.foot_W));
}

}  // namespace rigor
