// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/classic/fixed_step.hpp>
#include <rigor/reproduction/ball.hpp>
#include <rigor/reproduction/points.hpp>
#include <rigor/reproduction/watched_run.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

constexpr double kStep = 0.1;  // Δt, s
constexpr const char* kFile = "ball-toward-box.yaml";

/// A step of the ball as the figures draw it.
struct BallStep {
  Vector3 place = Vector3::Zero();  ///< of the centre at its end
  std::vector<PairContact> contacts;
};

std::variant<TakenStep, NoStep> one_step(const Scene& scene, const PaperRules& rules, double h,
                                         SteppedBodies& bodies, SurveyMemory& memory) {
  switch (scene.method) {
    case Method::StewartTrinkle:
      return stewart_trinkle_step(bodies, h, rules.threshold, memory);
    case Method::AnitescuPotra:
      return anitescu_potra_step(bodies, h, rules.threshold, memory);
    default:
      return algorithm_one(bodies, touching_pairs(bodies, rules.threshold, memory), rules, h,
                           memory);
  }
}

/// The same steps as in the run, with what constrained each of them.
std::vector<BallStep> ball_steps(const Scene& scene, std::uint64_t count) {
  const BuiltScene built = build(scene);
  const SimulationOptions options = simulation_options(scene);
  const World world = make_world(built.model, built.initial, options);
  const PaperRules rules = paper_rules(options.stepping, options.tolerances);
  SteppedBodies bodies(world, built.initial);
  SurveyMemory memory;
  std::vector<BallStep> steps{{bodies.poses.back().translation, {}}};
  double time = 0.0;
  for (std::uint64_t k = 0; k < count; ++k) {
    const double h = std::min(rules.step, scene.stop.time - time);
    auto next = one_step(scene, rules, h, bodies, memory);
    const auto* taken = std::get_if<TakenStep>(&next);
    if (taken == nullptr) break;
    time += taken->h;
    steps.push_back({bodies.poses.back().translation, taken->contacts});
  }
  return steps;
}

Findings listed_steps(const std::vector<BallStep>& steps) {
  std::vector<PlotPoint> places;
  Findings constraints = Findings::array();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    places.push_back({steps[k].place.x(), steps[k].place.z()});
    for (const PairContact& contact : steps[k].contacts) {
      const Vector3& p = contact.points.front().point_W;
      const Vector3& n = contact.nhat_AB_W;
      constraints.push_back({{"step", k},
                             {"point", {with_digits(p.x(), 5), with_digits(p.z(), 5)}},
                             {"normal", {with_digits(n.x(), 5), with_digits(n.z(), 5)}}});
    }
  }
  return {{"places", listed_points(places)}, {"constraints", constraints}};
}

/// Degrees between the first constraint's normal and the true one, +z.
Findings first_error(const std::vector<BallStep>& steps) {
  for (const BallStep& step : steps)
    for (const PairContact& contact : step.contacts)
      return std::acos(std::clamp(contact.nhat_AB_W.z(), -1.0, 1.0)) * 180.0 / M_PI;
  return nullptr;
}

Findings run_ball(const ReproductionSettings& settings, const Scene& scene, const char* label) {
  const WatchedRun run = watched(scene, settings, {fmt::format("ball-{}", label)});
  const std::vector<BallStep> steps = ball_steps(scene, run.outcome.footer.steps);
  const State& end = run.outcome.final_state;
  Findings facts{{"step", scene.stepping.step}};
  facts.update(facts_of(run));
  facts["error"] = first_error(steps);
  facts["above"] = end.q[2] > 0.0;
  facts["velocity"] = {end.v[0], end.v[2]};
  facts["x_end"] = end.q[0];
  if (!run.outcome.classic->missed.empty())
    facts["missed"] = run.outcome.classic->missed.front().separation;
  facts.update(listed_steps(steps));
  return facts;
}

Findings run_oracle(const ReproductionSettings& settings, const Scene& scene) {
  const WatchedRun run = watched(with_method(scene, Method::Oracle), settings, {"ball-oracle"});
  Findings facts = facts_of(run);
  for (const trace::Event& event : run.trace.events) {
    if (event.kind != trace::EventKind::Impact) continue;
    facts["impact"] = trace::seconds(event.lo);
    facts["right_of_edge"] = event.contacts.front().point[0];
    break;
  }
  facts["x_end"] = run.outcome.final_state.q[0];
  facts["velocity"] = {run.outcome.final_state.v[0], run.outcome.final_state.v[2]};
  return facts;
}

}  // namespace

Findings reproduce_ball(const ReproductionSettings& settings) {
  const Scene scene = read_scene(settings.scene_text(kFile), kFile);
  Findings out{{"step", kStep}};
  std::vector<double> parts{1.5, 1.0, 0.5, 0.25, 0.125};
  if (settings.full) parts.insert(parts.end(), {0.0625, 0.03125});
  for (const Method method : {Method::StewartTrinkle, Method::AnitescuPotra})
    for (const double part : parts)
      out["sheets"][name(method)].push_back(
          run_ball(settings, with_method(scene, method, {.step = part * kStep}),
                   fmt::format("{}-{:g}", name(method), part).c_str()));
  for (const Bounds bounds : {Bounds::Printed, Bounds::Corrected})
    out["sheets"]["paper"].push_back(
        run_ball(settings, with_method(scene, Method::Paper, {.step = kStep, .bounds = bounds}),
                 name(bounds)));
  for (const double part : parts) {
    if (part > 1.0) continue;
    const WatchedRun run = watched(with_method(scene, Method::FirstOrder, {.step = part * kStep}),
                                   settings, {fmt::format("ball-first_order-{:g}", part)});
    Findings facts{{"step", part * kStep}};
    facts.update(facts_of(run));
    facts["above"] = run.outcome.final_state.q[2] > 0.0;
    facts["x_end"] = run.outcome.final_state.q[0];
    facts["velocity"] = {run.outcome.final_state.v[0], run.outcome.final_state.v[2]};
    out["first_order"].push_back(facts);
  }
  out["oracle"] = run_oracle(settings, scene);
  return out;
}

}  // namespace rigor
