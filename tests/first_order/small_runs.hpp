// SPDX-License-Identifier: Apache-2.0
// Scenes written in tests, runs in progress made from them, and whole runs with their verdict.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <rigor/assembly/prelude.hpp>
#include <rigor/first_order/first_order.hpp>
#include <rigor/first_order/step.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor::first_order {

inline constexpr const char* kGround =
    "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n";

/// The head of a scene: gravity 10 m/s² along -z, Coulomb.
inline std::string head(double until, double friction = 0.5, double restitution = 0.0) {
  return "rigor_scene: 1\nname: test\ngravity: [0, 0, -10]\nmethod: first_order\n"
         "start_tolerance: 1e-4\nstop: {time: " +
         std::to_string(until) + "}\nsurfaces: {default: {mu: " + std::to_string(friction) +
         ", restitution: " + std::to_string(restitution) + "}}\n";
}

/// A box of 0.1 m and 1 kg, unless `more` says otherwise.
inline std::string cube(const std::string& name, double x, double y, double z,
                        const std::string& more = "") {
  return "  - {name: " + name + ", shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [" +
         std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + "]}" + more +
         "}\n";
}

/// A run held in memory.
struct Recorded {
  trace::Trace trace;
  Outcome outcome;
};

/// A scene with its model, which runs refer to.
struct SmallScene {
  explicit SmallScene(const std::string& text)
      : scene(read_scene(text, "test.yaml")), built(build(scene)) {
    options.method = Method::FirstOrder;
    options.stepping = scene.stepping;
    options.law = scene.law;
    options.tolerances.skin = scene.skin;
    options.tolerances.start_tolerance = scene.start_tolerance;
    options.stop.time = scene.stop.time;
    options.stop.at_rest = scene.stop.at_rest;
  }

  std::unique_ptr<Run> start() const {
    return std::make_unique<Run>(built.model, built.initial, options);
  }

  Recorded record(int threads = 1) const {
    Recorded out{trace_prelude(built.model, built.initial, options), {}};
    const auto append = [](auto& to, const auto& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    const auto observe = [&](const StepReport& step) {
      append(out.trace.segments, step.segments);
      append(out.trace.certificates, step.certificates);
      append(out.trace.events, step.events);
    };
    out.outcome = run_first_order(built.model, built.initial, options, observe, {},
                                  GapsAtStart::Opened, threads);
    out.trace.footer = out.outcome.footer;
    out.trace.complete = true;
    trace::sort_records(out.trace);
    return out;
  }

  Scene scene;
  BuiltScene built;
  SimulationOptions options;
};

/// Runs to the end and has the checker prove it.
inline Recorded proved(const SmallScene& scene) {
  Recorded run = scene.record();
  EXPECT_TRUE(is_done(run.outcome.stop)) << run.outcome.reason;
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace);
  return run;
}

/// Where the i-th free body is at the end.
inline Vector3 position_of(const Recorded& run, int i) {
  return run.outcome.final_state.q.segment<3>(7 * i);
}

}  // namespace rigor::first_order
