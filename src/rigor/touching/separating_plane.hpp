// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/touching/touching.hpp>

namespace rigor {

/// Whether the plane between two touching bodies is unique. It is not where a vertex meets a vertex
/// or an edge, or parallel edges meet: then besides the pair's axis a face at the touching
/// features separates the bodies that is not parallel to it, and the law's outcome depends on the
/// plane that is taken. Features closer than the skin to such a meeting count as meeting.
bool has_one_plane(const World& world, const Cluster& cluster, const TouchingPair& touching);

}  // namespace rigor
