// SPDX-License-Identifier: Apache-2.0
// Random polytopes for property tests.
#pragma once

#include <vector>

#include <rigor/geometry/polytope.hpp>
#include <rigor/geometry/solids.hpp>
#include <rigor/random.hpp>

#include "random_spatial.hpp"

namespace rigor {

/// Hull of normally distributed points stretched along the axes and shifted off the origin.
inline Polytope random_hull(Random& random, int points, const Vector3& stretch) {
  const Vector3 shift = stretch.cwiseProduct(random_vector(random, 1.0));
  std::vector<Vector3> list;
  for (int i = 0; i < points; ++i) {
    const Vector3 p(random.normal(), random.normal(), random.normal());
    list.push_back(shift + stretch.cwiseProduct(p));
  }
  return unwrap(make_polytope(list));
}

/// Hull of points on an ellipsoid: nearly every point is a vertex.
inline Polytope random_round_hull(Random& random, int points, const Vector3& stretch) {
  std::vector<Vector3> list;
  for (int i = 0; i < points; ++i) list.push_back(stretch.cwiseProduct(random_direction(random)));
  return unwrap(make_polytope(list));
}

}  // namespace rigor
