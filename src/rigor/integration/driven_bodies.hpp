// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// The body begins the present piece of its motion.
void start_course(Run& run, std::uint32_t body);

/// Ends the pieces of driven bodies that are due now and begins their next. Where accelerations
/// jump, all that is within δ(1 + β) of the body has an event.
std::optional<Ending> take_turns(Run& run);

/// Publishes the present pieces of all driven bodies until `end`.
std::optional<Ending> publish_courses(Run& run, const trace::Time& end);

/// Two bodies come together that nothing can move.
Ending collision(const Run& run, const PairId& pair);

}  // namespace rigor
