// SPDX-License-Identifier: Apache-2.0
// What the campaigns count: runs, how they ended, what the exact checker said.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include <fmt/core.h>

#include <rigor/run/record.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {

struct Tally {
  int runs = 0;
  int at_rest = 0;
  int complete = 0;  ///< at rest or at the end of the time
  int proved = 0;
  std::uint64_t segments = 0;
  std::uint64_t changes = 0;
  std::uint64_t events = 0;
  double lowest_gap = 1e300;
  double largest_gain = 0.0;
  double seconds = 0.0;
  double verify_seconds = 0.0;

  /// The mean over the runs.
  double each(double total) const { return total / std::max(1, runs); }
  double each(std::uint64_t total) const { return each(static_cast<double>(total)); }
};

inline double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

/// Runs and counts; a run that does not end at rest or at its time is listed as `label`.
inline RecordedRun counted(const Model& model, const State& initial,
                           const SimulationOptions& options, const std::string& label,
                           Tally& tally) {
  const auto began = std::chrono::steady_clock::now();
  RecordedRun run = record(model, initial, options, trace_prelude(model, initial, options));
  const double took = seconds_since(began);
  const Outcome& outcome = run.outcome;
  const bool rests = outcome.stop == StopKind::Rest;
  const bool complete = rests || outcome.stop == StopKind::Time;
  ++tally.runs;
  tally.at_rest += rests ? 1 : 0;
  tally.complete += complete ? 1 : 0;
  tally.segments += outcome.segments;
  tally.changes += outcome.footer.manifold_changes;
  tally.events += outcome.events;
  tally.largest_gain = std::max(tally.largest_gain, outcome.footer.energy_max_gain);
  tally.seconds += took;
  if (!complete) {
    fmt::print("{}: {} at t = {:.9f} after {:.1f} s: {}\n", label, name(outcome.stop),
               trace::seconds(outcome.footer.end), took, outcome.reason);
  }
  return run;
}

/// Proves the record with the exact checker; one that is not proved is listed.
inline void prove(const RecordedRun& run, const std::string& label, Tally& tally) {
  const auto began = std::chrono::steady_clock::now();
  const auto verdict = verification::verify(run.trace);
  tally.verify_seconds += seconds_since(began);
  const bool proved = verdict.status == verification::Status::Proved;
  tally.proved += proved ? 1 : 0;
  tally.lowest_gap = std::min(tally.lowest_gap, verdict.min_gap);
  if (!proved) {
    fmt::print("{}: NOT PROVED\n{}\n", label, verification::text_of(verdict, run.trace));
  }
}

}  // namespace rigor
