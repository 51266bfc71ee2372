// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/geometry/polytope.hpp>
#include <rigor/spatial/inertia.hpp>

namespace rigor {

/// Volume in m³.
double volume(const Polytope& polytope);

/// Surface area in m².
double surface_area(const Polytope& polytope);

/// Mass properties of the polytope filled with a uniform density (kg/m³), in the body's frame:
/// exact formulas summed over tetrahedra, so only rounding errors.
SpatialInertia uniform_inertia(const Polytope& polytope, double density);

}  // namespace rigor
