// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/run/simulate.hpp>

namespace rigor {

/// As `simulate`, going on from `checkpoints.from` and asking behind the steps whether another one
/// is due. Throws trace::TraceError(Malformed) for a checkpoint to go on from that is none of this
/// run. `threads` (0: as many as the machine has) are for methods that can use several; the result
/// does not depend on them.
Outcome simulate_resumable(const Model& model, const State& initial,
                           const SimulationOptions& options, const Observer& observer,
                           const Checkpoints& checkpoints, int threads = 1);

}  // namespace rigor
