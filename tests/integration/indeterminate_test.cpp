// SPDX-License-Identifier: Apache-2.0
// What Coulomb's law leaves open between events is told.
#include <cmath>

#include "integration/proved_run.hpp"

namespace rigor {
namespace {

/// The rod of b23 (1 kg, 1 kg m²) at rest on one end at 45°, held by given forces such that the
/// ground gives 2 N upwards and 10 N/s · t along itself. With A = 1.5/kg, B = -0.5/kg of the end,
/// it would leave with the normal acceleration -(A 2 N + B 10 N/s · t) if it were let go: it may
/// from t = 0.6 s on, where friction is Painlevé's A/|B| = 3 times the load. μ = 4 holds it.
void hold_rod(Scene& scene) {
  scene.bodies.front().pieces.front().shape =
      HullSpec{{{-1, 0, 0}, {1, 0, 0}, {0, -0.2, 0}, {0, 0.2, 0}, {0, 0, 0.05}}};
  scene.bodies.front().V_WB = {};
  scene.default_pair.mu = 4.0;
  scene.stop.time = 0.7;
  const double arm = std::sqrt(0.5);
  const auto knot = [&](double time) {
    return ForceKnot{time, Vector3(-10.0 * time, 0.0, 9.81 - 2.0),
                     Vector3(0.0, arm * (10.0 * time - 2.0), 0.0)};
  };
  ForceSpec force;
  force.body = scene.bodies.front().name;
  force.knots = {knot(0.0), knot(0.7)};
  scene.forces.push_back(force);
}

TEST(Indeterminate, IsToldWhereAStuckRodMayAsWellLeave) {
  const SceneRun run = proved_run("benchmarks/b23-consistent.yaml", hold_rod);
  const auto told = events_of_kind(run.trace(), trace::EventKind::Indeterminate);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_NEAR(trace::seconds(told.front().at), 0.6, told.front().location_error);
  EXPECT_LE(told.front().location_error, 1e-8);
  EXPECT_LE(velocity_of(run, 0).norm(), 1e-7);  // it stays, but for the skin that it is turned by
}

TEST(Indeterminate, EndsTheRunIfTheSceneSaysSo) {
  const SceneRun run = run_scene("benchmarks/b23-consistent.yaml", [](Scene& scene) {
    hold_rod(scene);
    scene.indeterminate = OnIndeterminate::Refuse;
  });
  EXPECT_EQ(run.outcome().stop, StopKind::Indeterminate);
  EXPECT_NEAR(run.outcome().final_state.time, 0.6, 1e-8);
}

/// The die turns about the y axis through its centre, without gravity, and its lowest vertex passes
/// `gap` metres above the ground. Only the first of the two that do is waited for.
SceneRun swings_past(double gap) {
  return proved_run("die.yaml", [&](Scene& scene) {
    scene.gravity = Vector3::Zero();
    scene.stop.time = 0.16;
    BodySpec& die = scene.bodies.front();
    die.X_WB.rotation = exp_rotation(Vector3(0.3, 0, 0));
    const double low = 0.5 * (std::cos(0.3) + std::sin(0.3));
    die.X_WB.translation = Vector3(0, 0, std::hypot(0.5, low) + gap);
    die.V_WB.linear = Vector3::Zero();
    die.V_WB.angular = Vector3(0, 5, 0);
  });
}

TEST(Indeterminate, GrazesThinnerThanTheSkinAreTold) {
  for (const double gap : {4e-9, -2e-8}) {  // of a skin of 1e-8
    const SceneRun run = swings_past(gap);
    const auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
    ASSERT_EQ(impacts.size(), 1U);
    const bool told = impacts.front().note.find("graze thinner than the skin") != std::string::npos;
    EXPECT_EQ(told, gap > 0.0) << impacts.front().note;
    const bool depth = impacts.front().note.find("6.0e-09 m") != std::string::npos;
    EXPECT_EQ(depth, gap > 0.0) << impacts.front().note;
  }
}

}  // namespace
}  // namespace rigor
