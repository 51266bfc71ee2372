// SPDX-License-Identifier: Apache-2.0
// The smallest project that uses an installed Rigor: a cube falls on a plane, and its motion is
// proved.
#include <cstdio>

#include <rigor/rigor.hpp>

int main() {
  const rigor::Scene scene = rigor::read_scene(
      "rigor_scene: 1\n"
      "gravity: [0, 0, -9.81]\n"
      "law: no_slip\n"
      "stop: {time: 2}\n"
      "bodies:\n"
      "  - {name: cube, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 1]}}\n"
      "half_spaces:\n"
      "  - {name: ground, normal: [0, 0, 1], offset: 0}\n",
      "consumer.yaml");
  const auto [model, initial] = rigor::build(scene);
  const rigor::SimulationOptions options = rigor::simulation_options(scene);
  const rigor::RecordedRun run =
      rigor::record(model, initial, options, rigor::trace_prelude(model, initial, options));
  const auto verdict = rigor::verification::verify(run.trace);
  std::printf("%llu segments, smallest gap %.3e m\n",
              static_cast<unsigned long long>(run.outcome.segments), verdict.min_gap);
  return verdict.status == rigor::verification::Status::Proved ? 0 : 1;
}
