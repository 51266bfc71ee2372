// SPDX-License-Identifier: Apache-2.0
// Ready-made polytopes, all centred at the origin. A size that is not positive and finite, or a
// count below the least one, gives PolytopeRule::PositiveSize.
#pragma once

#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// Vertex number = 4 [x > 0] + 2 [y > 0] + [z > 0].
PolytopeResult make_box(const Vector3& half_extents);

/// Right prism over a regular polygon, axis z: vertices 0 .. sides-1 below, the others above them,
/// each ring counter-clockwise seen from above, starting on the x axis.
PolytopeResult make_prism(int sides, double circumradius, double height);

/// Regular solids by the radius of the sphere through their vertices, metres.
PolytopeResult make_tetrahedron(double circumradius);
PolytopeResult make_octahedron(double circumradius);
PolytopeResult make_icosahedron(double circumradius);
PolytopeResult make_dodecahedron(double circumradius);

/// A polytope that looks like a ball: exactly `vertex_count` (at least 4) vertices on the sphere,
/// spread by the golden-angle spiral.
PolytopeResult make_spherical(double circumradius, int vertex_count);

}  // namespace rigor
