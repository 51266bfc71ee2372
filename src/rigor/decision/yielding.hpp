// SPDX-License-Identifier: Apache-2.0
// What follows under Coulomb's law where the split of the normal forces decides.
#pragma once

#include <limits>

#include <rigor/decision/event.hpp>

namespace rigor {

/// Whether the extremes of an open split are asked for, which is dear, or only whether it is open.
enum class Extremes : std::uint8_t { Asked, NotAsked };

/// The accelerations that other splits of the normal forces would give in a sliding mode, none of
/// them pulling; those of the mode itself, where the extremes are not asked for. Nothing if the
/// motion is determined.
std::optional<OpenSplit> open_split(const World& world, const Cluster& cluster, const Mode& mode,
                                    Extremes extremes = Extremes::Asked);

/// The mode in which the contacts let go that are least able to hold, against their friction: what
/// follows in a sliding mode if the split of the normal forces that is taken does not hold them,
/// though another one would. Nothing if there is no such contact, or if all are further inside
/// their cones than `least` newtons.
std::optional<Mode> loosened_mode(const World& world, const Cluster& cluster, const Mode& mode,
                                  double least = std::numeric_limits<double>::infinity());

/// Whether the forces that a sliding mode begins with hold what sticks in it, not by rounding only.
bool holds_clearly(const World& world, const Cluster& cluster, const Mode& mode);

/// The mode after forces reached the edge of their cones: without the contact that pulls, or with
/// those loosened that are least able to hold.
std::optional<Mode> yielded_mode(const World& world, const Cluster& cluster, const Mode& mode);

}  // namespace rigor
