// SPDX-License-Identifier: Apache-2.0
// The rim of the region that two touching faces have in common.
#pragma once

#include <rigor/integration/touching.hpp>

namespace rigor {

/// How the rim turns at each corner of a pair of bodies, in the corners' order; empty if it has
/// fewer than three corners or is on a half-space.
std::vector<RimTurn> rim_turns(const World& world, const Cluster& cluster,
                               const TouchingPair& touching);

}  // namespace rigor
