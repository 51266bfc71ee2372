// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include <rigor/reproduction/chain.hpp>
#include <rigor/reproduction/chain_watch.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/watched_run.hpp>
#include <rigor/run/side_by_side.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

constexpr double kAuthorsEnd = 5.0;  // s
constexpr double kOracleEnd = 4.51;  // s: 0.02 s behind the nadir
constexpr double kSkim = 2e-4;       // m: how near an own skim comes at most
constexpr int kMostTrials = 24;
/// Nearer than this, m, the paper's method is in contact: a search for a skim need not go on, and
/// the steps there are the shortest.
constexpr double kTouching = 1e-6;

bool is_authors(const ChainShape& shape) { return shape.links == authors_chain().links; }

const char* method_label(const ChainRun& run) {
  if (run.method != Method::Paper) return name(run.method);
  return run.bounds == Bounds::Printed ? "paper printed" : "paper corrected";
}

void write_scene(const ReproductionSettings& settings, const ChainRun& run,
                 const std::string& text) {
  if (settings.folder.empty()) return;
  const std::filesystem::path folder = settings.folder / "scenes";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / (run.label + ".yaml")) << text;
}

ChainShape over(ChainShape shape, double ground) {
  shape.ground = ground;
  return shape;
}

/// Adds a run to the findings; what figures need goes beside the list.
void note(Findings found, Findings& out) {
  const std::string method = found["method"];
  if (!found["heights"].empty()) out["heights"][method] = found["heights"];
  if (found.contains("strobes") && method == "oracle") out["strobes"] = found["strobes"];
  found.erase("heights");
  found.erase("strobes");
  out["runs"].push_back(std::move(found));
}

/// What is run. Joints of many links over many steps take the checker long.
std::vector<ChainRun> all_runs(bool full) {
  std::vector<ChainRun> runs;
  const auto forms = [&](const std::string& label, const ChainShape& shape) {
    const bool authors = is_authors(shape);
    runs.push_back({label + "-printed", shape, Method::Paper, Bounds::Printed, full && authors});
    runs.push_back({label + "-corrected", shape, Method::Paper, Bounds::Corrected, full});
    runs.push_back({label + "-oracle", shape, Method::Oracle, Bounds::Corrected, full || authors});
  };
  forms("chain-20x5", authors_chain());
  forms("chain-100x1", stated_chain());
  forms("chain-100x1-skim", over(stated_chain(), kOracleSkim));
  if (!full) return runs;
  for (const Bounds bounds : {Bounds::Printed, Bounds::Corrected})
    runs.push_back({fmt::format("chain-100x1-skim-of-{}", name(bounds)),
                    over(stated_chain(), kOracleSkim), Method::Paper, bounds, false, true});
  return runs;
}

}  // namespace

Findings run_chain(const ReproductionSettings& settings, const ChainRun& run) {
  const bool authors = is_authors(run.shape);
  const bool whole = authors || run.method == Method::Oracle;
  const std::string text = chain_scene(run.shape, authors || !whole ? kAuthorsEnd : kOracleEnd);
  write_scene(settings, run, text);
  const Scene scene =
      with_method(read_scene(text, run.label + ".yaml"), run.method, {.bounds = run.bounds});
  std::vector<double> strobes;
  if (authors)
    for (int k = 0; k < 10; ++k) strobes.push_back(0.5 * k);
  ChainWatch watch(run.shape, build(scene).model.links[0].pieces[0].shape, strobes);
  Watching watching{run.label, run.keep, [&](const StepReport& step) { watch.see(step); }};
  const auto has_touched = [&] { return run.own_skim && watch.clearance() <= kTouching; };
  if (!whole) watching.enough = [&] { return watch.is_past_nadir() || has_touched(); };
  const WatchedRun done = watched(scene, settings, watching);
  Findings facts{{"chain", fmt::format("{} x {} m", run.shape.links, run.shape.length)},
                 {"method", method_label(run)},
                 {"ground", run.shape.ground}};
  facts.update(facts_of(done));
  const bool touches = !is_done(done.outcome.stop) && done.outcome.stop != StopKind::Interrupted;
  if (done.outcome.stop == StopKind::Interrupted) facts["stopped"] = "nadir";
  facts["touches"] = touches || done.point_changes > 0 || has_touched();
  facts["clearance"] = watch.clearance();
  facts["clearance_time"] = watch.clearance_time();
  facts["bins"] = watch.bins();
  facts["heights"] = Findings::array();
  if (authors) {
    const PlotAxis shown{"", Scale::Linear, {4.3, 4.7}};
    facts["heights"] = listed_points(envelope(watch.heights(), shown, 100));
    for (const auto& hinges : watch.strobes()) facts["strobes"].push_back(listed_points(hinges));
  }
  return facts;
}

Findings own_skim(const ReproductionSettings& settings, ChainRun run, double low, double skim) {
  // Ground is counted downwards: higher ground is a smaller number.
  double touched = -std::numeric_limits<double>::infinity();
  run.shape.ground = low;
  Findings best;
  for (int k = 0; k < kMostTrials; ++k) {
    const Findings found = run_chain(settings, run);
    const double clearance = found["clearance"].get<double>();
    if (found["touches"].get<bool>() || clearance <= 0.0) {
      touched = run.shape.ground;
    } else {
      best = found;
      low = run.shape.ground;
      if (clearance <= skim) break;
    }
    const double next = low - (best["clearance"].get<double>() - 0.5 * skim);
    run.shape.ground = next > touched ? next : 0.5 * (low + touched);
  }
  return best;
}

Findings reproduce_chain(const ReproductionSettings& settings) {
  const std::vector<ChainRun> runs = all_runs(settings.full);
  std::vector<Findings> found(runs.size());
  side_by_side(runs.size(), settings.threads, [&](std::size_t i) {
    found[i] = runs[i].own_skim ? own_skim(settings, runs[i], kOracleSkim, kSkim)
                                : run_chain(settings, runs[i]);
  });
  Findings out{{"runs", Findings::array()}};
  for (Findings& one : found) note(std::move(one), out);
  return out;
}

}  // namespace rigor
