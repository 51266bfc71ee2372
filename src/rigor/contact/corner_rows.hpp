// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/contact/axis.hpp>
#include <rigor/contact/pair_row.hpp>
#include <rigor/geometry/manifold.hpp>

namespace rigor {

/// Crossing edges closer to parallel than this (sine) get a vertex-plane row at the same point
/// instead: the velocity row is the same, the bias of the crossing would run away.
inline constexpr double kMinRowSine = 1e-4;

/// What a corner of a manifold is tied to: which function of the poses its gap is.
enum class CornerRow : std::uint8_t {
  VertexOnPlane,  ///< a vertex of the other body against the plane of the axis
  Swapped,        ///< a vertex of the axis's own body against the other body's parallel face
  CrossingEdges,
  PointOnPlane,  ///< a point of the other body that is no vertex, against the plane of the axis
};

/// A corner with its rows.
struct ContactCorner {
  CornerRow kind = CornerRow::VertexOnPlane;
  ManifoldCorner corner;
  ContactRows rows;
};

/// Parameters of a manifold: which vertices count as touching and what counts as one corner.
struct ClipTolerances {
  double band = 1e-8;   ///< metres behind the supporting planes
  double merge = 4e-7;  ///< metres between corners
};

/// The clipped corners of the pair along the axis, each with its rows, in cyclic order. The clip
/// chooses and ends modes; it does not move with the segment. Empty if the footprints do not meet.
std::vector<ContactCorner> contact_corners(const PlacedPair& pair, const AxisReading& axis,
                                           const BodyMotion& A, const BodyMotion& B,
                                           const ClipTolerances& tolerances);

/// The rows of a corner that was found along the axis, at the bodies' present velocities.
ContactRows corner_rows(const PlacedPair& pair, const AxisReading& axis,
                        const ManifoldCorner& corner, const BodyMotion& A, const BodyMotion& B);

/// Rows of vertex `vertex` of the other body against the (extended) plane of a face axis.
ContactRows axis_vertex_rows(const PlacedPair& pair, const PairAxis& axis, std::uint32_t vertex,
                             const BodyMotion& A, const BodyMotion& B);

/// Rows of a point of the other body, given in its frame, against the (extended) plane of a face
/// axis.
ContactRows axis_point_rows(const PlacedPair& pair, const PairAxis& axis, const Vector3& r_O,
                            const BodyMotion& A, const BodyMotion& B);

/// A vertex of one body against the plane through the other body's edge that an edge-edge axis
/// spans: its distance along the normal from A to B, as a function of both poses (value and
/// gradient; no rates). It is the axis's own gap for the ends of the edges.
PairRow axis_edge_side_row(const PlacedPair& pair, const PairAxis& axis, Carrier of,
                           std::uint32_t vertex);

/// How far vertices may reach beyond the edges of a contact of two edges, as a fraction of the
/// skin. Both faces beside the edges start nearly in the plane that they span, and where the edges
/// cross at a small angle it turns about them by 1/sin of that angle times what the bodies turn:
/// more reach then stands for the same small move of the bodies. At most a tenth.
double edge_slack(const PlacedPair& pair, const PairAxis& axis);

/// Rows of an edge-edge axis.
ContactRows axis_edge_rows(const PlacedPair& pair, const PairAxis& axis, const BodyMotion& A,
                           const BodyMotion& B);

}  // namespace rigor
