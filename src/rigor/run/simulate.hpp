// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/options.hpp>
#include <rigor/assembly/outcome.hpp>
#include <rigor/assembly/prelude.hpp>
#include <rigor/dynamics/model.hpp>

namespace rigor {

/// The motion of the model from `initial` by `options.method`. The observer gets each step as it
/// becomes final, in the order of time. Never throws; every failure is an outcome, and what was
/// published before it stands.
Outcome simulate(const Model& model, const State& initial, const SimulationOptions& options,
                 const Observer& observer);

}  // namespace rigor
