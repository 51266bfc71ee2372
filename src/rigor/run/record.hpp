// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/run/simulate.hpp>

namespace rigor {

/// A run held in memory.
struct RecordedRun {
  trace::Trace trace;
  Outcome outcome;
};

/// Simulates and keeps everything, in the order a trace promises: segments by (start, body),
/// certificates by (begin, a, b), events by (lo, index). `opening` is usually trace_prelude(...),
/// with the scene's name and text filled in. The trace is `complete` unless the run was
/// interrupted, as in the files of `rigor run`. `observer`, if given, is told each step too.
RecordedRun record(const Model& model, const State& initial, const SimulationOptions& options,
                   trace::Trace opening, const Observer& observer = {});

}  // namespace rigor
