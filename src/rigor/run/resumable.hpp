// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/run/simulate.hpp>

namespace rigor {

/// As `simulate`; methods that make checkpoints (all but first_order, which begins at the start
/// whatever it is given) go on from `checkpoints.from` and ask behind their steps. Throws
/// trace::TraceError(Malformed) for a checkpoint to go on from that is none of this run.
Outcome simulate_resumable(const Model& model, const State& initial,
                           const SimulationOptions& options, const Observer& observer,
                           const Checkpoints& checkpoints);

}  // namespace rigor
