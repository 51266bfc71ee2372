// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <queue>

#include <rigor/integration/island.hpp>

namespace rigor {

/// What became final in one step: everything in it is certified and will not change any more.
struct StepReport {
  trace::Time time;  ///< of the event that was resolved
  std::vector<trace::Segment> segments;
  std::vector<trace::Certificate> certificates;
  std::vector<trace::Event> events;
};

using Observer = std::function<void(const StepReport&)>;

/// Why a run ended.
enum class StopKind : std::uint8_t {
  Rest,
  Time,
  Events,
  Segments,
  WallTime,
  Interrupted,
  NoProgress,    ///< events without time passing
  Inconsistent,  ///< no motion obeys the law, or a solver failed
  Jam,
  Indeterminate,
  Unsupported,  ///< the scene needs something that is not built yet
  Overlap,      ///< the start overlaps
};

/// "rest", "time", "events", ... as in files.
const char* name(StopKind kind);

/// Whether the run did what was asked; otherwise it ended in a limit, an interruption or a refusal.
bool is_done(StopKind kind);

/// How a run ended.
struct Outcome {
  StopKind stop = StopKind::Rest;
  std::string reason;  ///< one sentence, for refusals
  trace::Footer footer;
  State final_state;         ///< at footer.end
  double start_moved = 0.0;  ///< m: how far a body was moved to open touching starts
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
};

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
