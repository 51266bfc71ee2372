// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/converge/ladder_runs.hpp>
#include <rigor/random.hpp>
#include <rigor/run/record.hpp>
#include <rigor/run/side_by_side.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>

namespace rigor {
namespace {

constexpr double kFinerTol = 1e-2;
constexpr double kLeastTol = 1e-14;  // what a scene may ask for
/// A tolerance less than this times finer than another would change nothing to be seen.
constexpr double kFinerThanLeast = 3.0;
constexpr double kLeastSkin = 1e-11;
constexpr double kMostSkin = 1e-3;
constexpr std::uint64_t kTwinSeed = 1;

/// A body's size: the largest distance of its vertices from its origin.
double size_of(const Link& link) {
  double size = 0.0;
  for (const Piece& piece : link.pieces)
    for (const Vector3& vertex : piece.shape.vertices()) size = std::max(size, vertex.norm());
  return size > 0.0 ? size : 1.0;
}

/// Moves and turns every free body, and every joint, by kTwinOffset of its size in random
/// directions.
void move_start(const Model& model, State& state) {
  Random random(kTwinSeed);
  for (const Link& link : model.links) {
    if (link.fixed_to_world || link.path) continue;
    const bool free = std::holds_alternative<Free>(link.joint);
    const int plain = free ? 3 : coordinate_count(link.joint);
    const double size = free ? size_of(link) : 1.0;
    if (!free && std::holds_alternative<Spherical>(link.joint)) continue;
    for (int i = 0; i < plain; ++i)
      state.q[link.first_q + i] += kTwinOffset * size * random.uniform(-1.0, 1.0);
    if (!free) continue;
    Eigen::Vector4d q = state.q.segment<4>(link.first_q + 3);
    for (int i = 0; i < 4; ++i) q[i] += 0.5 * kTwinOffset * random.uniform(-1.0, 1.0);
    state.q.segment<4>(link.first_q + 3) = q.normalized();
  }
}

LadderRun planned(const Scene& scene, std::string label, double tol, double skin, double step) {
  LadderRun run;
  run.label = std::move(label);
  run.tol = std::clamp(tol, kLeastTol, scene.tol);
  run.skin = std::clamp(skin, kLeastSkin, kMostSkin);
  run.step = step;
  return run;
}

void carry_out(const Scene& scene, const ConvergeSettings& settings, LadderRun& run) {
  Scene changed = scene;
  changed.tol = run.tol;
  changed.skin = run.skin;
  changed.stepping.step = run.step;
  // What touches at the user's skin is opened at every skin.
  changed.start_tolerance = std::max(scene.start_tolerance, 2.0 * run.skin);
  BuiltScene built = build(changed);
  if (run.label == "twin") move_start(built.model, built.initial);
  SimulationOptions options = simulation_options(changed);
  options.interrupted = settings.interrupted;
  trace::Trace opening = trace_prelude(built.model, built.initial, options);
  opening.header.scene_name = scene.name;
  RecordedRun recorded = record(built.model, built.initial, options, std::move(opening));
  run.stop = recorded.outcome.stop;
  run.reason = recorded.outcome.reason;
  run.trace = std::move(recorded.trace);
}

}  // namespace

void carry_out(const Scene& scene, const ConvergeSettings& settings, std::span<LadderRun> runs) {
  side_by_side(runs.size(), settings.threads,
               [&](std::size_t i) { carry_out(scene, settings, runs[i]); });
}

std::vector<LadderRun> skin_runs(const Scene& scene, const SkinLadder& ladder) {
  const double fine = scene.tol * kFinerTol;
  const double step = scene.stepping.step;
  std::vector<LadderRun> runs{planned(scene, "A", scene.tol, scene.skin, step),
                              planned(scene, "B", fine, scene.skin, step),
                              planned(scene, "C", fine, ladder.c * scene.skin, step),
                              planned(scene, "D", fine, ladder.d * scene.skin, step)};
  if (fine > kFinerThanLeast * kLeastTol)
    runs.push_back(planned(scene, "E", fine * kFinerTol, scene.skin, step));
  runs.push_back(planned(scene, "twin", scene.tol, scene.skin, step));
  return runs;
}

std::vector<LadderRun> step_runs(const Scene& scene) {
  const double h = scene.stepping.step;
  return {planned(scene, "h", scene.tol, scene.skin, h),
          planned(scene, "h/2", scene.tol, scene.skin, h / 2),
          planned(scene, "h/4", scene.tol, scene.skin, h / 4)};
}

}  // namespace rigor
