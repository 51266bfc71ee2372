// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/options.hpp>
#include <rigor/dynamics/model.hpp>
#include <rigor/dynamics/state.hpp>
#include <rigor/trace/types.hpp>

namespace rigor {

/// The part of a trace that is known before the run: header, bodies, half-spaces, exclusions.
trace::Trace trace_prelude(const Model& model, const State& initial,
                           const SimulationOptions& options);

}  // namespace rigor
