// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/run/record.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {

/// The trace of the thrown die.
inline const trace::Trace& die_trace() {
  static const trace::Trace kTrace = [] {
    const Scene scene = load_scene(std::string(RIGOR_SCENES) + "/die.yaml");
    const BuiltScene built = build(scene);
    const SimulationOptions options = simulation_options(scene);
    trace::Trace opening = trace_prelude(built.model, built.initial, options);
    opening.header.scene_name = scene.name;
    return record(built.model, built.initial, options, std::move(opening)).trace;
  }();
  return kTrace;
}

}  // namespace rigor
