// SPDX-License-Identifier: Apache-2.0
// Driven bodies in a run: the pieces of their motion.
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// Where driven bodies are, and how they go on on average over the step.
void place_drives(Run& run);

/// Driven bodies take up the pieces of their motion that begin now, and are proved apart from all
/// that is at rest.
void start_drives(Run& run);

/// The driven body follows the present piece of its motion.
void enter_drive(Run& run, std::uint32_t body);

}  // namespace rigor::first_order
