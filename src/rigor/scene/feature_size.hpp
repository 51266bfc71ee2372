// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// The smaller of the shortest edge and the thickness between a face and the vertex farthest from
/// it, metres. Once it is known to be at least `enough`, any value not below that may be returned.
double feature_size(const Polytope& polytope, double enough);

}  // namespace rigor
