// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <rigor/geometry/half_space.hpp>
#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// What a convex piece can be. Pairs are (A, B) with normals from A to B; against a half-space,
/// the half-space is A and the polytope B. Two half-spaces never form a pair.
using Shape = std::variant<Polytope, HalfSpace>;

}  // namespace rigor
