// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <rigor/reproduction/die.hpp>
#include <rigor/reproduction/die_watch.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/watched_run.hpp>
#include <rigor/run/side_by_side.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

/// Runs that step without end are cut here.
constexpr std::uint64_t kMostSteps = 1'000'000;

struct DieMethod {
  const char* name;
  Method method;
  Stepping stepping;
  bool keep = true;  ///< whether its trace is small enough to be kept and checked
};

const std::vector<DieMethod>& die_methods() {
  static const std::vector<DieMethod> kMethods{
      {"paper printed", Method::Paper, {.bounds = Bounds::Printed}, false},
      {"paper corrected", Method::Paper, {.bounds = Bounds::Corrected}},
      {"first_order", Method::FirstOrder, {}},
      {"oracle", Method::Oracle, {}},
      {"stewart_trinkle", Method::StewartTrinkle, {}},
      {"anitescu_potra", Method::AnitescuPotra, {}},
  };
  return kMethods;
}

Scene die_scene(const ReproductionSettings& settings, int seed) {
  const std::string file =
      seed <= 1 ? "die.yaml" : fmt::format("benchmarks/die-seed-{}.yaml", seed);
  return read_scene(settings.scene_text(file), file);
}

Polytope die_shape(const Scene& scene) { return build(scene).model.links[0].pieces[0].shape; }

