// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/island.hpp>

namespace rigor {

/// The events that one decision stands for, pair by pair: impacts where impulses acted, touches and
/// lifts where contacts came and went without, feature changes where another axis took over; what
/// changed in joints (joint_events.hpp); jams, indeterminacy, several impacts at once, and the end
/// of an infinite sequence for the island as a whole. `before` is the island of the event before
/// it; its impact history is brought up to date. `joints` are the impulses of joints. Where speeds
/// were only put right, by impulses above `least` (N s), that is an event of its own: momenta jump
/// nowhere without one.
std::vector<trace::Event> events_of(Island& before, const Moment& moment,
                                    const ResolvedEvent& result,
                                    std::vector<trace::EventJoint> joints = {}, double least = 0.0);

/// How many pairs changed their set of active contacts.
int manifold_changes(const Mode& before, const Mode& after);

/// Tells that from the island's departure on the law allows other motions than its own.
trace::Event several_event(const Island& island);

}  // namespace rigor
