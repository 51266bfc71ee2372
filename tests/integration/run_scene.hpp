// SPDX-License-Identifier: Apache-2.0
// Runs a scene file and keeps the whole record, for tests of whole motions.
#pragma once

#include <functional>
#include <string>

#include <rigor/run/record.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

#include "integration/scales.hpp"

namespace rigor {

struct SceneRun {
  Scene scene;
  RecordedRun run;

  const trace::Trace& trace() const { return run.trace; }
  const Outcome& outcome() const { return run.outcome; }
};

/// Runs scenes/<name> after `change` was applied to it.
inline SceneRun run_scene(
    const std::string& name, const std::function<void(Scene&)>& change = [](Scene&) {}) {
  SceneRun out;
  std::string file = RIGOR_SCENES;
  file += '/';
  file += name;
  out.scene = load_scene(file);
  change(out.scene);
  const BuiltScene built = build(out.scene);
  const SimulationOptions options = simulation_options(out.scene);
  trace::Trace opening = trace_prelude(built.model, built.initial, options);
  opening.header.scene_name = out.scene.name;
  out.run = record(built.model, built.initial, options, std::move(opening));
  return out;
}

inline std::vector<trace::Event> events_of_kind(const trace::Trace& trace, trace::EventKind kind) {
  std::vector<trace::Event> found;
  for (const trace::Event& event : trace.events)
    if (event.kind == kind) found.push_back(event);
  return found;
}

/// The value at δ = 0 of a quantity that is a polynomial in δ, from δ, δ/10 and δ/100: twice
/// Richardson, for the linear and the quadratic term.
inline double extrapolated(double at_skin, double at_tenth, double at_hundredth) {
  const double first = (10.0 * at_tenth - at_skin) / 9.0;
  const double second = (10.0 * at_hundredth - at_tenth) / 9.0;
  return (100.0 * second - first) / 99.0;
}

}  // namespace rigor
