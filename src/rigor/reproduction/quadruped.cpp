// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/reproduction/foot_watch.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/quadruped.hpp>
#include <rigor/reproduction/watched_run.hpp>
#include <rigor/run/side_by_side.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

constexpr const char* kTrotScene = "quadruped.yaml";
/// Fixed-step methods blow up with steps of 0.01 s: the motors' dampers are too stiff for them.
constexpr double kTrotStep = 1e-3;
/// first_order takes motors at the end of its steps.
constexpr double kLongTrotStep = 5e-3;

/// Figures show the law under which all methods run.
constexpr Law kFiguresLaw = Law::NoSlip;

struct TrotRun {
  const char* method;
  Method kind;
  Stepping stepping;
  Law law = Law::NoSlip;
  bool keep = false;  ///< its trace, which is then given to the checker
};

std::vector<TrotRun> trot_runs(bool full) {
  std::vector<TrotRun> runs{
      {"oracle", Method::Oracle, {}, Law::NoSlip, true},
      {"paper printed", Method::Paper, {.bounds = Bounds::Printed}},
      {"paper corrected", Method::Paper, {.bounds = Bounds::Corrected}, Law::NoSlip, full},
      {"first_order", Method::FirstOrder, {.step = kLongTrotStep}, Law::NoSlip, true},
      {"first_order", Method::FirstOrder, {.step = kLongTrotStep}, Law::Coulomb, true},
      {"stewart_trinkle", Method::StewartTrinkle, {.step = kTrotStep}},
      {"anitescu_potra", Method::AnitescuPotra, {.step = kTrotStep}},
  };
  if (full) runs.insert(runs.begin() + 1, {"oracle", Method::Oracle, {}, Law::Coulomb, true});
  return runs;
}

/// Mean and smallest time between changes by the paper's count. Steps of first_order keep several
/// vertices at a distance and do not tell them.
void write_between(const FootWatch& watch, Method method, double duration, Findings& facts) {
  if (method == Method::FirstOrder) {
    for (const char* key : {"paper_changes", "manifold_changes", "between_mean", "between_min"})
      facts[key] = nullptr;
    return;
  }
  const std::vector<FootChange> changes = counted_by_paper(watch.changes());
  facts["paper_changes"] = changes.size();
  facts["between_mean"] = nullptr;
  facts["between_min"] = nullptr;
  if (!changes.empty()) facts["between_mean"] = duration / static_cast<double>(changes.size());
  const std::vector<PlotPoint> between = times_between(changes);
  for (std::size_t i = 1; i < between.size(); ++i)
    if (facts["between_min"].is_null() || between[i].y < facts["between_min"].get<double>())
      facts["between_min"] = between[i].y;
}

Findings run_trot(const ReproductionSettings& settings, const Scene& scene, const TrotRun& of,
                  FootWatch& watch) {
  Scene with = with_method(scene, of.kind, of.stepping);
  with.law = of.law;
  std::string label = fmt::format("quadruped-{}-{}", of.method, name(of.law));
  std::replace(label.begin(), label.end(), ' ', '-');
  const WatchedRun run = watched(
      with, settings, {label, of.keep, [&watch](const StepReport& step) { watch.see(step); }});
  Findings facts{{"method", of.method}, {"law", name(of.law)}};
  facts.update(facts_of(run));
  facts["stretches"] = watch.stretches();
  write_between(watch, of.kind, trace::seconds(run.outcome.footer.end), facts);
  const State& state = run.outcome.final_state;
  if (run.outcome.stop == StopKind::Time)
    facts["trunk"] = {{"x", state.q[0]}, {"y", state.q[1]}, {"z", state.q[2]}, {"v_x", state.v[0]}};
  else
    facts["reason"] = run.outcome.reason;
  return facts;
}

Findings instants_by_foot(const FootWatch& watch) {
  Findings out = Findings::array();
  for (std::size_t i = 0; i < watch.names().size(); ++i) out.push_back(Findings::array());
  for (const FootChange& change : watch.changes())
    out[change.foot].push_back(with_digits(change.time, 6));
  return out;
}

}  // namespace

Findings reproduce_quadruped(const ReproductionSettings& settings) {
  const Scene scene = read_scene(settings.scene_text(kTrotScene), kTrotScene);
  const Model model = build(scene).model;
  const std::vector<TrotRun> runs = trot_runs(settings.full);
  std::vector<FootWatch> watches(runs.size(), FootWatch(model));
  std::vector<Findings> found(runs.size());
  side_by_side(runs.size(), settings.threads,
               [&](std::size_t i) { found[i] = run_trot(settings, scene, runs[i], watches[i]); });
  Findings out{{"runs", found}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const TrotRun& of = runs[i];
    const FootWatch& watch = watches[i];
    if (of.law != kFiguresLaw) continue;
    if (of.kind == Method::Oracle) {
      out["feet"] = watch.names();
      for (const auto& heights : watch.heights()) out["heights"].push_back(listed_points(heights));
      out["touches"] = instants_by_foot(watch);
    }
    if (of.kind != Method::FirstOrder && found[i].contains("trunk"))
      out["between"][of.method] = listed_points(times_between(counted_by_paper(watch.changes())));
  }
  return out;
}

}  // namespace rigor
