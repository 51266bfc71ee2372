// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/run_state.hpp>

namespace rigor {

/// Ends the run: cuts every segment where the record ends, publishes what is known until then, and
/// completes the outcome.
void close(Run& run, Ending ending);

}  // namespace rigor
