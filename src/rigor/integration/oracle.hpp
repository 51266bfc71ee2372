// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/assembly/options.hpp>
#include <rigor/assembly/outcome.hpp>
#include <rigor/dynamics/model.hpp>

namespace rigor {

/// Method `oracle`: the motion of the model from `initial`, every contact event located, every
/// published segment certified disjoint. The observer gets each step as it becomes final, in the
/// order of time. Every failure is an outcome, and what was published before it stands; throws
/// trace::TraceError only for a checkpoint that is none of this run.
Outcome run_oracle(const Model& model, const State& initial, const SimulationOptions& options,
                   const Observer& observer, const Checkpoints& checkpoints = {});

}  // namespace rigor
