// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/decision/event.hpp>

namespace rigor {

/// Completes the impulses on record: an event ends with gaps and speeds put right, and where hops
/// are ended speeds vanish, so that the law's impulses alone do not make up the bodies' jump of
/// momentum. What is lacking is added at the touching points (`settling_W`), as the shortest
/// impulses that give it; where hops were ended, all of it is split anew so that it pushes, as far
/// as that is possible. `before`: the bodies as they came to the event. Returns what joints give:
/// in the expansion what its jump of momentum needs beyond the contacts' expansions, in the
/// compression the rest.
std::vector<trace::EventJoint> complete_impulses(const World& world, const Cluster& before,
                                                 ResolvedEvent& result);

}  // namespace rigor
