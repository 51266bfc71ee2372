// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/integration/checkpoint.hpp>
#include <rigor/integration/run_state.hpp>

namespace rigor {

/// All that the future of the run depends on; nothing where something else is due at this instant.
std::optional<Checkpoint> checkpoint_of(const Run& run);

/// Goes on where the checkpoint was made. Throws trace::TraceError if the steps from there are not
/// those that its maker computed.
void resume(Run& run, const Checkpoint& from);

}  // namespace rigor
