// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/chebyshev/nodes.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/motion/collocation.hpp>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

// A uniform rod of length 1 m about its end: a compound pendulum with I = m (1/3 + 0.01/12),
// d = 1/2. Its period is 4 √(I / m g d) K(sin(θ₀/2)); after it the rod is where it was let go.
TEST(MechanismMotion, CompoundPendulumHasItsPeriod) {
  for (const double start : {0.1, 1.5, 3.0}) {
    const double inertia = (1.0 + 0.01) / 12.0 + 0.25;
    const double period =
        4.0 * std::sqrt(inertia / (kG * 0.5)) * std::comp_ellint_1(std::sin(start / 2.0));
    std::string joint = "{revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.5], coordinates: ";
    joint += std::to_string(start) + "}}";
    const std::string links = box_link_text("rod", "", joint, "[0.1, 0.1, 1]");
    Scene scene = read_scene(mechanism_text(links, kEarth, 1.0), "test.yaml");
    scene.stop.time = period;
    const SceneRun run = run_of(std::move(scene));
    expect_proved(run);
    EXPECT_NEAR(run.outcome().final_state.q[0], start, 2e-9) << start;
    EXPECT_NEAR(run.outcome().final_state.v[0], 0.0, 2e-8) << start;
  }
}

/// Two rods of 1 kg, 0.1 x 0.1 x 1 m, pinned at their ends: θ₁, θ₂ against the vertical and their
/// rates, by Lagrange's equations.
using Angles = std::array<double, 4>;
Angles rates(const Angles& y) {
  const double inertia = (1.0 + 0.01) / 12.0;
  const double M11 = inertia + 0.25 + 1.0;
  const double M12 = 0.5 * std::cos(y[0] - y[1]);
  const double M22 = inertia + 0.25;
  const double b1 = -0.5 * std::sin(y[0] - y[1]) * y[3] * y[3] - (0.5 + 1.0) * kG * std::sin(y[0]);
  const double b2 = 0.5 * std::sin(y[0] - y[1]) * y[2] * y[2] - 0.5 * kG * std::sin(y[1]);
  const double det = M11 * M22 - M12 * M12;
  return {y[2], y[3], (M22 * b1 - M12 * b2) / det, (M11 * b2 - M12 * b1) / det};
}

