// SPDX-License-Identifier: Apache-2.0
// What speeds and forces of a world are small beside.
#pragma once

#include <rigor/touching/cluster.hpp>

namespace rigor {

/// What a fall through the band gives, sqrt(2 g β δ): slower hops are ended, and slower slips with
/// them.
double capture_speed(const World& world);

/// A slip slower than this has stopped: 2e-5 of the capture speed sqrt(2 g β δ), 9e-10 m/s with the
/// default skin on Earth.
double stop_speed(const World& world);

/// Below this, a whole pair that comes to its stop while it turns is taken as stopped: its speed
/// has no smooth end that a step could cross. 9e-8 m/s by default; what is left slides 1e-15 m.
double slow_speed(const World& world);

/// The forces that hold a body down or throw it: m (g + r ω²) and given forces, N.
double load_of(const Body& body, const BodyState& state, const Vector3& gravity);

/// The largest force that moves a body of the cluster by itself, newtons.
double load_scale(const World& world, const Cluster& cluster);

}  // namespace rigor
