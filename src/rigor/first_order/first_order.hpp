// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/assembly/checkpoint.hpp>
#include <rigor/assembly/options.hpp>
#include <rigor/assembly/outcome.hpp>
#include <rigor/dynamics/model.hpp>

namespace rigor {

/// What becomes of bodies that start nearer to each other than the method keeps them: they are
/// moved apart, or, if the start is where such a run was, stay where they are.
enum class GapsAtStart : std::uint8_t { Opened, Kept };

/// Runs method `first_order`: straight paths over a grid of steps, contacts as velocity rows at a
/// distance, touches inside a step answered locally; every published path is certified. The
/// observer gets each step as it becomes final. Every failure is an outcome, and what was published
/// before it stands; throws trace::TraceError only for a checkpoint that is none of this run.
/// Islands are solved and pairs are proved on so many threads (0: as many as the machine has); the
/// result does not depend on them.
Outcome run_first_order(const Model& model, const State& initial, const SimulationOptions& options,
                        const Observer& observer, const Checkpoints& checkpoints = {},
                        GapsAtStart gaps = GapsAtStart::Opened, int threads = 1);

}  // namespace rigor
