// SPDX-License-Identifier: Apache-2.0
// Whole motions under given forces, against closed forms and the laws of momentum.
#include <cmath>

#include "integration/driven_run.hpp"

namespace rigor {
namespace {

using trace::EventKind;

constexpr double kGivenForces = 1e-11;  // tol = 1e-12 below, a few segments
const Vector3 kHalf(0.1, 0.2, 0.3);     // of a box of 2 kg
const Vector3 kMoments = 2.0 / 3.0 * Vector3(0.13, 0.10, 0.05);

DrivenScene flight(double time) {
  DrivenScene scene(time, Law::Frictionless);
  scene.options.tolerances.tol = 1e-12;
  return scene;
}

/// A cube of 2 kg and side 0.2 m on the ground.
DrivenScene cube_on_ground(double time, double mu) {
  DrivenScene scene(time, mu > 0.0 ? Law::Coulomb : Law::Frictionless);
  scene.options.tolerances.tol = 1e-12;
  scene.description.materials.front().surface.friction = mu;
  scene.add_ground();
  scene.add_free(Vector3(0.1, 0.1, 0.1), 2.0, Vector3(0, 0, 0.1));
  return scene;
}

AppliedWrench at_centre() {
  AppliedWrench wrench;
  wrench.point_L.reset();
  return wrench;
}

void push(DrivenScene& scene, const AppliedWrench& wrench) {
  scene.description.forces.push_back({"box0", wrench});
}

Table window(double from, double until, double value) {
  return {{0.0, from, until}, {0.0, value, 0.0}, Interpolation::Step};
}

double free_flight_defect(const DrivenRun& run) {
  const verification::Measurements m = verification::verify(run.run.trace).measured;
  return std::max(m.force_defect, m.torque_defect);
}

TEST(GivenForces, ConstantForceInFlight) {
  DrivenScene scene = flight(2.0);
  scene.add_free(kHalf, 2.0, Vector3(1, 2, 3), (Vector6() << 1, 0, 2, 0, 0, 0).finished());
  AppliedWrench wrench = at_centre();
  wrench.force = {constant(3.0), constant(-1.0), constant(4.0)};
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  const Vector3 a(1.5, -0.5, 2.0 - kG);
  EXPECT_NEAR((run.position() - Vector3(1 + 2, 2, 3 + 4) - 2.0 * a).norm(), 0.0, kGivenForces);
  EXPECT_NEAR((run.velocity() - Vector3(1, 0, 2) - 2.0 * a).norm(), 0.0, kGivenForces);
  EXPECT_NEAR(run.spin().norm(), 0.0, kGivenForces);
  EXPECT_LT(free_flight_defect(run), 1e-8);
  const trace::Footer& footer = run.outcome().footer;
  const Vector3 way = run.position() - Vector3(1, 2, 3);
  EXPECT_NEAR(footer.energy_work, Vector3(3, -1, 4).dot(way), 1e-10);
  EXPECT_NEAR(footer.energy_final - footer.energy_initial, footer.energy_work, 1e-10);
}

TEST(GivenForces, TorqueAboutAPrincipalAxis) {
  DrivenScene scene = flight(1.5);
  scene.add_free(kHalf, 2.0, Vector3::Zero());
  AppliedWrench wrench = at_centre();
  wrench.moment[2] = constant(0.05);
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  const double rate = 0.05 / kMoments.z();
  EXPECT_NEAR((run.spin() - Vector3(0, 0, 1.5 * rate)).norm(), 0.0, kGivenForces);
  const Quaternion expected(Eigen::AngleAxisd(0.5 * 1.5 * 1.5 * rate, Vector3::UnitZ()));
  EXPECT_NEAR(run.rotation().angularDistance(expected), 0.0, 1e-10);
}

TEST(GivenForces, SwitchesOnAndOffAtItsTimes) {
  DrivenScene scene = flight(2.0);
  scene.description.gravity.setZero();
  scene.add_free(kHalf, 2.0, Vector3::Zero());
  AppliedWrench wrench = at_centre();
  wrench.force[1] = window(0.25, 1.0 / 3.0, 12.0);
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  const double pushed = 1.0 / 3.0 - 0.25;
  EXPECT_NEAR(run.velocity().y(), 6.0 * pushed, 1e-14);
  EXPECT_NEAR(run.position().y(), 3.0 * pushed * pushed + 6.0 * pushed * (2.0 - 1.0 / 3.0), 1e-13);
  EXPECT_LT(free_flight_defect(run), 1e-8);
  int knots = 0;
  for (const trace::Segment& segment : run.run.trace.segments)
    knots += segment.reason == trace::EndReason::Input ? 1 : 0;
  EXPECT_EQ(knots, 2);
}

TEST(GivenForces, RampAndHold) {
  DrivenScene scene = flight(3.0);
  scene.description.gravity.setZero();
  scene.add_free(kHalf, 2.0, Vector3::Zero());
  AppliedWrench wrench = at_centre();
  wrench.force[0] = Table{{0.5, 2.0}, {0.0, 9.0}, Interpolation::Linear};
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  const double rise = 1.5;  // s
  const double v = 9.0 * rise / 2.0 / 2.0;
  const double x = 9.0 * rise * rise / 6.0 / 2.0;
  EXPECT_NEAR(run.velocity().x(), v + 4.5, kGivenForces);
  EXPECT_NEAR(run.position().x(), x + v + 2.25, kGivenForces);
  EXPECT_LT(free_flight_defect(run), 1e-8);
}

TEST(GivenForces, AForceInBodyAxesTurnsWithTheBody) {
  DrivenScene scene = flight(2.0);
  scene.description.gravity.setZero();
  const double w = 3.0;
  scene.add_free(kHalf, 2.0, Vector3::Zero(), (Vector6() << 0, 0, 0, 0, 0, w).finished());
  AppliedWrench wrench = at_centre();
  wrench.axes = Axes::Link;
  wrench.force[0] = constant(4.0);
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  const double v = 4.0 / 2.0 / w;
  EXPECT_NEAR((run.velocity() - v * Vector3(std::sin(2 * w), 1 - std::cos(2 * w), 0)).norm(), 0.0,
              1e-10);
}

TEST(GivenForces, MomentumIsTheIntegralOfForceAndMoment) {
  DrivenScene scene = flight(1.0);
  const Vector3 spin(2.0, -1.0, 3.0);
  scene.add_free(kHalf, 2.0, Vector3(0, 0, 1), (Vector6() << 1, 2, 3, spin).finished());
  AppliedWrench wrench = at_centre();
  wrench.force = {constant(1.0), Table{{0.2, 0.6}, {0.0, 5.0}, Interpolation::Linear},
                  constant(0.0)};
  wrench.moment = {constant(0.3), window(0.1, 0.4, -0.5), constant(0.2)};
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  const Vector3 impulse(1.0, 0.5 * 0.4 * 5.0 + 0.4 * 5.0, -2.0 * kG);
  EXPECT_NEAR((2.0 * (run.velocity() - Vector3(1, 2, 3)) - impulse).norm(), 0.0, 1e-10);
  const auto angular_momentum = [](const Quaternion& q, const Vector3& w) {
    return Vector3(q * kMoments.cwiseProduct(q.conjugate() * w));
  };
  const Vector3 gained =
      angular_momentum(run.rotation(), run.spin()) - angular_momentum(Quaternion::Identity(), spin);
  EXPECT_NEAR((gained - Vector3(0.3, -0.15, 0.2)).norm(), 0.0, 1e-10);
  EXPECT_LT(free_flight_defect(run), 2e-6);  // second derivatives of a tumbling body's polynomials
}

TEST(GivenForces, AForceBesideTheCentreIsOneAtTheCentreAndATorque) {
  const Vector3 arm(0.1, -0.2, 0.3);
  const Vector3 force(1.0, 2.0, -0.5);
  const auto pushed = [&](bool beside) {
    DrivenScene scene = flight(1.0);
    scene.add_free(kHalf, 2.0, Vector3::Zero(), (Vector6() << 0, 0, 0, 1, 2, -1).finished());
    AppliedWrench wrench = at_centre();
    wrench.axes = Axes::Link;
    if (beside) wrench.point_L = arm;
    const Vector3 torque = beside ? Vector3(0, 0, 0) : Vector3(arm.cross(force));
    for (std::size_t i = 0; i < 3; ++i) {
      wrench.force[i] = constant(force[static_cast<int>(i)]);
      wrench.moment[i] = constant(torque[static_cast<int>(i)]);
    }
    push(scene, wrench);
    return proved_run(scene);
  };
  const DrivenRun beside = pushed(true);
  const DrivenRun with_torque = pushed(false);
  EXPECT_NEAR((beside.position() - with_torque.position()).norm(), 0.0, 1e-13);
  EXPECT_NEAR((beside.spin() - with_torque.spin()).norm(), 0.0, 1e-13);
  EXPECT_GT(beside.spin().norm(), 1.0);
}

TEST(GivenForces, LiftsWhenItOutweighs) {
  DrivenScene scene = cube_on_ground(3.0, 0.0);
  scene.options.stop.at_rest = true;
  AppliedWrench wrench = at_centre();
  wrench.force[2] = Table{{1.0, 3.0}, {0.0, 4.0 * kG}, Interpolation::Linear};
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  EXPECT_EQ(run.outcome().stop, StopKind::Time);  // what waits for a force does not rest
  EXPECT_NEAR(run.time_of(EventKind::Lift), 2.0, 1e-6);
  // From t = 2 on the net force is m g (t - 2).
  EXPECT_NEAR(run.velocity().z(), 0.5 * kG, 1e-6);
}

/// Pulled up and aside: with F = (a, 0, b) t friction is exhausted at a t = mu (m g - b t), and
/// what slides then has load until b t = m g. Both are roots, however gently the load goes.
TEST(GivenForces, LiftsWhileItSlides) {
  for (const double aside : {0.5, 2.0}) {
    DrivenScene scene = cube_on_ground(2.5, 0.5);
    AppliedWrench wrench = at_centre();
    wrench.force[0] = Table{{0.0, 4.0}, {0.0, 4.0 * aside}, Interpolation::Linear};
    wrench.force[2] = Table{{0.0, 4.0}, {0.0, 40.0}, Interpolation::Linear};
    push(scene, wrench);
    const DrivenRun run = proved_run(scene);
    const double weight = 2.0 * kG;
    EXPECT_NEAR(run.time_of(EventKind::Slip), 0.5 * weight / (aside + 5.0), 1e-12) << aside;
    EXPECT_NEAR(run.time_of(EventKind::Lift), weight / 10.0, 1e-12) << aside;
  }
}

TEST(GivenForces, YieldsWhenFrictionIsExhaustedAndStopsBehindIt) {
  DrivenScene scene = cube_on_ground(6.0, 0.5);
  scene.options.stop.at_rest = true;
  AppliedWrench wrench = at_centre();
  // mu m g is reached at t = 1, its double at t = 2; off at t = 2.
  const double limit = 0.5 * 2.0 * kG;
  wrench.force[0] = Table{{0.0, 2.0, 2.0 + 1e-3}, {0.0, 2.0 * limit, 0.0}, Interpolation::Linear};
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  EXPECT_NEAR(run.time_of(EventKind::Slip), 1.0, 1e-6);
  const double v2 = 0.5 * limit / 2.0;               // ∫ limit (t - 1) / m
  const double stop = 2.0 + 1e-3 + v2 / (0.5 * kG);  // while F falls to 0, it is mu m g on average
  EXPECT_NEAR(run.time_of(EventKind::Stick), stop, 1e-6);
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
}

TEST(GivenForces, WhatWaitsForAForceIsNotAtRest) {
  DrivenScene scene = cube_on_ground(2.0, 0.5);
  scene.options.stop.at_rest = true;
  AppliedWrench wrench = at_centre();
  wrench.force[0] = window(1.0, 1.5, 3.0 * kG);
  push(scene, wrench);
  const DrivenRun run = proved_run(scene);
  // Stands until t = 1, gains (3 - 1) g/2 for half a second, brakes at g/2.
  EXPECT_EQ(run.time_of(EventKind::Slip), 1.0);
  EXPECT_NEAR(run.velocity().x(), 0.5 * kG - 0.25 * kG, 1e-10);
}

TEST(GivenForces, OthersAreRefused) {
  DrivenScene scene = flight(1.0);
  scene.add_free(kHalf, 2.0, Vector3::Zero());
  AppliedWrench wrench = at_centre();
  wrench.force[0] = Sine{};
  push(scene, wrench);
  EXPECT_EQ(run_of(scene).outcome().stop, StopKind::Unsupported);
}

}  // namespace
}  // namespace rigor
