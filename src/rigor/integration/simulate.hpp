// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <rigor/integration/simulation.hpp>

namespace rigor {

using Observer = std::function<void(const StepReport&)>;

/// The part of a trace that is known before the run: header, bodies, half-spaces, exclusions.
trace::Trace trace_prelude(const Model& model, const State& initial,
                           const SimulationOptions& options);

/// Runs method `oracle`: the motion of the model from `initial`, every contact event located, every
/// published segment certified disjoint. The observer gets each step as it becomes final, in the
/// order of time. Never throws; every failure is an outcome, and what was published before it
/// stands.
Outcome simulate(const Model& model, const State& initial, const SimulationOptions& options,
                 const Observer& observer);

}  // namespace rigor
