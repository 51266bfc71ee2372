// SPDX-License-Identifier: Apache-2.0
// Runs a scene file with one of the methods of this room and keeps the whole record.
#pragma once

#include <functional>
#include <string>

#include <rigor/assembly/prelude.hpp>
#include <rigor/classic/classic_run.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor::testing {

struct ClassicScene {
  Scene scene;
  trace::Trace trace;
  Outcome outcome;

  const ClassicReport& stepping() const { return *outcome.classic; }
};

inline SimulationOptions options_of(const Scene& scene) {
  SimulationOptions options;
  options.method = scene.method;
  options.stepping = scene.stepping;
  options.law = scene.law;
  options.tolerances.skin = scene.skin;
  options.tolerances.start_tolerance = scene.start_tolerance;
  options.stop.time = scene.stop.time;
  options.stop.at_rest = scene.stop.at_rest;
  if (scene.stop.segments) options.stop.segments = static_cast<std::uint64_t>(*scene.stop.segments);
  return options;
}

/// Keeps segments, certificates and events if `keep`; the outcome in any case.
inline ClassicScene run_classic(const Scene& scene, bool keep = true) {
  ClassicScene out;
  out.scene = scene;
  const BuiltScene built = build(scene);
  const SimulationOptions options = options_of(scene);
  out.trace = trace_prelude(built.model, built.initial, options);
  out.trace.header.scene_name = scene.name;
  out.outcome = simulate_classic(built.model, built.initial, options, [&](const StepReport& step) {
    if (!keep) return;
    trace::Trace& to = out.trace;
    to.segments.insert(to.segments.end(), step.segments.begin(), step.segments.end());
    to.certificates.insert(to.certificates.end(), step.certificates.begin(),
                           step.certificates.end());
    to.events.insert(to.events.end(), step.events.begin(), step.events.end());
  });
  out.trace.footer = out.outcome.footer;
  out.trace.header.certified = out.outcome.certified;
  out.trace.complete = true;
  trace::sort_records(out.trace);
  return out;
}

inline Scene scene_file(const std::string& name) {
  return load_scene(std::string(RIGOR_SCENES) + "/" + name);
}

inline Scene with_paper(Scene scene, Bounds bounds) {
  scene.method = Method::Paper;
  scene.stepping.bounds = bounds;
  return scene;
}

}  // namespace rigor::testing