std::string run_name(int seed, const DieMethod& method) {
  std::string name = fmt::format("die-{}-{}", seed, method.name);
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

Findings run_die(const ReproductionSettings& settings, const Scene& scene, int seed,
                 const DieMethod& method, DieWatch& watch) {
  const WatchedRun run =
      watched(with_method(scene, method.method, method.stepping), settings,
              {run_name(seed, method), method.keep,
               [&watch](const StepReport& step) { watch.see(step); }, kMostSteps});
  Findings facts{{"seed", seed}, {"method", method.name}};
  facts.update(facts_of(run));
  if (run.outcome.stop == StopKind::Rest) facts["rest"] = watch.rest();
  if (const auto& second = watch.second_impact())
    facts["second_impact"] = {
        {"time", second->time},
        {"centre", {second->centre.x(), second->centre.y(), second->centre.z()}}};
  return facts;
}

PlotAxis time_axis() { return {"time, s", Scale::Linear, {0.0, 2.0}}; }
PlotAxis step_axis() { return {"step, s", Scale::Log, {1e-9, 1e-1}}; }

PlotAxis since_axis() { return {"s since the first touch", Scale::Log, {1e-6, 1e1}}; }

/// When the die is first nearer to the ground than ε; 0 if never.
double first_touch(const std::vector<DieStep>& steps) {
  const auto touch =
      std::find_if(steps.begin(), steps.end(), [](const DieStep& step) { return step.gap < 1e-6; });
  return touch == steps.end() ? 0.0 : touch->time;
}

/// Steps by what limited them: their lengths against the time from `origin` on.
Findings steps_by_rule(const std::vector<DieStep>& steps, double origin, const PlotAxis& axis) {
  std::map<std::string, std::vector<PlotPoint>> by_rule;
  for (const DieStep& step : steps)
    if (step.reason != trace::EndReason::Rest && step.time > origin)
      by_rule[trace::name(step.reason)].push_back({step.time - origin, step.length});
  Findings out = Findings::object();
  for (const auto& [rule, points] : by_rule)
    out[rule] = listed_points(one_per_cell(points, axis, step_axis()));
  return out;
}

Findings gap_envelope(const std::vector<DieStep>& steps) {
  constexpr int kColumns = 500;
  std::vector<PlotPoint> points;
  for (const DieStep& step : steps) points.push_back({step.time, step.gap});
  return listed_points(envelope(points, time_axis(), kColumns));
}

/// Heights in [from, from + 2 ms], against milliseconds since `from`, in micrometres.
Findings hover(const std::vector<DieStep>& steps, double from) {
  constexpr double kShown = 2e-3;
  std::vector<PlotPoint> points;
  for (const DieStep& step : steps)
    if (step.time >= from && step.time <= from + kShown)
      points.push_back({1e3 * (step.time - from), 1e6 * step.gap});
  return listed_points(points);
}

/// Other readings of the printed method: what the paper leaves open.
std::vector<Stepping> readings(bool full) {
  const auto printed = [](double threshold, double min_step, double dagger_tol) {
    Stepping stepping{.bounds = Bounds::Printed};
    stepping.threshold = threshold;
    stepping.min_step = min_step;
    stepping.dagger_tol = dagger_tol;
    return stepping;
  };
  std::vector<Stepping> out{printed(1e-6, 1e-8, 1e-7), printed(1e-6, 1e-8, 1e-8)};
  if (!full) return out;
  out.insert(out.begin(), printed(1e-6, 1e-8, 1e-6));
  out.push_back(printed(1e-5, 1e-6, 1e-5));
  out.push_back(printed(1e-5, 1e-8, 1e-5));
  out.push_back(printed(1e-6, 1e-6, 1e-6));
  out.push_back(printed(1e-7, 1e-8, 1e-7));
  return out;
}

Findings run_reading(const ReproductionSettings& settings, int seed, const Stepping& stepping) {
  const Scene scene = with_method(die_scene(settings, seed), Method::Paper, stepping);
  const std::string name = fmt::format("die-{}-printed-{:g}-{:g}-{:g}", seed, stepping.threshold,
                                       *stepping.min_step, *stepping.dagger_tol);
  const WatchedRun run = watched(scene, settings, {name, false, {}, kMostSteps});
  Findings facts{{"seed", seed},
                 {"threshold", stepping.threshold},
                 {"min_step", *stepping.min_step},
                 {"dagger_tol", *stepping.dagger_tol}};
  facts.update(facts_of(run));
  return facts;
}

/// Hovering is shown this long after the first touch, in the first pivot, s.
constexpr double kPivot = 0.02;

/// A throw by one method: what was found, and its steps.
struct Throw {
  int seed = 0;
  DieMethod method;
  Findings facts{};
  std::vector<DieStep> steps{};
};

bool is_drawn(const Throw& of) { return of.seed == 0 && of.method.method == Method::Paper; }

std::vector<Throw> all_throws(const std::vector<int>& seeds) {
  std::vector<Throw> throws;
  for (const int seed : seeds)
    for (const DieMethod& method : die_methods()) throws.push_back({seed, method});
  return throws;
}

void carry_out(const ReproductionSettings& settings, std::vector<Throw>& throws) {
  side_by_side(throws.size(), settings.threads, [&](std::size_t i) {
    Throw& of = throws[i];
    const Scene scene = die_scene(settings, of.seed);
    DieWatch watch(die_shape(scene));
    of.facts = run_die(settings, scene, of.seed, of.method, watch);
    if (is_drawn(of)) of.steps = watch.steps();
  });
}

/// Points of the figures of both forms of the paper's method.
void write_figures(const std::vector<Throw>& throws, Findings& out) {
  double pivot = 0.0;
  for (const Throw& of : throws) {
    if (!is_drawn(of)) continue;
    const double touch = first_touch(of.steps);
    if (of.method.stepping.bounds == Bounds::Printed) pivot = touch + kPivot;
    const char* method = of.method.name;
    out["steps"][method] = steps_by_rule(of.steps, 0.0, time_axis());
    out["steps_since_touch"][method] = steps_by_rule(of.steps, touch, since_axis());
    out["gaps"][method] = gap_envelope(of.steps);
    out["hover"][method] = hover(of.steps, pivot);
  }
  out["hover"]["from"] = pivot;
}

Findings all_readings(const ReproductionSettings& settings) {
  const std::vector<int> seeds = settings.full ? std::vector{0, 4, 7} : std::vector{0};
  const std::vector<Stepping> of = readings(settings.full);
  std::vector<Findings> found(seeds.size() * of.size());
  side_by_side(found.size(), settings.threads, [&](std::size_t i) {
    found[i] = run_reading(settings, seeds[i / of.size()], of[i % of.size()]);
  });
  return found;
}

}  // namespace

Findings die_runs(const ReproductionSettings& settings, int seed, double until) {
  Scene scene = die_scene(settings, seed);
  scene.stop.time = until;
  Findings runs = Findings::array();
  for (const DieMethod& method : die_methods()) {
    DieWatch watch(die_shape(scene));
    runs.push_back(run_die(settings, scene, seed, method, watch));
  }
  return runs;
}

Findings reproduce_die(const ReproductionSettings& settings) {
  Findings out{{"threshold", 1e-6}, {"min_step", 1e-8}, {"dagger_tol", 1e-6}, {"step", 0.01}};
  std::vector<Throw> throws =
      all_throws(settings.full ? std::vector{0, 2, 3, 4, 5, 6, 7, 8} : std::vector{0});
  carry_out(settings, throws);
  for (const Throw& of : throws) out["runs"].push_back(of.facts);
  write_figures(throws, out);
  out["readings"] = all_readings(settings);
  return out;
}

}  // namespace rigor
