// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <variant>
#include <vector>

#include <rigor/geometry/polytope.hpp>

namespace rigor::importing {

/// Few corners of a convex hull, and what leaving the others out costs.
struct ReducedHull {
  std::vector<Vector3> vertices{};
  std::size_t all_vertices = 0;  ///< of the whole hull
  double error = 0.0;            ///< no point lies further outside than this, metres
  double volume = 0.0;           ///< of what is kept, m³
  double whole_volume = 0.0;     ///< of the whole hull, m³
};

/// At most `most` corners of the convex hull of the points, found one by one: each is the point
/// that lies furthest outside the hull of those before. What is kept is inside the whole hull. Any
/// number of points. A PolytopeError if they have no hull with a volume.
std::variant<ReducedHull, PolytopeError> reduced_hull(std::span<const Vector3> points,
                                                      std::size_t most);

}  // namespace rigor::importing
