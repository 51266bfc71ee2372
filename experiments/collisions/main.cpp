// SPDX-License-Identifier: Apache-2.0
// Throws random bodies onto each other and reports how it went.
//   collisions_experiment KIND FROM TO [LAW] [TIME] [verify|no-verify]
// KIND: hull_on_fixed, hulls_together, boxes_in_bin or all. Every seed that is refused, or whose
// record is not proved, is listed.
#include "../tally.hpp"
#include "collisions.hpp"

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
    rigor::Tally tally;
    for (std::uint64_t seed = std::stoull(argv[2]); seed < std::stoull(argv[3]); ++seed) {
      const rigor::Collision thrown = rigor::random_collision(kind, seed);
      const std::string label = fmt::format("{} seed {}", kind, seed);
      const auto run = rigor::counted(thrown.model, thrown.initial, options, label, tally);
      if (verifies) rigor::prove(run, label, tally);
    }
    failures += tally.runs - tally.complete + (verifies ? tally.runs - tally.proved : 0);
    fmt::print(
        "{} {}: {} of {} complete, {} at rest, {} proved, lowest gap {:.5g} m; {:.1f} segments, "
        "{:.1f} events a run, {:.2f} segments an event; largest energy gain {:.1e} J; {:.1f} ms a "
        "run, verify {:.1f} ms\n",
        kind, name(*law), tally.complete, tally.runs, tally.at_rest, tally.proved, tally.lowest_gap,
        tally.each(tally.segments), tally.each(tally.events),
        double(tally.segments) / double(std::max<std::uint64_t>(1, tally.events)),
        tally.largest_gain, 1e3 * tally.each(tally.seconds),
        1e3 * tally.each(tally.verify_seconds));
  }
  return failures == 0 ? 0 : 1;
}
