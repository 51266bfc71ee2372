// SPDX-License-Identifier: Apache-2.0
// The bundled scenes with driven bodies.
#include <cmath>

#include "integration/proved_run.hpp"

namespace rigor {
namespace {

// The tray falls from 2 s on with 30 m/s² at first: the box leaves it at the knot, falls 0.8 m and
// lands on the tray, which has arrived before it.
TEST(DrivenScenes, MovingTray) {
  const SceneRun run = proved_run("moving-tray.yaml");
  const auto lifts = events_of_kind(run.trace(), trace::EventKind::Lift);
  ASSERT_EQ(lifts.size(), 1u);
  EXPECT_EQ(trace::seconds(lifts[0].lo), 2.0);
  const auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
  ASSERT_GE(impacts.size(), 1u);
  EXPECT_NEAR(trace::seconds(impacts.back().lo), 2.0 + std::sqrt(2.0 * 0.8 / kG), 1e-9);
  const Vector3 end(0.5 + 0.1 * std::cos(1.5), 0.2 + 0.1 * std::sin(1.5), 0.15 + kSkin);
  EXPECT_NEAR((position_of(run, 0) - end).norm(), 0.0, 1e-9);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
}

TEST(DrivenScenes, GripperLiftsAndCarries) {
  const SceneRun run = proved_run("gripper.yaml");
  EXPECT_NEAR((position_of(run, 0) - Vector3(0, 0.6, 0.5 + kSkin)).norm(), 0.0, 1e-9);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_NEAR(footer.energy_final - footer.energy_initial, 2.0 * kG * 0.4, 1e-8);
}

// What the pusher gives is what the box has: it stays ahead of the pusher, on the floor, and is no
// slower along the push than the first blow made it.
TEST(DrivenScenes, Pusher) {
  const SceneRun run = proved_run("pusher.yaml");
  EXPECT_GE(position_of(run, 0).x(), 1.2 + 0.05 + 0.15);
  EXPECT_NEAR(position_of(run, 0).z(), 0.1 + kSkin, 1e-10);
  EXPECT_GT(velocity_of(run, 0).x(), 0.2);
}

}  // namespace
}  // namespace rigor
