// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/support_map.hpp>
#include <rigor/certify/vertex_gap.hpp>
#include <rigor/geometry/half_space.hpp>

namespace rigor {

/// The plane { x : normal·x = offset }; its free side is where normal points. |normal| near 1.
struct Plane {
  Vector3 normal = Vector3::UnitZ();
  double offset = 0.0;
};

/// normal·x - offset of the points of `body`, for a plane at rest in the world. Times |q|².
VertexGap world_plane_gap(const BodyPath& body, const Plane& plane);

/// The same for a plane that moves along its normal: offset + rise * s on the path's own s.
VertexGap moving_plane_gap(const BodyPath& body, const Plane& plane, double rise);

/// normal·x - offset of the points of `body`, for a plane fixed in `carrier` and given in its
/// coordinates. Both paths must run over the same clock. Times |q_body|² |q_carrier|².
VertexGap body_plane_gap(const BodyPath& body, const BodyPath& carrier, const Plane& plane);

/// The same plane with the sides exchanged.
inline Plane flipped(const Plane& plane) { return {-plane.normal, -plane.offset}; }

/// At least the largest normal·r over the vertices, above it by rounding alone: the offset of a
/// plane that clears the body on its far side.
double clearing_offset(const Vector3& normal, const SupportMap& tops);

/// Doubles around the length of v.
Interval length_range(const Vector3& v);

}  // namespace rigor
