// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/touching/cluster.hpp>

namespace rigor {

/// Momentum of a body (N s) and angular momentum about its centre of mass (N m s), world axes.
Vector6 momentum_of(const World& world, std::uint32_t body, const BodyState& state);

/// Writes the momenta at the start of the bodies' segments.
void write_momenta(const World& world, const Cluster& start, std::vector<trace::Segment>& segments);

}  // namespace rigor
