// SPDX-License-Identifier: Apache-2.0
// Runs of scenes with mechanisms, written in the tests themselves.
#pragma once

#include "integration/proved_run.hpp"

namespace rigor {

/// A scene under gravity with these lines; `top` may hold further keys.
inline std::string mechanism_text(const std::string& links, const std::string& top,
                                  double seconds) {
  return "rigor_scene: 1\nname: test\nlaw: no_slip\nstop: {time: " + std::to_string(seconds) +
         "}\n" + top + "\nmechanisms:\n  - name: m\n    links:\n" + links;
}

inline const std::string kEarth = "gravity: [0, 0, -9.81]";

/// A link that reads `joint` and is a box of 1 kg with these full sizes.
inline std::string box_link_text(const std::string& name, const std::string& parent,
                                 const std::string& joint, const std::string& size) {
  return "      - {name: " + name + (parent.empty() ? "" : ", parent: " + parent) +
         ", joint: " + joint + ", shape: {box: " + size + "}, mass: 1}\n";
}

inline SceneRun run_of(Scene scene) {
  SceneRun out;
  out.scene = std::move(scene);
  const BuiltScene built = build(out.scene);
  const SimulationOptions options = simulation_options(out.scene);
  out.run = record(built.model, built.initial, options,
                   trace_prelude(built.model, built.initial, options));
  return out;
}

inline SceneRun run_text(const std::string& text) { return run_of(read_scene(text, "test.yaml")); }

inline void expect_proved(const SceneRun& run) {
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace());
}

/// Runs to the end; the record is proved, and energy is kept to `tolerance` joules.
inline SceneRun conserving_run(const std::string& text, double tolerance) {
  SceneRun run = run_text(text);
  EXPECT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_NEAR(footer.energy_final, footer.energy_initial, tolerance);
  EXPECT_LE(footer.energy_max_gain, tolerance);
  return run;
}

}  // namespace rigor
