// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/geometry/footprint.hpp>
#include <rigor/geometry/manifold.hpp>

namespace rigor {
namespace {

/// One body of the pair as the clipper sees it.
struct Side {
  const Polytope& polytope;
  const RelativePose& X;
  Footprint figure;
  double up = 1.0;  ///< +1 if the body lies below the plane (A), -1 above (B)
};

std::size_t next(const Footprint& figure, std::size_t k) { return (k + 1) % figure.vertex.size(); }

/// The face whose outward normal is nearest to the plane's.
std::uint32_t facing_face(const Side& side, const PlaneBasis& basis) {
  const Vector3 direction = side.X.R.transpose() * (side.up * basis.n);
  std::uint32_t best = 0;
  double most = -2.0;
  for (const std::uint32_t v : side.figure.vertex) {
    for (const std::uint32_t f : side.polytope.faces_at(v)) {
      const double facing = side.polytope.faces()[f].normal.dot(direction);
      if (facing <= most) continue;
      most = facing;
      best = f;
    }
  }
  return best;
}

/// What a corner is on one side: a vertex or an edge of the figure, or its inside.
enum class Part : std::uint8_t { Vertex, Edge, Inside };

Part part_A(CornerKind kind) {
  if (kind == CornerKind::FV) return Part::Inside;
  return kind == CornerKind::EV || kind == CornerKind::EE ? Part::Edge : Part::Vertex;
}

Part part_B(CornerKind kind) {
  if (kind == CornerKind::VF) return Part::Inside;
  return kind == CornerKind::VE || kind == CornerKind::EE ? Part::Edge : Part::Vertex;
}

/// Feature of the polytope and height of the body's surface at a corner.
struct Surface {
  Feature feature;
  double height = 0.0;
};

/// Where the line p + t n meets the plane of the facing face.
Surface surface_inside(const Side& side, const PlaneBasis& basis, const Vector2& p) {
  const std::uint32_t f = facing_face(side, basis);
  const Face& face = side.polytope.faces()[f];
  const Vector3 normal = side.X.R * face.normal;
  const Vector3 on_face = side.X * side.polytope.vertices()[face.vertices[0]];
  const double t = normal.dot(on_face - basis.at(p, 0.0)) / normal.dot(basis.n);
  return {{FeatureKind::Face, f}, t};
}

Surface surface_at(const Side& side, const PlaneBasis& basis, const Vector2& p, Part part,
                   std::uint32_t index) {
  const Footprint& figure = side.figure;
  if (part == Part::Vertex) {
    return {{FeatureKind::Vertex, figure.vertex[index]}, figure.height[index]};
  }
  if (part == Part::Inside) return surface_inside(side, basis, p);
  const std::size_t end = next(figure, index);
  const auto edge = edge_between(side.polytope, figure.vertex[index], figure.vertex[end]);
  if (!edge) return surface_inside(side, basis, p);
  const Vector2 along = figure.point[end] - figure.point[index];
  const double t = (p - figure.point[index]).dot(along) / along.squaredNorm();
  const double rise = figure.height[end] - figure.height[index];
  return {{FeatureKind::Edge, *edge}, figure.height[index] + t * rise};
}

ContactKind kind_of_point(CornerKind kind) {
  switch (kind) {
    case CornerKind::VF:
    case CornerKind::FV:
      return ContactKind::VertexFace;
    case CornerKind::VE:
    case CornerKind::EV:
      return ContactKind::VertexEdge;
    case CornerKind::VV:
      return ContactKind::VertexVertex;
    case CornerKind::EE:
      break;
  }
  return ContactKind::CrossingEdges;
}

/// A segment is edge on edge if it runs along the boundary of both figures, else edge on face.
ContactKind kind_of_segment(const Footprint& a, const Footprint& b, const Vector2& middle,
                            double tolerance) {
  const auto on_edge = [&middle, tolerance](const Footprint& figure) {
    const auto place = place_of(middle, figure.point, tolerance);
    return figure.point.size() == 2 || (place && place->kind != PolygonPlace::Inside);
  };
  return on_edge(a) && on_edge(b) ? ContactKind::ParallelEdges : ContactKind::EdgeFace;
}

ContactKind kind_of(const Footprint& a, const Footprint& b,
                    const std::vector<OverlapCorner>& corners, double tolerance) {
  if (corners.size() == 1) return kind_of_point(corners[0].kind);
  if (corners.size() > 2) return ContactKind::FaceFace;
  const Vector2 middle = 0.5 * (corners[0].point + corners[1].point);
  return kind_of_segment(a, b, middle, tolerance);
}

}  // namespace

bool plane_is_unique(ContactKind kind) {
  return kind != ContactKind::VertexVertex && kind != ContactKind::VertexEdge &&
         kind != ContactKind::ParallelEdges;
}

std::optional<Manifold> contact_manifold(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                         const Pose& X_WB, const ManifoldQuery& query) {
  // In A's coordinates, about a point near the contact.
  const Matrix3 R_WA = rotation_matrix(X_WA.rotation);
  const RelativePose X_AA;
  const RelativePose X_AB = relative(X_WA, X_WB);
  const Vector3 n = R_WA.transpose() * query.nhat_AB_W;
  const PlaneBasis basis = plane_basis(n, A.vertices()[support_vertex(A, n, 0)]);
  const Side a{A, X_AA, footprint(A, X_AA, basis, n, query.band), 1.0};
  const Side b{B, X_AB, footprint(B, X_AB, basis, -n, query.band), -1.0};
  const auto corners = overlap_corners(a.figure.point, b.figure.point, query.merge);
  if (corners.empty()) return std::nullopt;

  Manifold manifold;
  manifold.kind = kind_of(a.figure, b.figure, corners, query.merge);
  manifold.plane_unique = plane_is_unique(manifold.kind);
  manifold.nhat_AB_W = query.nhat_AB_W;
  for (const OverlapCorner& corner : corners) {
    const Surface on_A = surface_at(a, basis, corner.point, part_A(corner.kind), corner.i);
    const Surface on_B = surface_at(b, basis, corner.point, part_B(corner.kind), corner.j);
    manifold.corners.push_back({R_WA * basis.at(corner.point, on_A.height) + X_WA.translation,
                                R_WA * basis.at(corner.point, on_B.height) + X_WA.translation,
                                on_B.height - on_A.height, corner.kind, on_A.feature,
                                on_B.feature});
  }
  return manifold;
}

Manifold contact_manifold(const HalfSpace& A, const Polytope& B, const Pose& X_WB, double band) {
  const RelativePose X{rotation_matrix(X_WB.rotation), X_WB.translation};
  const PlaneBasis basis = plane_basis(A.normal, A.offset * A.normal);
  const Footprint figure = footprint(B, X, basis, -A.normal, band);
  Manifold manifold;
  manifold.nhat_AB_W = A.normal;
  for (std::size_t k = 0; k < figure.vertex.size(); ++k) {
    manifold.corners.push_back({basis.at(figure.point[k], 0.0),
                                basis.at(figure.point[k], figure.height[k]),
                                figure.height[k],
                                CornerKind::FV,
                                {FeatureKind::Face, 0},
                                {FeatureKind::Vertex, figure.vertex[k]}});
  }
  const std::size_t count = figure.vertex.size();
  manifold.kind = count == 1   ? ContactKind::VertexFace
                  : count == 2 ? ContactKind::EdgeFace
                               : ContactKind::FaceFace;
  return manifold;
}

double area(const Manifold& manifold) {
  double twice = 0.0;
  const auto& corners = manifold.corners;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    twice += manifold.nhat_AB_W.dot(
        (corners[i].p_WA - corners[0].p_WA).cross(corners[i + 1].p_WA - corners[0].p_WA));
  }
  return 0.5 * twice;
}

}  // namespace rigor
