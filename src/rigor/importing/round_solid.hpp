// SPDX-License-Identifier: Apache-2.0
// Round solids as polytopes. Corners lie outside the round surface and faces cut below it, both by
// the same distance, which is the stated error.
#pragma once

#include <rigor/scene/scene.hpp>

namespace rigor::importing {

/// A polytope in place of a round solid.
struct RoundedShape {
  ShapeSpec shape{};
  int vertices = 0;
  double error = 0.0;  ///< Hausdorff distance between the surfaces, metres
};

/// The least number of vertices that round solids are offered with.
inline constexpr int kFewestVertices = 8;

/// A ball in at most `vertices` corners.
RoundedShape rounded_sphere(double radius, int vertices);

/// A cylinder along z: a regular prism of the same height.
RoundedShape rounded_cylinder(double radius, double length, int vertices);

/// A capsule along z; `length` is that of the cylinder between the half balls.
RoundedShape rounded_capsule(double radius, double length, int vertices);

/// An ellipsoid along the axes: the ball's polytope, stretched. The error is that of the ball times
/// the largest radius, a bound.
RoundedShape rounded_ellipsoid(const Vector3& radii, int vertices);

}  // namespace rigor::importing
