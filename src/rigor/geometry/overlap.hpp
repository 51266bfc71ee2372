// SPDX-License-Identifier: Apache-2.0
// Where two convex figures of the plane overlap: the extreme points of the intersection.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace rigor {

using Vector2 = Eigen::Vector2d;

/// What meets at a corner, figure P first: a vertex inside the other figure (or on a face), a
/// vertex on an edge, two vertices, or two crossing edges.
enum class CornerKind : std::uint8_t { VF, FV, VE, EV, VV, EE };

/// A corner of the overlap. `i` counts vertices or edges of P, `j` those of Q, as CornerKind says;
/// edge k runs from vertex k to the next one. A side that is the whole figure (F) has index 0.
struct OverlapCorner {
  Vector2 point = Vector2::Zero();
  CornerKind kind = CornerKind::VF;
  std::uint32_t i = 0;
  std::uint32_t j = 0;
};

/// Where a point is with respect to a convex figure.
struct PolygonPlace {
  enum Kind : std::uint8_t { AtVertex, OnEdge, Inside } kind = Inside;
  std::uint32_t index = 0;  ///< of the vertex or edge
};

/// Nothing if the point is outside; vertices and edges are `tolerance` metres wide.
std::optional<PolygonPlace> place_of(const Vector2& p, std::span<const Vector2> figure,
                                     double tolerance);

/// Corners of P ∩ Q in counter-clockwise order (the two ends for a segment, one for a point; empty
/// if they do not meet). P and Q are convex: polygons counter-clockwise, segments of two points or
/// single points. A vertex within `tolerance` metres of an edge or vertex counts as being on it.
/// No two corners are within `tolerance` of each other; at most twice as many corners as vertices.
std::vector<OverlapCorner> overlap_corners(std::span<const Vector2> P, std::span<const Vector2> Q,
                                           double tolerance);

}  // namespace rigor
