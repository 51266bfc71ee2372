// SPDX-License-Identifier: Apache-2.0
// Throws random bodies onto each other and reports how it went.
//   collisions_experiment KIND FROM TO [LAW] [TIME] [verify|no-verify]
// KIND: hull_on_fixed, hulls_together, boxes_in_bin or all. Every seed that is refused, or whose
// record is not proved, is listed.
#include <chrono>

#include <fmt/core.h>

#include <rigor/verification/verify.hpp>

#include "collisions.hpp"

namespace {

struct Tally {
  int runs = 0;
  int at_rest = 0;
  int complete = 0;  ///< at rest or at the end of the time
  int proved = 0;
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  double lowest_gap = 1e300;
  double largest_gain = 0.0;
  double seconds = 0.0;
  double verify_seconds = 0.0;
};

double seconds_since(std::chrono::steady_clock::time_point t) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count();
}

void run(const char* kind, std::uint64_t seed, const rigor::SimulationOptions& options,
         bool verifies, Tally& tally) {
  const rigor::Collision thrown = rigor::random_collision(kind, seed);
  const auto began = std::chrono::steady_clock::now();
  const rigor::RecordedRun run =
      rigor::record(thrown.model, thrown.initial, options,
                    rigor::trace_prelude(thrown.model, thrown.initial, options));
  const double took = seconds_since(began);
  tally.seconds += took;
  ++tally.runs;
  const bool rests = run.outcome.stop == rigor::StopKind::Rest;
  const bool complete = rests || run.outcome.stop == rigor::StopKind::Time;
  tally.at_rest += rests ? 1 : 0;
  tally.complete += complete ? 1 : 0;
  tally.segments += run.outcome.segments;
  tally.events += run.outcome.events;
  tally.largest_gain = std::max(tally.largest_gain, run.outcome.footer.energy_max_gain);
  if (!complete)
    fmt::print("{} seed {}: {} at t = {:.9f} after {:.1f} s: {}\n", kind, seed,
               name(run.outcome.stop), rigor::trace::seconds(run.outcome.footer.end), took,
               run.outcome.reason);
  if (!verifies) return;
  const auto verifying = std::chrono::steady_clock::now();
  const auto verdict = rigor::verification::verify(run.trace);
  tally.verify_seconds += seconds_since(verifying);
  const bool proved = verdict.status == rigor::verification::Status::Proved;
  tally.proved += proved ? 1 : 0;
  tally.lowest_gap = std::min(tally.lowest_gap, verdict.min_gap);
  if (!proved)
    fmt::print("{} seed {}: NOT PROVED\n{}\n", kind, seed,
               rigor::verification::text_of(verdict, run.trace));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr,
               "usage: collisions_experiment KIND FROM TO [LAW] [TIME] [verify|no-verify]\n");
    return 2;
  }
  const std::string wanted = argv[1];
  const auto law = rigor::law_named(argc > 4 ? argv[4] : "no_slip");
  if (!law) return 2;
  rigor::SimulationOptions options;
  options.law = *law;
  options.stop.time = argc > 5 ? std::stod(argv[5]) : 4.0;
  options.stop.wall_seconds = 120.0;
  const bool verifies = argc <= 6 || std::string(argv[6]) == "verify";
  int failures = 0;
  for (const char* kind : rigor::kCollisions) {
    if (wanted != "all" && wanted != kind) continue;
    Tally tally;
    for (std::uint64_t seed = std::stoull(argv[2]); seed < std::stoull(argv[3]); ++seed)
      run(kind, seed, options, verifies, tally);
    failures += tally.runs - tally.complete + (verifies ? tally.runs - tally.proved : 0);
    fmt::print(
        "{} {}: {} of {} complete, {} at rest, {} proved, lowest gap {:.5g} m; {:.1f} segments, "
        "{:.1f} events a run, {:.2f} segments an event; largest energy gain {:.1e} J; {:.1f} ms a "
        "run, verify {:.1f} ms\n",
        kind, name(*law), tally.complete, tally.runs, tally.at_rest, tally.proved, tally.lowest_gap,
        double(tally.segments) / tally.runs, double(tally.events) / tally.runs,
        double(tally.segments) / double(std::max<std::uint64_t>(1, tally.events)),
        tally.largest_gain, 1e3 * tally.seconds / tally.runs,
        1e3 * tally.verify_seconds / tally.runs);
  }
  return failures == 0 ? 0 : 1;
}
