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

/// The vertices of the other body at most `height` above the plane of a face axis.
std::vector<std::uint32_t> vertices_below(const PlacedPair& pair, const PairAxis& axis,
                                          const Polytope& other, double height);

/// The axis of two edges that points as `nhat_AB_W` does; nothing if they are too close to parallel
/// to span one.
std::optional<PairAxis> crossing_axis(const PlacedPair& pair, std::uint32_t edge_A,
                                      std::uint32_t edge_B, const Vector3& nhat_AB_W);

}  // namespace rigor