/// Runge-Kutta of fourth order with steps that leave an error of about 1e-13.
Angles lagrange(Angles y, double time) {
  const int steps = 40000;
  const double h = time / steps;
  const auto moved = [](const Angles& from, const Angles& by, double scale) {
    Angles to = from;
    for (int i = 0; i < 4; ++i) to[i] += scale * by[i];
    return to;
  };
  for (int k = 0; k < steps; ++k) {
    const Angles k1 = rates(y);
    const Angles k2 = rates(moved(y, k1, h / 2));
    const Angles k3 = rates(moved(y, k2, h / 2));
    const Angles k4 = rates(moved(y, k3, h));
    for (int i = 0; i < 4; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

TEST(MechanismMotion, DoublePendulumFollowsLagrangesEquations) {
  const std::string links =
      box_link_text("a", "",
                    "{revolute: {axis: [0, 1, 0], anchor: [0, 0, 0.5], coordinates: 2, "
                    "velocities: 1}}",
                    "[0.1, 0.1, 1]") +
      box_link_text("b", "a",
                    "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.5]}, anchor: "
                    "[0, 0, 0.5], coordinates: -1.5}}",
                    "[0.1, 0.1, 1]");
  const double time = 2.0;
  const SceneRun run = conserving_run(mechanism_text(links, kEarth, time), 1e-8);
  const Angles truth = lagrange({2.0, 0.5, 1.0, 1.0}, time);
  const State& end = run.outcome().final_state;
  EXPECT_NEAR(end.q[0], truth[0], 1e-8);
  EXPECT_NEAR(end.q[0] + end.q[1], truth[1], 1e-8);
  EXPECT_NEAR(end.v[0], truth[2], 1e-7);
  EXPECT_NEAR(end.v[0] + end.v[1], truth[3], 1e-7);
}

// x'' = -k/m x - c/m x' about the neutral point: x = e^(-γ t) (A cos ω t + B sin ω t).
TEST(MechanismMotion, SpringAndDamperOnASlideHaveTheClosedForm) {
  const std::string links = box_link_text(
      "slide", "",
      "{prismatic: {axis: [1, 0, 0], coordinates: 0.3, velocities: 0.5, stiffness: 40, damping: "
      "0.8, neutral: 0.1}}",
      "[0.1, 0.1, 0.1]");
  const double t = 1.7;
  const SceneRun run = run_text(mechanism_text(links, "gravity: [0, 0, 0]", t));
  expect_proved(run);
  const double decay = 0.4;
  const double rate = std::sqrt(40.0 - decay * decay);
  const double A = 0.2;
  const double B = (0.5 + decay * A) / rate;
  const double x = std::exp(-decay * t) * (A * std::cos(rate * t) + B * std::sin(rate * t)) + 0.1;
  EXPECT_NEAR(run.outcome().final_state.q[0], x, 1e-9);
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_LT(footer.energy_final, footer.energy_initial);
  EXPECT_LE(footer.energy_max_gain, 1e-9);
}

// A ball joint turns freely about the vertical: its angular momentum about that axis stays.
TEST(MechanismMotion, SphericalPendulumKeepsItsMomentumAboutTheVertical) {
  const std::string links = box_link_text(
      "rod", "",
      "{spherical: {anchor: [0, 0, 0.5], coordinates: [0.8, 0.6, 0, 0], velocities: [0.2, 1, 2]}}",
      "[0.1, 0.2, 1]");
  const std::string text = mechanism_text(links, kEarth, 3.0);
  const SceneRun run = conserving_run(text, 1e-8);
  const BuiltScene built = build(run.scene);
  Kinematics kinematics(built.model);
  const auto vertical = [&](const State& state) {
    update(built.model, state, kinematics);
    return momentum(built.model, kinematics, Vector3::Zero()).angular.z();
  };
  EXPECT_NEAR(vertical(run.outcome().final_state), vertical(built.initial), 1e-9);
}

// Two links in space: nothing outside acts, so momentum and the centre of mass's motion stay.
TEST(MechanismMotion, AFloatingMechanismKeepsItsMomentum) {
  const std::string links =
      box_link_text("base", "",
                    "{free: {coordinates: [0, 0, 1, 1, 0, 0, 0], velocities: [0.3, 0, 0.1, 0.5, 1, "
                    "-0.7]}}",
                    "[0.2, 0.3, 0.4]") +
      box_link_text("arm", "base",
                    "{revolute: {axis: [1, 1, 0], pose: {position: [0, 0, 0.25]}, anchor: "
                    "[0, 0, -0.3], velocities: 3}}",
                    "[0.1, 0.1, 0.5]");
  const SceneRun run = conserving_run(mechanism_text(links, "gravity: [0, 0, 0]", 2.0), 1e-9);
  const BuiltScene built = build(run.scene);
  Kinematics kinematics(built.model);
  update(built.model, built.initial, kinematics);
  const Momentum before = momentum(built.model, kinematics, Vector3::Zero());
  const MassCentre from = mass_centre(built.model, built.model.mechanisms[0], kinematics);
  update(built.model, run.outcome().final_state, kinematics);
  const Momentum after = momentum(built.model, kinematics, Vector3::Zero());
  const MassCentre to = mass_centre(built.model, built.model.mechanisms[0], kinematics);
  EXPECT_NEAR((after.linear - before.linear).norm(), 0.0, 1e-9);
  EXPECT_NEAR((after.angular - before.angular).norm(), 0.0, 1e-9);
  EXPECT_NEAR((to.p_W - from.p_W - before.linear / from.mass * 2.0).norm(), 0.0, 1e-9);
}

/// A rotor of 0.5 kg m² about the vertical, under one force.
Model rotor(const Force& force) {
  ModelDescription description;
  LinkDescription link;
  link.name = "rotor";
  link.joint = Revolute{Vector3::UnitZ()};
  link.inertia = SpatialInertia{1.0, Vector3::Zero(), 0.5 * Matrix3::Identity()};
  description.links = {link};
  description.forces = {{"rotor", force}};
  return unwrap(build(description));
}

// I q'' = kp (1 - q) - kd q': a damped oscillation about the target; what the motor does is the
// rotor's energy.
TEST(MechanismMotion, AMotorWithPositionControlHasTheClosedForm) {
  const double kp = 20.0, kd = 0.4, t = 1.3;
  const Model model = rotor(JointPd{-1, 0, kp, kd, constant(1.0)});
  SimulationOptions options;
  options.stop.time = t;
  const Outcome outcome = simulate(model, neutral_state(model), options, [](const StepReport&) {});
  ASSERT_EQ(outcome.stop, StopKind::Time) << outcome.reason;
  const double decay = kd / (2 * 0.5);
  const double rate = std::sqrt(kp / 0.5 - decay * decay);
  const double q =
      1.0 - std::exp(-decay * t) * (std::cos(rate * t) + decay / rate * std::sin(rate * t));
  EXPECT_NEAR(outcome.final_state.q[0], q, 1e-10);
  const double v = outcome.final_state.v[0];
  EXPECT_NEAR(outcome.footer.energy_work, 0.25 * v * v, 1e-10);
  EXPECT_LE(outcome.footer.energy_max_gain, 1e-12);
}

// A torque of sin(3 t): q = (t - sin(3 t)/3) / (3 I).
TEST(MechanismMotion, ASinusoidalTorqueHasTheClosedForm) {
  const Model model = rotor(JointEffort{-1, 0, Sine{0.0, 1.0, 3.0, 0.0}});
  SimulationOptions options;
  options.stop.time = 2.0;
  const Outcome outcome = simulate(model, neutral_state(model), options, [](const StepReport&) {});
  ASSERT_EQ(outcome.stop, StopKind::Time) << outcome.reason;
  EXPECT_NEAR(outcome.final_state.q[0], (2.0 - std::sin(6.0) / 3.0) / 1.5, 1e-10);
}

// The error estimate falls with the step, and the paths agree with the joints between the nodes.
TEST(MechanismMotion, PathsFollowTheJointsBetweenTheNodes) {
  const std::string links =
      box_link_text("a", "",
                    "{universal: {axis: [1, 0, 0], second_axis: [0, 1, 0], anchor: "
                    "[0, 0, 0.5], coordinates: [1, 0.5], velocities: [0, 2]}}",
                    "[0.1, 0.1, 1]") +
      box_link_text("b", "a", "{spherical: {pose: {position: [0, 0, -0.6]}, anchor: [0, 0, 0.5]}}",
                    "[0.1, 0.1, 1]");
  const BuiltScene built = build(read_scene(mechanism_text(links, kEarth, 1.0), "t.yaml"));
  const World world = make_world(built.model, built.initial, {});
  const auto placed = placed_tree(world.trees.front(), built.model, built.initial);
  const Cluster cluster{{0, 1}, {link_state(placed, 0), link_state(placed, 1)}, {}};
  const ModeMotion motion = mode_motion(world, cluster, {});
  double previous = 1.0;
  for (const double length : {0.2, 0.1, 0.05}) {
    const Collocation step = collocate(motion, cluster.states, length, 8);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    EXPECT_LT(step.path_error, 0.05 * previous);
    previous = step.path_error;
    double worst = 0.0;
    for (double s = 0.0; s <= 1.0; s += 0.03) {
      const std::vector<BodyState> states = states_at(step.trajectory, s);
      const Eigen::VectorXd y = step.trajectory.paths * chebyshev_values(9, s);
      for (int i = 0; i < 2; ++i) {
        const auto path = y.segment<7>(kTrajectoryRows * i);
        const std::array<double, 4> q = wxyz(states[i].q);
        worst = std::max(worst, (path.head<3>() - states[i].x).cwiseAbs().maxCoeff());
        for (int k = 0; k < 4; ++k) worst = std::max(worst, std::abs(path[3 + k] - q[k]));
      }
    }
    EXPECT_LE(worst, 10.0 * step.path_error + 1e-14) << length;
  }
}

// A load of 100 kg on links of 1 kg: accelerations have roundings of 1e-12 of their size and more.
// Sweeps that stalled there counted as diverged, and steps were ten times as short (3,504
// segments).
TEST(MechanismMotion, RoundingsOfHeavyLoadsDoNotShortenSteps) {
  const auto ball = [](const std::string& velocities) {
    return "joint: {spherical: {pose: {position: [0.225, 0, 0]}, anchor: [-0.225, 0, 0], "
           "velocities: " +
           velocities + "}}";
  };
  const std::string text =
      "rigor_scene: 1\nname: crane\n" + kEarth +
      "\nlaw: frictionless\nstop: {time: 1}\nmechanisms:\n  - name: crane\n    links:\n"
      "      - {name: arm, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 2]}, "
      "velocities: 2}}, shape: {box: [0.3, 0.1, 0.1]}, mass: 1}\n"
      "      - {name: bar, parent: arm, " +
      ball("[0.5, 2, 3]") +
      ", shape: {box: [0.3, 0.09, 0.06]}, mass: 1}\n"
      "      - {name: load, parent: bar, " +
      ball("[1.6, 5, 2]") +
      ", shape: {box: [0.26, 0.13, 0.11]}, mass: 100}\n"
      "      - {name: tail, parent: load, " +
      ball("[1.6, 30, 10]") + ", shape: {box: [0.1, 0.1, 0.1]}, mass: 1}\n";
  const SceneRun run = conserving_run(text, 1e-12 * 3418.0);  // of its energy
  EXPECT_LT(run.trace().segments.size(), 600u);
}

}  // namespace
}  // namespace rigor
