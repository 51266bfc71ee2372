// SPDX-License-Identifier: Apache-2.0
#include <rigor/contact/corner_rows.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// Of edge_slack().
constexpr double kLeastSlack = 0.005;
constexpr double kMostSlack = 0.1;

const Polytope& polytope_A(const PlacedPair& pair) { return *std::get<const Polytope*>(pair.A); }

/// An edge as a line in world coordinates.
struct Line {
  Vector3 point_W;
  Vector3 direction_W;
};

Line line_of(const Polytope& polytope, const Pose& X, std::uint32_t edge) {
  const Edge& e = polytope.edges()[edge];
  const Vector3 tail = polytope.vertices()[e.tail];
  const Vector3 along = (polytope.vertices()[e.head] - tail).normalized();
  return {X * tail, X.rotation * along};
}

CrossingEdges crossing(const PlacedPair& pair, std::uint32_t edge_A, std::uint32_t edge_B,
                       const Vector3& nhat_AB_W) {
  const Line a = line_of(polytope_A(pair), pair.X_WA, edge_A);
  const Line b = line_of(*pair.B, pair.X_WB, edge_B);
  const double side = a.direction_W.cross(b.direction_W).dot(nhat_AB_W);
  return {a.point_W, a.direction_W, b.point_W, b.direction_W, side < 0.0 ? -1.0 : 1.0};
}

/// Whether the direction parts the bodies as the axis does: if the plane is turned to it about a
/// point of contact, vertices, which are at most a diameter away, take no more than the gap.
bool parts(const PlacedPair& pair, const AxisReading& axis, const Vector3& N_W) {
  const double reach = 2.0 * (polytope_A(pair).circumradius() + pair.B->circumradius());
  return N_W.cross(axis.nhat_AB_W).norm() * reach <= axis.separation * N_W.norm();
}

/// A point of the other body (world) against the plane of the axis.
ContactRows point_on_plane(const PlacedPair& pair, const PairAxis& axis, const Vector3& point_W,
                           const BodyMotion& A, const BodyMotion& B) {
  const AxisPlane plane = axis_plane(pair, axis);
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Vector3& origin = of_A ? B.X_WB.translation : A.X_WB.translation;
  return vertex_plane_rows(
      A, B, {of_A ? Carrier::A : Carrier::B, plane.normal_W, plane.foot_W, point_W - origin});
}

/// The corner's point of a body, exactly on its feature: the clip merges what is close together,
/// but a row must not depend on that.
Vector3 on_feature(const Polytope& polytope, const Pose& X, const Feature& feature,
                   const Vector3& point_W) {
  if (feature.kind == FeatureKind::Vertex) return X * polytope.vertices()[feature.index];
  if (feature.kind == FeatureKind::Face) return point_W;
  const Line line = line_of(polytope, X, feature.index);
  return line.point_W + line.direction_W.dot(point_W - line.point_W) * line.direction_W;
}

ContactCorner make_corner(const PlacedPair& pair, const AxisReading& axis,
                          const ManifoldCorner& corner, const BodyMotion& A, const BodyMotion& B) {
  const bool of_A = axis.axis.kind == AxisKind::FaceOfA;
  const Feature& own = of_A ? corner.on_A : corner.on_B;
  const Feature& other = of_A ? corner.on_B : corner.on_A;
  ContactCorner result{CornerRow::PointOnPlane, corner, {}};
  if (other.kind == FeatureKind::Vertex) {
    result.kind = CornerRow::VertexOnPlane;
  } else if (own.kind == FeatureKind::Vertex && other.kind == FeatureKind::Face) {
    const PairAxis swapped{of_A ? AxisKind::FaceOfB : AxisKind::FaceOfA, corner.on_A.index,
                           corner.on_B.index, 1};
    const Vector3 vertex = of_A ? Vector3(pair.X_WA * polytope_A(pair).vertices()[own.index])
                                : Vector3(pair.X_WB * pair.B->vertices()[own.index]);
    if (parts(pair, axis, axis_plane(pair, swapped).normal_W)) {
      result.kind = CornerRow::Swapped;
      result.rows = point_on_plane(pair, swapped, vertex, A, B);
      return result;
    }
  } else if (own.kind == FeatureKind::Edge && other.kind == FeatureKind::Edge) {
    const CrossingEdges edges =
        crossing(pair, corner.on_A.index, corner.on_B.index, axis.nhat_AB_W);
    const Vector3 N = edges.direction_A_W.cross(edges.direction_B_W);
    if (N.norm() > kMinRowSine && parts(pair, axis, N)) {
      result.kind = CornerRow::CrossingEdges;
      result.rows = crossing_edges_rows(A, B, edges);
      return result;
    }
  }
  const Vector3 point = of_A ? on_feature(*pair.B, pair.X_WB, other, corner.p_WB)
                             : on_feature(polytope_A(pair), pair.X_WA, other, corner.p_WA);
  result.rows = point_on_plane(pair, axis.axis, point, A, B);
  return result;
}

std::vector<ManifoldCorner> clipped(const PlacedPair& pair, const AxisReading& axis,
                                    const ClipTolerances& tolerances) {
  if (std::holds_alternative<const HalfSpace*>(pair.A)) {
    const HalfSpace& half_space = *std::get<const HalfSpace*>(pair.A);
    return contact_manifold(half_space, *pair.B, pair.X_WB, tolerances.band).corners;
  }
  const auto manifold = contact_manifold(polytope_A(pair), pair.X_WA, *pair.B, pair.X_WB,
                                         {axis.nhat_AB_W, tolerances.band, tolerances.merge});
  return manifold ? manifold->corners : std::vector<ManifoldCorner>{};
}

}  // namespace

