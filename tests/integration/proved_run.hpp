// SPDX-License-Identifier: Apache-2.0
// Whole motions of several bodies: run, proved, and no energy out of nowhere.
#pragma once

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "integration/run_scene.hpp"

namespace rigor {

/// What energy may rise by: the work of projections, Σ m g β δ per event, plus the tolerance of the
/// integration and rounding.
inline double allowed_gain(const SceneRun& run) {
  double weight = 0.0;
  for (const trace::Body& body : run.trace().bodies) weight += body.mass * run.scene.gravity.norm();
  const double per_event = weight * Tolerances::kBand * run.scene.skin;
  const auto events = static_cast<double>(run.outcome().events);
  const auto segments = static_cast<double>(run.outcome().segments);
  const double energy = std::abs(run.outcome().footer.energy_initial) + 1.0;
  return events * per_event + (segments + 1.0) * energy * (run.scene.tol + 1e-15);
}

/// Runs the scene to its end; the record must be proved and the energy must not grow.
inline SceneRun proved_run(
    const std::string& name, const std::function<void(Scene&)>& change = [](Scene&) {}) {
  SceneRun run = run_scene(name, change);
  EXPECT_TRUE(is_done(run.outcome().stop)) << name << ": " << run.outcome().reason;
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << name << "\n"
      << verification::text_of(verdict, run.trace());
  EXPECT_LE(run.outcome().footer.energy_max_gain, allowed_gain(run)) << name;
  return run;
}

/// Coordinates and velocities of the i-th free body at the end.
inline Vector3 position_of(const SceneRun& run, int i) {
  return run.outcome().final_state.q.segment<3>(7 * i);
}
inline Vector3 velocity_of(const SceneRun& run, int i) {
  return run.outcome().final_state.v.segment<3>(6 * i);
}
inline Vector3 spin_of(const SceneRun& run, int i) {
  return run.outcome().final_state.v.segment<3>(6 * i + 3);
}

/// When the n-th impact (from 1) happened.
inline double impact_time(const SceneRun& run, std::size_t n) {
  const auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
  return impacts.size() >= n ? trace::seconds(impacts[n - 1].lo) : NAN;
}

/// A quantity of the scene at δ = 0, from δ = 1e-8, 1e-9 and 1e-10; the first run is proved.
inline double at_no_skin(
    const std::string& name, const std::function<double(const SceneRun&)>& quantity,
    const std::function<void(Scene&)>& change = [](Scene&) {}) {
  std::array<double, 3> value{};
  double skin = 1e-8;
  for (int i = 0; i < 3; ++i) {
    const auto with_skin = [&](Scene& scene) {
      change(scene);
      scene.skin = skin;
      scene.start_tolerance = 2e-8;
    };
    value[i] = quantity(i == 0 ? proved_run(name, with_skin) : run_scene(name, with_skin));
    skin /= 10;
  }
  return extrapolated(value[0], value[1], value[2]);
}

}  // namespace rigor
