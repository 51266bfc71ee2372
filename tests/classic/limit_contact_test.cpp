// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <rigor/dynamics/mass_matrix.hpp>

#include "classic_scene.hpp"

namespace rigor {
namespace {

using testing::ClassicScene;
using testing::run_classic;

/// A bar of 1 m falls from the horizontal, q = -π/2, onto its limit at -0.5.
Scene pendulum(const std::string& method, const std::string& stepping, double e) {
  return read_scene(
      fmt::format("rigor_scene: 1\nname: stop\ngravity: [0, 0, -9.81]\nlaw: frictionless\nmethod: "
                  "{}\nstepping: {{{}}}\nstop: {{time: 2}}\nmechanisms:\n  - name: arm\n    "
                  "links:\n      - {{name: bar, shape: {{box: [0.1, 0.1, 1]}}, mass: 1, joint: "
                  "{{revolute: {{axis: [0, 1, 0], pose: {{position: [0, 0, 2]}}, anchor: [0, 0, "
                  "0.5], coordinates: -1.5707963267948966, limits: [-3, -0.5], "
                  "limit_restitution: {}}}}}}}\n",
                  method, stepping, e),
      "stop.yaml");
}

/// Speed at the limit: ω² = m g l sin φ/I below the horizontal.
double speed_at_limit() {
  const double inertia = 1.0 / 3.0 + 0.1 * 0.1 / 12.0;
  return std::sqrt(9.81 * std::cos(0.5) / inertia);
}

TEST(LimitContact, CorrectedBringsAPendulumToRestOnItsLimit) {
  const ClassicScene run = run_classic(pendulum("paper", "bounds: corrected, step: 0.001", 0.0));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest) << run.outcome.reason;
  const double gap = -0.5 - run.outcome.final_state.q[0];
  EXPECT_GT(gap, 0.0);
  EXPECT_LT(gap, 1e-6);
  ASSERT_EQ(run.trace.events.size(), 1u);
  EXPECT_EQ(run.trace.events[0].kind, trace::EventKind::Limit);
  EXPECT_EQ(run.outcome.classic->rules.at("limit"), 1u);
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace);
}

// The impact keeps e² of the energy: where the bar stands still on its way back, it is known how
// high. First order in the step.
TEST(LimitContact, RestitutionKeepsItsShareOfTheEnergy) {
  const double e = 0.5;
  const double w = e * speed_at_limit();
  const double inertia = 1.0 / 3.0 + 0.1 * 0.1 / 12.0;
  // ½ I w² = m g l/2 (cos 0.5 - cos q)
  const double top = -std::acos(std::cos(0.5) - inertia * w * w / 9.81);
  std::vector<double> errors;
  for (const char* step : {"0.001", "0.0005"}) {
    Scene scene = pendulum("paper", std::string("bounds: corrected, step: ") + step, e);
    double highest = 0.0;
    bool back = false;
    const BuiltScene built = build(scene);
    const SimulationOptions options = testing::options_of(scene);
    simulate_classic(built.model, built.initial, options, [&](const StepReport& report) {
      for (const trace::Event& event : report.events)
        back = back || event.kind == trace::EventKind::Limit;
      for (const trace::Segment& segment : report.segments) {
        const double w2 = 2.0 * std::atan2(segment.quaternion[2][0], segment.quaternion[0][0]);
        if (back) highest = std::min(highest, w2);
      }
    });
    errors.push_back(highest - top);
  }
  EXPECT_LT(std::abs(errors[1]), 5e-3);
  EXPECT_NEAR(errors[0] / errors[1], 2.0, 0.4) << errors[0] << " " << errors[1];
}

TEST(LimitContact, StewartTrinkleEndsExactlyAtTheLimit) {
  const ClassicScene run = run_classic(pendulum("stewart_trinkle", "step: 0.01", 0.0));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest) << run.outcome.reason;
  EXPECT_NEAR(run.outcome.final_state.q[0], -0.5, 1e-12);
  EXPECT_TRUE(run.outcome.certified);
}

TEST(LimitContact, AnitescuPotraPassesTheLimitAndSaysHowFar) {
  const ClassicScene run = run_classic(pendulum("anitescu_potra", "step: 0.01", 0.0));
  EXPECT_FALSE(run.outcome.certified);
  ASSERT_TRUE(run.stepping().deepest);
  EXPECT_LT(run.stepping().deepest->separation, -1e-3);
  EXPECT_GT(run.stepping().deepest->separation, -0.01 * speed_at_limit());
  EXPECT_EQ(run.stepping().deepest->names, "joint 'bar' and its upper limit");
}

// Δv = -M⁻¹e₂ (1 + e) v₂/(M⁻¹)₂₂ where the elbow of a double pendulum comes to its stop.
TEST(LimitContact, AnElbowsStopIsFeltByTheShoulder) {
  const Scene scene = read_scene(
      "rigor_scene: 1\nname: elbow\ngravity: [0, 0, -9.81]\nlaw: coulomb\nmethod: paper\n"
      "stepping: {bounds: corrected}\nstop: {time: 1}\nmechanisms:\n  - name: arm\n    links:\n"
      "      - {name: upper, shape: {box: [0.1, 0.1, 1]}, mass: 2, joint: {revolute: {axis: [0, 1, "
      "0], anchor: [0, 0, 0.5], coordinates: 0.4, velocities: 1.5}}}\n"
      "      - {name: lower, parent: upper, shape: {box: [0.08, 0.08, 0.6]}, mass: 1, joint: "
      "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.55]}, anchor: [0, 0, 0.35], "
      "coordinates: 0.699999999999999, velocities: 2, limits: [-1, 0.7], limit_restitution: "
      "0.4}}}\n",
      "elbow.yaml");
  const BuiltScene built = build(scene);
  const SimulationOptions options = testing::options_of(scene);
  const World world = make_world(built.model, built.initial, options);
  const SteppedBodies bodies(world, built.initial);
  ASSERT_EQ(bodies.limits.size(), 2u);
  for (const bool pyramid : {false, true}) {
    ImpulseQuery query;
    query.limits = limits_within(bodies, 1e-9);
    query.pyramid = pyramid;
    if (pyramid) {
      query.condition = NormalCondition::KeepApart;
      query.step = 0.01;
    }
    ASSERT_EQ(query.limits.size(), 1u);
    EXPECT_TRUE(query.limits[0].limit.upper);
    const ImpulseAnswer answer = contact_impulses(bodies, {}, bodies.state.v, query);
    ASSERT_TRUE(answer.solved);
    const Eigen::MatrixXd inverse = mass_matrix(bodies.model, bodies.kinematics).inverse();
    const double e = pyramid ? 0.0 : 0.4;  // fixed-step methods know no restitution
    const Eigen::VectorXd jump = -inverse.col(1) * (1.0 + e) * 2.0 / inverse(1, 1);
    EXPECT_LT((answer.v - bodies.state.v - jump).norm(), 1e-12);
    EXPECT_NEAR(answer.limit_impulses[0], (1.0 + e) * 2.0 / inverse(1, 1), 1e-12);
  }
}

}  // namespace
}  // namespace rigor
