// SPDX-License-Identifier: Apache-2.0
#include <rigor/run/simulation_options.hpp>

namespace rigor {

SimulationOptions simulation_options(const Scene& scene) {
  SimulationOptions options;
  options.method = scene.method;
  options.stepping = scene.stepping;
  options.law = scene.law;
  options.tolerances.tol = scene.tol;
  options.tolerances.skin = scene.skin;
  options.tolerances.start_tolerance = scene.start_tolerance;
  options.stop.time = scene.stop.time;
  options.stop.at_rest = scene.stop.at_rest;
  if (scene.stop.events) options.stop.events = static_cast<std::uint64_t>(*scene.stop.events);
  if (scene.stop.segments) options.stop.segments = static_cast<std::uint64_t>(*scene.stop.segments);
  if (scene.stop.wall_time) options.stop.wall_seconds = *scene.stop.wall_time;
  options.jam = scene.jam;
  options.normal_split = scene.normal_split;
  options.indeterminate = scene.indeterminate;
  return options;
}

}  // namespace rigor
