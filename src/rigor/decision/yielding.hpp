// SPDX-License-Identifier: Apache-2.0
// What follows under Coulomb's law where the split of the normal forces decides.
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// The accelerations that other splits of the normal forces would give in a sliding mode, none of
/// them pulling. Nothing if the motion is determined.
std::optional<OpenSplit> open_split(const World& world, const Cluster& cluster, const Mode& mode);

/// The mode in which the contacts let go that are least able to hold, against their friction: what
/// follows in a sliding mode if the split of the normal forces that is taken does not hold them,
/// though another one would. Nothing if there is no such contact.
std::optional<Mode> yielded_mode(const World& world, const EventScene& scene);

}  // namespace rigor
