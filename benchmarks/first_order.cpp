// SPDX-License-Identifier: Apache-2.0
// Method `first_order` on scene files: CPU time per step of an awake body, what happened in the
// steps, and, if asked for, the checker's verdict and time, and how many proofs are below ten
// skins.
//   first_order_benchmark [--step h] [--until t] [--verify] scene.yaml ...
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <string>

#include <fmt/format.h>

#include <rigor/run/record.hpp>
#include <rigor/run/simulate.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

struct Request {
  double step = 0.0;   ///< zero: as the scene says
  double until = 0.0;  ///< zero: as the scene says
  bool verify = false;
  std::vector<std::string> scenes;
};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Certificates that prove less than ten skins, of all, and their pairs, the most frequent first.
/// Levels lie between a quarter and half of the gap where that is small, so every gap below ten
/// skins is among them, and gaps of up to forty.
void tell_narrow_gaps(const trace::Trace& trace, double skin) {
  std::map<std::pair<trace::PieceId, trace::PieceId>, int> narrow;
  int total = 0;
  for (const trace::Certificate& at : trace.certificates) {
    if (!(at.level < 10.0 * skin)) continue;
    ++narrow[{at.a, at.b}];
    ++total;
  }
  fmt::print("    below ten skins {} of {} certificates ({:.1e})", total, trace.certificates.size(),
             total / std::max(1.0, static_cast<double>(trace.certificates.size())));
  std::vector<std::pair<int, std::pair<trace::PieceId, trace::PieceId>>> pairs;
  for (const auto& [pair, count] : narrow) pairs.push_back({-count, pair});
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t i = 0; i < pairs.size() && i < 5; ++i)
    fmt::print(", {} of bodies {} and {}", -pairs[i].first,
               static_cast<int>(pairs[i].second.first.body), pairs[i].second.second.body);
  fmt::print("\n");
}

void measure(const std::string& file, const Request& request) {
  Scene scene = load_scene(file);
  const BuiltScene built = build(scene);
  SimulationOptions options = simulation_options(scene);
  options.method = Method::FirstOrder;
  if (request.step > 0.0) options.stepping.step = request.step;
  if (request.until > 0.0) options.stop.time = request.until;
  const double began = cpu_seconds();
  Outcome outcome;
  trace::Trace trace;
  if (request.verify) {
    RecordedRun run = record(built.model, built.initial, options,
                             trace_prelude(built.model, built.initial, options));
    outcome = std::move(run.outcome);
    trace = std::move(run.trace);
  } else {
    outcome = simulate(built.model, built.initial, options, [](const StepReport&) {});
  }
  const double cpu = cpu_seconds() - began;
  const SteppingReport report = outcome.stepping.value_or(SteppingReport{});
  fmt::print(
      "{:24} {:10} {:7.3f} s {:6} steps {:8.3f} s CPU {:7.1f} us/body-step | touches {} impacts {} "
      "holds {} held {:.2e} cuts {} restarts {} | solves {} unconverged {} worst {:.1e} mean "
      "{:.1e} | gap {:.1e} least {:.1e} gain {:.1e} J | energy {:.4g} -> {:.4g} max gain {:.1e} | "
      "moved {:.1e} {}\n",
      scene.name, name(outcome.stop), trace::seconds(outcome.footer.end), outcome.footer.steps, cpu,
      1e6 * cpu / static_cast<double>(std::max<std::uint64_t>(1, report.body_steps)),
      report.touches, report.impacts, report.holds, report.held, report.cuts, report.restarts,
      report.solver.solves, report.solver.unconverged, report.solver.worst, report.solver.mean,
      report.gap_target, report.smallest_gap, report.largest_gain, outcome.footer.energy_initial,
      outcome.footer.energy_final, outcome.footer.energy_max_gain, outcome.start_moved,
      outcome.reason);
  if (!request.verify) return;
  const double before = cpu_seconds();
  const verification::Verdict verdict = verification::verify(trace);
  fmt::print("    {} in {:.2f} s CPU, {} segments, {} certificates\n",
             verdict.status == verification::Status::Proved ? "proved" : "NOT PROVED",
             cpu_seconds() - before, trace.segments.size(), trace.certificates.size());
  tell_narrow_gaps(trace, options.tolerances.skin);
  std::fflush(stdout);
}

}  // namespace
}  // namespace rigor

int main(int argc, char** argv) {
  rigor::Request request;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--step" && i + 1 < argc) {
      request.step = std::atof(argv[++i]);
    } else if (word == "--until" && i + 1 < argc) {
      request.until = std::atof(argv[++i]);
    } else if (word == "--verify") {
      request.verify = true;
    } else {
      request.scenes.push_back(word);
    }
  }
  for (const std::string& file : request.scenes) rigor::measure(file, request);
  return request.scenes.empty() ? 2 : 0;
}
