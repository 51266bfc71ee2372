// SPDX-License-Identifier: Apache-2.0
// Where two bodies touch: the clipped polygon, segment or point in the separating plane.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <rigor/geometry/half_space.hpp>
#include <rigor/geometry/overlap.hpp>
#include <rigor/geometry/polytope.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {

/// What two touching bodies have in common: the paper's six cases, and crossing edges, which meet
/// in a point and which its list omits.
enum class ContactKind : std::uint8_t {
  VertexFace,     ///< [TR case:vertex-face]
  EdgeFace,       ///< [TR case:edge-face]
  FaceFace,       ///< [TR case:face-face]
  VertexVertex,   ///< [TR case:vertex-vertex]
  VertexEdge,     ///< [TR case:vertex-edge]
  ParallelEdges,  ///< [TR case:edge-edge]
  CrossingEdges,
};

/// Whether one plane only separates bodies that touch in this way. Not for vertex-vertex,
/// vertex-edge and parallel edges.
bool plane_is_unique(ContactKind kind);

/// A corner of the manifold. The two points lie on the bodies, `gap` apart along the normal.
struct ManifoldCorner {
  Vector3 p_WA = Vector3::Zero();
  Vector3 p_WB = Vector3::Zero();
  double gap = 0.0;                  ///< metres; negative inside
  CornerKind kind = CornerKind::VF;  ///< feature of A first
  Feature on_A;
  Feature on_B;
};

/// The common part of the two footprints: corners counter-clockwise about the normal for a polygon,
/// the two ends of a segment, or one point. None is listed twice.
struct Manifold {
  ContactKind kind = ContactKind::VertexFace;
  bool plane_unique = true;
  Vector3 nhat_AB_W = Vector3::UnitZ();
  std::vector<ManifoldCorner> corners;
};

/// What counts as touching.
struct ManifoldQuery {
  Vector3 nhat_AB_W = Vector3::UnitZ();  ///< unit normal of the separating plane, from A to B
  double band = 1e-8;   ///< depth behind each supporting plane that still belongs to it, metres
  double merge = 1e-9;  ///< corners and vertices this close in the plane are one, metres
};

/// The manifold of two bodies along the normal, whatever their gap. Nothing if the footprints do
/// not meet: then the normal is not the one of a contact.
std::optional<Manifold> contact_manifold(const Polytope& A, const Pose& X_WA, const Polytope& B,
                                         const Pose& X_WB, const ManifoldQuery& query);

/// Against a half-space: its normal is taken, and all corners of B's footprint are in contact.
Manifold contact_manifold(const HalfSpace& A, const Polytope& B, const Pose& X_WB, double band);

/// Area of the polygon of the corners seen along the normal, m²; zero for segments and points.
double area(const Manifold& manifold);

}  // namespace rigor
