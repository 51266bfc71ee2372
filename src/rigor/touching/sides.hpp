// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// The two sides of an axis: the body that carries its plane and the other one.
struct Sides {
  const Polytope* own = nullptr;  ///< null for a half-space
  Pose X_own;
  const Polytope* other = nullptr;
  Pose X_other;
  Vector3 n_W = Vector3::UnitZ();  ///< from own to other
};

Sides sides_of(const PlacedPair& pair, const AxisReading& axis);

/// The face most nearly along the direction.
std::uint32_t facing_face(const Polytope& polytope, const Pose& X, const Vector3& direction_W);

/// The vertices of the other body at most `height` above the plane of a face axis.
std::vector<std::uint32_t> vertices_below(const PlacedPair& pair, const PairAxis& axis,
                                          const Polytope& other, double height);

/// The sine below which two edges of the pair span no axis. Its normal is known to rounding over
/// the sine, so that the gap along it is off by as much times the lengths that it is made of, and
/// this must stay well inside the band.
double least_crossing_sine(const World& world, const PlacedPair& pair);

/// The axis of two edges that cross at a corner along the axis of a face, pointing the same way;
/// nothing if they are too close to parallel to span one, or if it does not part the bodies and a
/// move by a part of the band would not mend that: at a small angle it turns about the edges by
/// 1/sine of what the bodies turn by.
std::optional<PairAxis> crossing_axis(const World& world, const PlacedPair& pair,
                                      std::uint32_t edge_A, std::uint32_t edge_B,
                                      const AxisReading& face);

}  // namespace rigor
