// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// The solid half-space { x : normal·x <= offset }, in world coordinates; it never moves. The free
/// side is where `normal` points; |normal| = 1 to rounding.
struct HalfSpace {
  Vector3 normal = Vector3::UnitZ();
  double offset = 0.0;  ///< metres
};

/// Height of the point above the surface, metres; negative inside the solid.
inline double height(const HalfSpace& half_space, const Vector3& p_W) {
  return half_space.normal.dot(p_W) - half_space.offset;
}

}  // namespace rigor
