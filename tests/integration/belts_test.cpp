// SPDX-License-Identifier: Apache-2.0
// Conveyor belts, against closed forms.
#include <fmt/format.h>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

/// A box of 2 kg lies on a belt of 1 m/s along (0.6, 0.8): a half-space, or a long fixed box.
std::string on_belt(const std::string& law, bool plane, double seconds, double spin = 0.0) {
  const std::string belt = "belt: [0.6, 0.8, 0]";
  const std::string ground =
      plane ? "half_spaces: [{name: belt, normal: [0, 0, 1], offset: 0, " + belt + "}]\nbodies:\n"
            : "bodies:\n  - {name: belt, fixed: true, shape: {box: [20, 20, 1]}, pose: {position: "
              "[0, 0, -0.5]}, " +
                  belt + "}\n";
  return fmt::format(
      "rigor_scene: 1\nname: test\nlaw: {}\nstop: {{time: {:.17g}}}\ngravity: [0, 0, -9.81]\n"
      "surfaces: {{default: {{mu: 0.25}}}}\n{}  - {{name: box, mass: 2, shape: {{box: [0.2, 0.2, "
      "0.1]}}, pose: {{position: [0, 0, 0.05]}}, velocity: {{angular: [0, 0, {}]}}}}\n",
      law, seconds, ground, spin);
}

/// Proved, and explained by forces that obey the law over a belt whose speed is on file; over one
/// that stands still they do not.
void expect_dragged(const SceneRun& run) {
  expect_proved(run);
  const verification::Verdict verdict = verification::verify(run.trace());
  EXPECT_EQ(verdict.motion.claim, trace::MotionClaim::Full);
  EXPECT_TRUE(verdict.motion.ok && verdict.motion.law_kept)
      << verification::text_of(verdict, run.trace());
  trace::Trace forged = run.trace();
  for (trace::HalfSpace& half : forged.half_spaces) half.belt = {};
  for (trace::Body& body : forged.bodies) body.belt = {};
  EXPECT_EQ(verification::verify(forged).status, verification::Status::Refused);
}

TEST(Belts, ABoxSlidesUntilItIsAsFastAsTheBelt) {
  const double sliding = 1.0 / (0.25 * kG);
  for (const bool plane : {true, false}) {
    const SceneRun run = run_text(on_belt("coulomb", plane, 1.0));
    ASSERT_EQ(run.outcome().stop, StopKind::Time) << run.outcome().reason;
    expect_dragged(run);
    const double way = 0.5 * sliding + (1.0 - sliding);
    const State& end = run.outcome().final_state;
    EXPECT_NEAR(end.q[0], 0.6 * way, 1e-9);
    EXPECT_NEAR(end.q[1], 0.8 * way, 1e-9);
    EXPECT_NEAR(end.v.head<2>().norm(), 1.0, 1e-12);
    const auto sticks = events_of_kind(run.trace(), trace::EventKind::Stick);
    ASSERT_EQ(sticks.size(), 1u);
    EXPECT_NEAR(trace::seconds(sticks[0].hi), sliding, 1e-9);
    // The belt's friction times its way: twice the energy that the box gets.
    EXPECT_NEAR(run.outcome().footer.energy_work, 2.0, 1e-8);
    EXPECT_NEAR(run.outcome().footer.energy_final - run.outcome().footer.energy_initial, 1.0, 1e-6);
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-9);
  }
}

/// Friction on file drags the box along while it is slower than the belt: μ m g along the belt.
TEST(Belts, ForcesOnFileDragTheBoxAlong) {
  for (const bool plane : {true, false}) {
    const SceneRun run = run_text(on_belt("coulomb", plane, 0.2));
    ASSERT_EQ(run.outcome().stop, StopKind::Time) << run.outcome().reason;
    int sliding = 0;
    for (const trace::ContactForce& record : run.trace().forces) {
      Vector3 middle = Vector3::Zero();
      for (const trace::ForcePoint& point : record.points) {
        ASSERT_EQ(point.state, trace::ContactState::Slip);
        Vector3 force;
        for (int i = 0; i < 3; ++i) force[i] = point.force[i][0];  // others are rounding
        EXPECT_NEAR(Vector3(0.8, -0.6, 0.0).dot(force), 0.0, 1e-9);
        EXPECT_NEAR(Vector3(0.6, 0.8, 0.0).dot(force), 0.25 * force.z(), 1e-9);
        middle += force;
      }
      EXPECT_NEAR(middle.z(), 2.0 * kG, 1e-9);
      ++sliding;
    }
    EXPECT_GE(sliding, 1);
  }
}

TEST(Belts, NoSlipTakesABoxAlongAtOnce) {
  const SceneRun run = run_text(on_belt("no_slip", true, 1.0));
  ASSERT_EQ(run.outcome().stop, StopKind::Time) << run.outcome().reason;
  expect_dragged(run);
  EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-9);
  EXPECT_NEAR(run.outcome().final_state.v.head<2>().norm(), 1.0, 1e-9);
}

TEST(Belts, WithoutFrictionABeltDoesNothing) {
  const SceneRun run = run_text(on_belt("frictionless", true, 1.0));
  EXPECT_EQ(run.outcome().final_state.v.norm(), 0.0);
}

/// While the box tips over the end, the plane of contact turns under the belt.
TEST(Belts, ABoxRidesToTheEndAndFallsOff) {
  const SceneRun run = proved_run("conveyor.yaml");
  expect_dragged(run);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest) << run.outcome().reason;
  EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-11);
  EXPECT_GT(run.outcome().final_state.q[0], 1.0);
}

/// Seen from a frame that moves with the belt, the ground stands still: the same box thrown on it.
TEST(Belts, ABeltIsGroundSeenFromAMovingFrame) {
  const SceneRun belt = run_text(on_belt("coulomb", true, 0.5, 3.0));
  std::string still = on_belt("coulomb", true, 0.5, 3.0);
  still.replace(still.find(", belt: [0.6, 0.8, 0]"), 21, "");
  still.replace(still.find("angular: [0, 0, 3]"), 18,
                "linear: [-0.6, -0.8, 0], angular: [0, 0, 3]");
  const SceneRun ground = run_text(still);
  ASSERT_TRUE(is_done(belt.outcome().stop)) << belt.outcome().reason;
  ASSERT_TRUE(is_done(ground.outcome().stop)) << ground.outcome().reason;
  const State& a = belt.outcome().final_state;
  const State& b = ground.outcome().final_state;
  EXPECT_NEAR(a.q[0], b.q[0] + 0.3, 1e-9);
  EXPECT_NEAR(a.q[1], b.q[1] + 0.4, 1e-9);
  EXPECT_NEAR((a.q.tail<4>() - b.q.tail<4>()).norm(), 0.0, 1e-9);
}

}  // namespace
}  // namespace rigor
