// SPDX-License-Identifier: Apache-2.0
// Bodies on driven ones: trays, pushers, fingers. The closed forms are beside each test.
#include <cmath>
#include <numbers>

#include "integration/driven_run.hpp"

namespace rigor {
namespace {

const Vector3 kBox(0.1, 0.1, 0.1);
const Vector3 kTray(0.5, 0.5, 0.05);

/// A box of 2 kg on the top of a tray whose centre follows `path`, δ above it.
DrivenScene box_on_tray(const Path& path, double time, Law law) {
  DrivenScene scene(time, law);
  const Vector3 at = evaluate(path, 0.0).X_WL.translation;
  scene.add_free(kBox, 2.0, at + Vector3(0, 0, 0.15 + kSkin));
  scene.add_driven("tray", kTray, path);
  return scene;
}

Vector6 linear(const Vector3& v) { return (Vector6() << v, Vector3::Zero()).finished(); }

// The tray accelerates upwards by 3 m/s²: the box goes with it, and the drive does m (g + a) times
// the way.
TEST(DrivenBodies, TrayCarriesABoxUpwards) {
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    const DrivenScene scene = box_on_tray(along(2, Polynomial{{0.0, 0.0, 1.5}}), 1.0, law);
    const DrivenRun run = proved_run(scene);
    EXPECT_NEAR(run.position().z(), 1.65 + kSkin, 1e-12);
    EXPECT_NEAR(run.velocity().z(), 3.0, 1e-12);
    const trace::Footer& footer = run.outcome().footer;
    EXPECT_NEAR(footer.energy_final - footer.energy_initial, 2.0 * (kG + 3.0) * 1.5, 1e-9);
    EXPECT_LE(run.outcome().segments, 12u);
  }
}

// The tray swings as A sin ωt: the box leaves it where -A ω² sin ωt = -g, with the tray's velocity.
TEST(DrivenBodies, BoxLiftsWhereTheTrayFallsFasterThanGravity) {
  const double A = 0.2;
  const double w = 9.0;  // A ω² = 16.2 > g
  const double t = std::asin(kG / (A * w * w)) / w;
  for (const Law law : {Law::Frictionless, Law::NoSlip}) {
    DrivenScene scene = box_on_tray(along(2, Sine{0.0, A, w, 0.0}), t + 0.05, law);
    scene.speeds[0] = linear(Vector3(0, 0, A * w));
    const DrivenRun run = proved_run(scene);
    EXPECT_NEAR(run.time_of(trace::EventKind::Lift), t, 2e-8) << name(law);
    const double v = A * w * std::cos(w * t);
    const double z = A * std::sin(w * t) + 0.15 + kSkin;
    EXPECT_NEAR(run.velocity().z(), v - kG * 0.05, 1e-6);
    EXPECT_NEAR(run.position().z(), z + v * 0.05 - 0.5 * kG * 0.05 * 0.05, 1e-7);
  }
}

// A knot at which the tray's acceleration jumps from +6 to below -g: the box leaves exactly there.
TEST(DrivenBodies, BoxLeavesAtAKnot) {
  Path path;
  // Hermite through (0, 0), (1, 1), (1.4, 0.2) with central slopes.
  path.position[2] = Table{{0.0, 1.0, 1.4}, {0.0, 1.0, 0.2}, Interpolation::Cubic};
  const DrivenRun run = proved_run(box_on_tray(path, 1.2, Law::NoSlip));
  const double before = evaluate_before(path.position[2], 1.0).acceleration;
  const double after = evaluate(path.position[2], 1.0).acceleration;
  ASSERT_GT(before, -kG);
  ASSERT_LT(after, -kG);
  EXPECT_EQ(run.time_of(trace::EventKind::Lift), 1.0);
  const Jet jet = evaluate(path.position[2], 1.0);
  EXPECT_NEAR(run.position().z(), jet.value + 0.15 + jet.rate * 0.2 - 0.5 * kG * 0.04, 1e-6);
}

// The box falls on a tray that comes up with speed w: v⁺ = w + e (w - v⁻).
TEST(DrivenBodies, ImpactOnAMovingTray) {
  const double w = 0.8;
  const double e = 0.6;
  const double h = 0.5;
  // They meet when h - g t²/2 = w t.
  const double t = (-w + std::sqrt(w * w + 2.0 * kG * h)) / kG;
  DrivenScene scene(t + 0.1, Law::NoSlip);
  scene.description.materials[0].surface.restitution = e;
  scene.add_free(kBox, 2.0, Vector3(0, 0, 0.15 + kSkin + h));
  scene.add_driven("tray", kTray, along(2, Polynomial{{0.0, w}}));
  const DrivenRun run = proved_run(scene);
  EXPECT_NEAR(run.time_of(trace::EventKind::Impact), t, 1e-12);
  const double after = w + e * (w + kG * t);
  EXPECT_NEAR(run.velocity().z(), after - kG * 0.1, 1e-11);
  EXPECT_NEAR(run.position().z(), 0.15 + kSkin + w * t + after * 0.1 - 0.5 * kG * 0.01, 1e-11);
}

// A pusher takes a box along a frictionless floor: at its speed, and as its sine accelerates. Where
// the pusher slows down the box goes on by itself.
TEST(DrivenBodies, PusherOnAFrictionlessFloor) {
  DrivenScene scene(1.0, Law::Frictionless);
  scene.add_free(kBox, 2.0, Vector3(0.3, 0, 0.1 + kSkin));
  scene.add_driven("pusher", kBox, along(0, Polynomial{{0.0, 0.5}}));
  scene.description.links.back().path->position[2] = constant(0.12);
  scene.add_ground();
  const DrivenRun steady = proved_run(scene);
  EXPECT_NEAR(steady.time_of(trace::EventKind::Impact), 0.2, 1e-7);
  EXPECT_NEAR(steady.position().x(), 0.7 + kSkin, 1e-12);
  EXPECT_NEAR(steady.velocity().x(), 0.5, 1e-13);

  const double w = 3.0;
  scene.description.links.back().path->position[0] =
      Sine{0.4 - kSkin, 0.3, w, -std::numbers::pi / 2};
  const DrivenRun swung = proved_run(scene);
  const double lift = std::numbers::pi / 2 / w;  // the sine is fastest there
  EXPECT_NEAR(swung.time_of(trace::EventKind::Lift), lift, 1e-6);
  EXPECT_NEAR(swung.velocity().x(), 0.3 * w, 1e-9);
  EXPECT_NEAR(swung.position().x(), 0.6 + 0.3 * w * (1.0 - lift), 1e-6);
}

// A tray that goes round a circle and turns takes a box along under no-slip; without friction the
// box stays where it is.
TEST(DrivenBodies, BoxIsCarriedRoundACircle) {
  const double w = 2.0;
  Path path;
  path.position = {Signal(Sine{0.0, 0.3, w, std::numbers::pi / 2}), Signal(Sine{0.0, 0.3, w, 0.0}),
                   Signal(constant(0.5))};
  path.angle = Polynomial{{0.0, 1.5}};
  DrivenScene scene = box_on_tray(path, 2.0, Law::NoSlip);
  const Vector3 arm(0.05, 0.02, 0.15 + kSkin);
  scene.poses[0].translation = Vector3(0.3, 0, 0.5) + arm;
  scene.speeds[0] << Vector3(0, 0.3 * w, 0) + Vector3(0, 0, 1.5).cross(arm), Vector3(0, 0, 1.5);
  const DrivenRun held = proved_run(scene);
  const PathJet jet = evaluate(path, 2.0);
  EXPECT_NEAR((held.position() - jet.X_WL * arm).norm(), 0.0, 1e-10);
  EXPECT_NEAR((held.spin() - Vector3(0, 0, 1.5)).norm(), 0.0, 1e-10);

  DrivenScene wide(2.0, Law::Frictionless);
  wide.add_free(kBox, 2.0, scene.poses[0].translation);
  wide.add_driven("tray", Vector3(2, 2, 0.05), path);
  const DrivenRun slides = proved_run(wide);
  EXPECT_NEAR((slides.position() - scene.poses[0].translation).norm(), 0.0, 1e-10);
  EXPECT_EQ(slides.outcome().stop, StopKind::Time);  // a body on a moving tray does not rest
}

/// Fingers that close until they are at δ from a block of half width 0.1 (rigid ones can not
/// squeeze further), stop, and rise from 1 s on.
Path finger(double side) {
  Path path;
  path.position[0] = Table{{0.0, 0.5}, {side * 0.3, side * (0.15 + kSkin)}, Interpolation::Cubic};
  path.position[2] = Table{{1.0, 2.0}, {0.12, 0.42}, Interpolation::Cubic};
  return path;
}

TEST(DrivenBodies, FingersGripAndLift) {
  DrivenScene scene(2.5, Law::NoSlip);
  scene.add_free(kBox, 2.0, Vector3(0, 0, 0.1 + kSkin));
  scene.add_driven("left", Vector3(0.05, 0.05, 0.05), finger(-1));
  scene.add_driven("right", Vector3(0.05, 0.05, 0.05), finger(1));
  scene.add_ground();
  scene.options.stop.at_rest = true;
  const DrivenRun run = proved_run(scene);
  EXPECT_NEAR((run.position() - Vector3(0, 0, 0.4 + kSkin)).norm(), 0.0, 1e-9);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  // The work of the fingers is what the block gained in height.
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_NEAR(footer.energy_final - footer.energy_initial, 2.0 * kG * 0.3, 1e-8);
}

// Fingers that go on closing contradict each other.
TEST(DrivenBodies, FingersThatCrushAreRefused) {
  DrivenScene scene(1.0, Law::NoSlip);
  scene.add_free(kBox, 2.0, Vector3(0, 0, 0.1 + kSkin));
  for (const double side : {-1.0, 1.0}) {
    Path path = along(0, Polynomial{{0.25 * side, -0.5 * side}});
    path.position[2] = constant(0.12);
    scene.add_driven(side < 0 ? "left" : "right", Vector3(0.05, 0.05, 0.05), path);
  }
  scene.add_ground();
  const DrivenRun run = run_of(scene);
  EXPECT_EQ(run.outcome().stop, StopKind::Inconsistent);
  EXPECT_NE(run.outcome().reason.find("cannot give way"), std::string::npos);
  EXPECT_NEAR(trace::seconds(run.outcome().footer.end), 0.2, 1e-7);
  EXPECT_EQ(verification::verify(run.run.trace).status, verification::Status::Proved);
}

// No-slip bonds hold the box to the floor; the pusher goes on, so they break, which is on record.
TEST(DrivenBodies, PusherBreaksTheBondWithTheFloor) {
  DrivenScene scene(1.0, Law::NoSlip);
  scene.add_free(kBox, 2.0, Vector3(0.3, 0, 0.1 + kSkin));
  scene.add_driven("pusher", kBox, along(0, Polynomial{{0.0, 0.5}}));
  scene.description.links.back().path->position[2] = constant(0.12);
  scene.add_ground();
  const DrivenRun run = proved_run(scene);
  EXPECT_NEAR(run.position().x(), 0.7 + kSkin, 1e-12);
  EXPECT_NEAR(run.time_of(trace::EventKind::Jam), 0.2, 1e-7);
  scene.options.jam = OnJam::Refuse;
  EXPECT_EQ(run_of(scene).outcome().stop, StopKind::Jam);
}

// Refused, with everything before kept and proved.
TEST(DrivenBodies, DrivenBodiesThatMeetWhatCanNotMoveAreRefused) {
  for (const int what : {0, 1, 2}) {
    DrivenScene scene(2.0, Law::Frictionless);
    scene.add_free(kBox, 2.0, Vector3(3, 0, 0.1 + kSkin));
    scene.add_driven("pusher", kBox, along(what == 0 ? 2 : 0, Polynomial{{1.0, -0.5}}));
    if (what == 0) scene.add_ground();
    if (what == 1) scene.add_fixed(kBox, Vector3(0.3, 0, 0));
    if (what == 2) scene.add_driven("other", kBox, along(0, constant(0.3)));
    const DrivenRun run = run_of(scene);
    EXPECT_EQ(run.outcome().stop, StopKind::Driven);
    const double t = what == 0 ? 1.8 : 1.0;
    EXPECT_NEAR(trace::seconds(run.outcome().footer.end), t, 1e-7);
    EXPECT_NE(run.outcome().reason.find("'pusher'"), std::string::npos) << run.outcome().reason;
    EXPECT_EQ(verification::verify(run.run.trace).status, verification::Status::Proved);
  }
}

// A tray that has come to its end is like a fixed body: what stands on it rests, and the run ends.
TEST(DrivenBodies, RestBeginsWhenTheDriveEnds) {
  DrivenScene scene =
      box_on_tray(along(2, Table{{0.0, 0.7}, {0.0, 0.3}, Interpolation::Cubic}), 5.0, Law::NoSlip);
  scene.options.stop.at_rest = true;
  const DrivenRun run = proved_run(scene);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_NEAR(trace::seconds(run.outcome().footer.end), 0.8, 1e-12);
  EXPECT_NEAR(run.position().z(), 0.45 + kSkin, 1e-12);
}

}  // namespace
}  // namespace rigor