ContactRows axis_point_rows(const PlacedPair& pair, const PairAxis& axis, const Vector3& r_O,
                            const BodyMotion& A, const BodyMotion& B) {
  const Pose& X = axis.kind == AxisKind::FaceOfA ? pair.X_WB : pair.X_WA;
  return point_on_plane(pair, axis, X * r_O, A, B);
}

ContactRows axis_vertex_rows(const PlacedPair& pair, const PairAxis& axis, std::uint32_t vertex,
                             const BodyMotion& A, const BodyMotion& B) {
  const Polytope& other = axis.kind == AxisKind::FaceOfA ? *pair.B : polytope_A(pair);
  return axis_point_rows(pair, axis, other.vertices()[vertex], A, B);
}

double edge_slack(const PlacedPair& pair, const PairAxis& axis) {
  RIGOR_DEMAND(axis.kind == AxisKind::EdgeEdge);
  const Vector3 a = line_of(polytope_A(pair), pair.X_WA, axis.index_A).direction_W;
  const Vector3 b = line_of(*pair.B, pair.X_WB, axis.index_B).direction_W;
  const double sine = a.cross(b).norm() / (a.norm() * b.norm());
  return kLeastSlack < kMostSlack * sine ? kLeastSlack / sine : kMostSlack;
}

PairRow axis_edge_side_row(const PlacedPair& pair, const PairAxis& axis, Carrier of,
                           std::uint32_t vertex) {
  RIGOR_DEMAND(axis.kind == AxisKind::EdgeEdge);
  const Line a = line_of(polytope_A(pair), pair.X_WA, axis.index_A);
  const Line b = line_of(*pair.B, pair.X_WB, axis.index_B);
  const Vector3 from =
      of == Carrier::A ? Vector3(pair.X_WA * polytope_A(pair).vertices()[vertex]) : a.point_W;
  const Vector3 to = of == Carrier::B ? Vector3(pair.X_WB * pair.B->vertices()[vertex]) : b.point_W;
  const auto jet_of = [&](const BodyMotion& A, const BodyMotion& B) {
    const JetVector N = static_cast<double>(axis.sign) *
                        cross(direction_jet(A, a.direction_W), direction_jet(B, b.direction_W));
    const JetVector between =
        point_jet(B, to - B.X_WB.translation) - point_jet(A, from - A.X_WB.translation);
    return dot(N, between) * inverse_sqrt(dot(N, N));
  };
  // The rate along a unit velocity is that component of the gradient.
  PairRow row;
  for (int k = 0; k < 6; ++k) {
    const Twist unit = Twist::from(Vector6::Unit(k));
    row.on_A[k] = jet_of({pair.X_WA, unit, {}}, {pair.X_WB, {}, {}}).rate;
    row.on_B[k] = jet_of({pair.X_WA, {}, {}}, {pair.X_WB, unit, {}}).rate;
  }
  row.jet.value = jet_of({pair.X_WA, {}, {}}, {pair.X_WB, {}, {}}).value;
  return row;
}

ContactRows axis_edge_rows(const PlacedPair& pair, const PairAxis& axis, const BodyMotion& A,
                           const BodyMotion& B) {
  RIGOR_DEMAND(axis.kind == AxisKind::EdgeEdge);
  const Line a = line_of(polytope_A(pair), pair.X_WA, axis.index_A);
  const Line b = line_of(*pair.B, pair.X_WB, axis.index_B);
  return crossing_edges_rows(
      A, B, {a.point_W, a.direction_W, b.point_W, b.direction_W, static_cast<double>(axis.sign)});
}

ContactRows corner_rows(const PlacedPair& pair, const AxisReading& axis,
                        const ManifoldCorner& corner, const BodyMotion& A, const BodyMotion& B) {
  if (axis.axis.kind == AxisKind::EdgeEdge) return axis_edge_rows(pair, axis.axis, A, B);
  return make_corner(pair, axis, corner, A, B).rows;
}

std::vector<ContactCorner> contact_corners(const PlacedPair& pair, const AxisReading& axis,
                                           const BodyMotion& A, const BodyMotion& B,
                                           const ClipTolerances& tolerances) {
  if (axis.axis.kind == AxisKind::EdgeEdge) {
    ContactCorner corner;
    corner.kind = CornerRow::CrossingEdges;
    corner.rows = axis_edge_rows(pair, axis.axis, A, B);
    corner.corner.kind = CornerKind::EE;
    corner.corner.on_A = {FeatureKind::Edge, axis.axis.index_A};
    corner.corner.on_B = {FeatureKind::Edge, axis.axis.index_B};
    corner.corner.gap = corner.rows.normal.jet.value;
    corner.corner.p_WB = corner.rows.point_W;
    corner.corner.p_WA = corner.rows.point_W - corner.corner.gap * corner.rows.nhat_AB_W;
    return {corner};
  }
  std::vector<ContactCorner> corners;
  for (const ManifoldCorner& corner : clipped(pair, axis, tolerances)) {
    corners.push_back(make_corner(pair, axis, corner, A, B));
  }
  return corners;
}

}  // namespace rigor
