// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// Bodies at their start: touching ones are opened to the skin, then every body has its first
/// event.
std::optional<Ending> begin(Run& run);

/// Fixed bodies stay where they are for the whole run.
void enter_fixed_bodies(Run& run);

}  // namespace rigor
