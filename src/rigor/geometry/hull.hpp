// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// Faces of the convex hull as cycles of point indices, counter-clockwise seen from outside, with
/// coplanar triangles merged; in no particular order. Nothing if qhull finds no clean hull.
/// Requires at least 4 points that are not coplanar.
std::optional<std::vector<std::vector<std::uint32_t>>> hull_cycles(std::span<const Vector3> points);

}  // namespace rigor
