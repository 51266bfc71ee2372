// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/certify/vertex_gap.hpp>

namespace rigor {

/// A proved lower bound, in metres, of the gaps of all vertices on [from, to] inside [0, 1]: at
/// most 2 % below the smallest gap, unless that is so small (1e-13 m) that rounding is in the way.
double lowest_gap(const VertexGap& gap, const VertexTree& tree, double from, double to);

}  // namespace rigor
