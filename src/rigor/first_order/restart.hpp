// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {

/// Whether a driven body takes part in the touch, or is near one of its free bodies: then holding
/// would only have it run into them.
bool is_near_drive(const Run& run, const PairId& pair);

/// Cuts all bodies that hang together with the pair at the touch and solves them anew for the rest
/// of the step. Too many of them without progress end the run: a driven body crushes something.
std::optional<Ending> restart(Run& run, const Touch& touch);

}  // namespace rigor::first_order
