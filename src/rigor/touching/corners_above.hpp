// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/touching/touching.hpp>

namespace rigor {

/// The vertices of a touching pair that its manifold leaves out because they are above the contact
/// band, up to `reach` metres above the plane of the pair's axis and over the face below them; as
/// corners, with their rows. None of two edges.
std::vector<ContactCorner> corners_above(const World& world, const Cluster& cluster,
                                         const TouchingPair& touching, double reach);

}  // namespace rigor
