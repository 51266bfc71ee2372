// SPDX-License-Identifier: Apache-2.0
// Throws random bodies onto a plane until they rest, and reports how it went.
//   throws_experiment SHAPE FROM TO [LAW[:MU]] [TOL] [verify|no-verify|compare|disturb] [COUNT
//   SPACING]
// SHAPE: cube, brick, tetrahedron, prism12, hull50 or all. Every seed that does not come to rest,
// or whose record is not proved, is listed. compare: TOL against 1e-12, contact point by contact
// point. disturb: the same for two runs with 1e-12, one of them from an initial state that is off
// by TOL (every position and velocity): how far the motion itself carries an error of that size.
// Seeds with a difference above 1e-5 m are listed.
#include "../tally.hpp"
#include "throws.hpp"

namespace {

/// How far two runs of one throw came apart.
struct Differences {
  double worst = 0.0;  ///< of contact points, metres, until the event sequences differ
  int sequences = 0;   ///< that differ
};

bool same_event(const rigor::trace::Event& a, const rigor::trace::Event& b) {
  if (a.kind != b.kind || a.contacts_after != b.contacts_after) return false;
  if (a.contacts.size() != b.contacts.size()) return false;
  for (std::size_t i = 0; i < a.contacts.size(); ++i)
    if (a.contacts[i].vertex_b != b.contacts[i].vertex_b) return false;
  return true;
}

/// Differences that are worth a line of their own, metres.
constexpr double kNotable = 1e-5;

/// Largest difference of contact points between two runs until their event sequences differ.
void compare(const rigor::RecordedRun& fine, const rigor::RecordedRun& coarse,
             Differences& differences, std::uint64_t seed) {
  const auto& a = fine.trace.events;
  const auto& b = coarse.trace.events;
  const std::size_t count = std::min(a.size(), b.size());
  std::size_t same = 0;
  double worst = 0.0;
  for (; same < count && same_event(a[same], b[same]); ++same)
    for (std::size_t i = 0; i < a[same].contacts.size(); ++i)
      for (int k = 0; k < 3; ++k)
        worst =
            std::max(worst, std::abs(a[same].contacts[i].point[k] - b[same].contacts[i].point[k]));
  if (worst > kNotable)
    fmt::print("seed {}: {:.1e} m within {} of {} events\n", seed, worst, same, a.size());
  differences.worst = std::max(differences.worst, worst);
  differences.sequences += same < std::max(a.size(), b.size()) ? 1 : 0;
}

/// Every position and velocity off by `size` one way or the other; rotations too, about some axis.
rigor::State disturbed(const rigor::Model& model, rigor::State state, double size,
                       std::uint64_t seed) {
  rigor::Random random(seed, 78);
  const auto off = [&] { return random.index(2) == 0 ? size : -size; };
  for (const rigor::Link& link : model.links) {
    for (int k = 0; k < 3; ++k) state.q[link.first_q + k] += off();
    auto q = state.q.segment<4>(link.first_q + 3);
    for (double& value : q) value += 0.5 * off();
    q.normalize();
  }
  for (double& value : state.v) value += off();
  return state;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr,
               "usage: throws_experiment SHAPE FROM TO [LAW] [TOL] "
               "[verify|no-verify|compare|disturb] [COUNT SPACING]\n");
    return 2;
  }
  const std::string wanted = argv[1];
  std::string law_name = argc > 4 ? argv[4] : "no_slip";
  double friction = 0.0;
  if (const auto colon = law_name.find(':'); colon != std::string::npos) {
    friction = std::stod(law_name.substr(colon + 1));
    law_name.resize(colon);
  }
  const auto law = rigor::law_named(law_name);
  if (!law) return 2;
  rigor::SimulationOptions options;
  options.law = *law;
  const double tol = argc > 5 ? std::stod(argv[5]) : 1e-10;
  const std::string check = argc > 6 ? argv[6] : "verify";
  options.tolerances.tol = check == "disturb" ? 1e-12 : tol;
  options.stop.time = 1000.0;  // hulls may spin on their vertices for minutes
  options.stop.segments = 400000;
  const int count = argc > 8 ? std::stoi(argv[7]) : 1;
  const double spacing = argc > 8 ? std::stod(argv[8]) : 0.0;
  int failures = 0;
  for (const char* shape : rigor::kThrownShapes) {
    if (wanted != "all" && wanted != shape) continue;
    rigor::Tally tally;
    Differences differences;
    std::uint64_t jams = 0;
    for (std::uint64_t seed = std::stoull(argv[2]); seed < std::stoull(argv[3]); ++seed) {
      rigor::Throw thrown = rigor::random_throw(shape, seed, count, spacing);
      for (rigor::Surface& surface : thrown.model.surfaces) surface.friction = friction;
      const std::string label = fmt::format("{} seed {}", shape, seed);
      const rigor::RecordedRun run =
          rigor::counted(thrown.model, thrown.initial, options, label, tally);
      if (run.outcome.stop == rigor::StopKind::Time) fmt::print("{}: not at rest\n", label);
      for (const auto& event : run.trace.events)
        jams += event.kind == rigor::trace::EventKind::Jam ? 1 : 0;
      if (check == "verify") rigor::prove(run, label, tally);
      if (check == "compare") {
        rigor::SimulationOptions fine = options;
        fine.tolerances.tol = 1e-12;
        compare(rigor::record(thrown.model, thrown.initial, fine, {}), run, differences, seed);
      } else if (check == "disturb") {
        const rigor::State other = disturbed(thrown.model, thrown.initial, tol, seed);
        compare(run, rigor::record(thrown.model, other, options, {}), differences, seed);
      }
    }
    failures += tally.runs - tally.at_rest;
    fmt::print(
        "{}: {} of {} at rest, {} proved, lowest gap {:.5g} m; {:.1f} segments, {:.1f} changes, "
        "{:.1f} events, "
        "{:.2f} jams a run; {:.2f} segments a change; largest energy gain {:.1e} J; {:.2f} ms a "
        "run, verify {:.1f} ms",
        shape, tally.at_rest, tally.runs, tally.proved, tally.lowest_gap,
        tally.each(tally.segments), tally.each(tally.changes), tally.each(tally.events),
        tally.each(jams),
        double(tally.segments) / double(std::max<std::uint64_t>(1, tally.changes)),
        tally.largest_gain, 1e3 * tally.each(tally.seconds),
        1e3 * tally.each(tally.verify_seconds));
    if (check == "compare" || check == "disturb")
      fmt::print("; against {}: {} event sequences differ, before that contact points by {:.2e} m",
                 check == "compare" ? "tol 1e-12" : "a disturbed start", differences.sequences,
                 differences.worst);
    fmt::print("\n");
  }
  return failures == 0 ? 0 : 1;
}
