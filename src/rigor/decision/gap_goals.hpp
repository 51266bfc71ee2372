// SPDX-License-Identifier: Apache-2.0
// What the projection after an event is to reach.
#pragma once

#include <rigor/decision/projection.hpp>
#include <rigor/touching/touching.hpp>

namespace rigor {

/// Active contacts at δ, everything else of the touching pairs that lies in the band a little below
/// it at least.
GapGoals goals_of(const World& world, const Cluster& cluster,
                  const std::vector<TouchingPair>& pairs, const std::vector<ActiveContact>& active);

}  // namespace rigor
