// SPDX-License-Identifier: Apache-2.0
// Corners of links that take no part in an event because the joints speak for them.
//
// Dominated. Where a pin joins two links that lie on a floor, the corners of both beside the pin
// are at one height and move as one: their rows are equal. As a link tilts, its corner rises at
// second order, h (1 - cos θ), while the row stays the same to first order. Of two such corners the
// lower one carries; bringing the higher one down to it would turn the link back by θ, which no
// small move can do. It takes no part until it comes below its level again.
//
// Held. Right under a hinge a corner's gap is stationary: its row, pulled back to the joints, all
// but vanishes. With r = m (J M⁻¹J'), the tree's answer over that of the link alone, r < 1e-6 means
// that the joint holds the corner: an impulse of any size would not move it. Its gap must stay by
// itself.
#pragma once

#include <string>

#include <rigor/touching/touching.hpp>

namespace rigor {

/// Leaves out the corners of links that are dominated or held. Pairs stay, even without corners.
/// Returns what is said about a held corner whose gap does not stay; nothing if there is none.
std::optional<std::string> leave_to_joints(const World& world, const Cluster& cluster,
                                           std::vector<TouchingPair>& pairs);

}  // namespace rigor
