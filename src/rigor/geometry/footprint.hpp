// SPDX-License-Identifier: Apache-2.0
// The vertices of a polytope near a supporting plane, as a convex figure in that plane.
#pragma once

#include <cstdint>
#include <vector>

#include <rigor/geometry/overlap.hpp>
#include <rigor/geometry/relative.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {

/// A right-handed basis of a plane: u × v = n, all unit.
struct PlaneBasis {
  Vector3 u = Vector3::UnitX();
  Vector3 v = Vector3::UnitY();
  Vector3 n = Vector3::UnitZ();
  Vector3 origin = Vector3::Zero();

  Vector2 shadow(const Vector3& p) const { return Vector2(u.dot(p - origin), v.dot(p - origin)); }
  double height(const Vector3& p) const { return n.dot(p - origin); }
  Vector3 at(const Vector2& p, double height) const {
    return origin + p.x() * u + p.y() * v + height * n;
  }
};

/// A basis with the given normal (unit) and origin; u depends on n alone.
PlaneBasis plane_basis(const Vector3& n, const Vector3& origin);

/// Corners counter-clockwise about n: one for a vertex, two for an edge, more for a face.
struct Footprint {
  std::vector<std::uint32_t> vertex;  ///< numbers in the polytope
  std::vector<Vector2> point;         ///< their shadows
  std::vector<double> height;         ///< their heights over the plane, metres
};

/// The vertices of the polytope, placed by X, that lie within `band` metres of the highest one
/// along `direction` (n or -n of the basis): the corners of the convex hull of their shadows.
Footprint footprint(const Polytope& polytope, const RelativePose& X, const PlaneBasis& basis,
                    const Vector3& direction, double band);

}  // namespace rigor
