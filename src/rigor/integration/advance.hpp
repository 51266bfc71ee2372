// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// The next thing of a run: an island's segments end, with an event or quietly; bodies meet; driven
/// bodies begin their next pieces.
std::optional<Ending> advance(Run& run);

}  // namespace rigor
