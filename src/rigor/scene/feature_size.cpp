// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/geometry/mass_properties.hpp>
#include <rigor/scene/feature_size.hpp>

namespace rigor {

double feature_size(const Polytope& polytope, double enough) {
  double least = std::numeric_limits<double>::infinity();
  const std::vector<Vector3>& vertices = polytope.vertices();
  for (const Edge& edge : polytope.edges()) {
    least = std::min(least, (vertices[edge.head] - vertices[edge.tail]).norm());
  }
  // A convex body holds a ball of radius volume / area, so that it is at least twice as thick.
  if (2 * volume(polytope) / surface_area(polytope) >= enough) return least;
  for (const Face& face : polytope.faces()) {
    double farthest = 0.0;
    for (const Vector3& vertex : vertices) {
      farthest = std::max(farthest, face.offset - face.normal.dot(vertex));
    }
    least = std::min(least, farthest);
  }
  return least;
}

}  // namespace rigor
