// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <rigor/geometry/support.hpp>
#include <rigor/touching/beside_face.hpp>
#include <rigor/touching/sides.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

const Face& face_of(const Sides& sides, const PairAxis& axis) {
  return sides.own->faces()[axis.kind == AxisKind::FaceOfA ? axis.index_A : axis.index_B];
}

/// How far outside the side planes of a face the point is, metres; negative inside.
double outside(const Polytope& own, const Pose& X, const Face& face, const Vector3& point_W) {
  const Vector3 p = inverse(X) * point_W;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < face.vertices.size(); ++k) {
    const Vector3& a = own.vertices()[face.vertices[k]];
    const Vector3& b = own.vertices()[face.vertices[(k + 1) % face.vertices.size()]];
    most = std::max(most, (b - a).cross(face.normal).normalized().dot(p - a));
  }
  return most;
}

/// An edge as a line of the world with its length.
struct Line {
  Vector3 tail, way;
  double length = 0.0;
};

Line line_of(const Polytope& polytope, const Pose& X, std::uint32_t edge) {
  const Edge& e = polytope.edges()[edge];
  const Vector3 way = polytope.vertices()[e.head] - polytope.vertices()[e.tail];
  return {X * polytope.vertices()[e.tail], X.rotation * way.normalized(), way.norm()};
}

/// The axis of two edges that cross between their ends.
std::optional<PairAxis> crossing_within(const World& world, const PlacedPair& pair,
                                        std::uint32_t edge_A, std::uint32_t edge_B,
                                        const AxisReading& face) {
  const auto axis = crossing_axis(world, pair, edge_A, edge_B, face);
  if (!axis) return std::nullopt;
  const Line a = line_of(*std::get<const Polytope*>(pair.A), pair.X_WA, edge_A);
  const Line b = line_of(*pair.B, pair.X_WB, edge_B);
  const auto on = nearest_points({a.tail, a.way, b.tail, b.way, static_cast<double>(axis->sign)});
  const auto within = [](const Line& line, const Vector3& point) {
    const double along = line.way.dot(point - line.tail);
    return along >= 0.0 && along <= line.length;
  };
  return within(a, on[0]) && within(b, on[1]) ? axis : std::nullopt;
}

}  // namespace

std::uint32_t vertex_beside(const World& world, const PlacedPair& pair, const AxisReading& axis) {
  const Sides sides = sides_of(pair, axis);
  std::uint32_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const std::uint32_t v : vertices_below(
           pair, axis.axis, *sides.other, std::max(world.tolerances.upper(), axis.separation))) {
    const double d = outside(*sides.own, sides.X_own, face_of(sides, axis.axis),
                             sides.X_other * sides.other->vertices()[v]);
    if (d >= least) continue;
    least = d;
    best = v;
  }
  return best;
}

std::optional<AxisReading> crossing_beside(const World& world, const PlacedPair& pair,
                                           const AxisReading& axis, std::uint32_t vertex) {
  const Sides sides = sides_of(pair, axis);
  const bool of_A = axis.axis.kind == AxisKind::FaceOfA;
  const auto& rim = face_of(sides, axis.axis).vertices;
  std::optional<AxisReading> best;
  double most = axis.separation - kKeptBands * Tolerances::kBand * world.tolerances.skin;
  for (std::size_t k = 0; k < rim.size(); ++k) {
    const auto own = edge_between(*sides.own, rim[k], rim[(k + 1) % rim.size()]);
    if (!own) continue;
    for (const std::uint32_t other : sides.other->edges_at(vertex)) {
      const auto crossing =
          crossing_within(world, pair, of_A ? *own : other, of_A ? other : *own, axis);
      if (!crossing) continue;
      const AxisReading reading = read_axis(pair, *crossing);
      if (reading.separation < most || reading.separation > world.tolerances.upper()) continue;
      most = reading.separation;
      best = reading;
    }
  }
  return best;
}

ContactCorner corner_beside(const World& world, const Cluster& cluster, const PairId& id,
                            const AxisReading& axis, std::uint32_t vertex) {
  const bool of_A = axis.axis.kind == AxisKind::FaceOfA;
  ContactCorner corner;
  corner.rows = rows_of(world, cluster, {id, axis.axis, vertex});
  corner.corner.gap = corner.rows.normal.jet.value;
  const Vector3 across = corner.corner.gap * corner.rows.nhat_AB_W;
  corner.corner.p_WA = of_A ? Vector3(corner.rows.point_W - across) : corner.rows.point_W;
  corner.corner.p_WB = of_A ? corner.rows.point_W : Vector3(corner.rows.point_W + across);
  const Feature tip{FeatureKind::Vertex, vertex};
  const Feature plane{FeatureKind::Face, of_A ? axis.axis.index_A : axis.axis.index_B};
  corner.corner.kind = of_A ? CornerKind::FV : CornerKind::VF;
  corner.corner.on_A = of_A ? plane : tip;
  corner.corner.on_B = of_A ? tip : plane;
  return corner;
}

}  // namespace rigor
