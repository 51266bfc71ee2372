// SPDX-License-Identifier: Apache-2.0
// Mechanisms in whole runs: errors halve with the step, before and after impacts at limits;
// friction, motors and contacts in closed form; all proved by the checker.
#include "first_order/small_mechanisms.hpp"

namespace rigor::first_order {
namespace {

/// θ'' of the bar, q the angle below the horizontal.
double pendulum_acceleration(double, double q, double) { return 5.0 * std::cos(q) / kBarInertia; }

double end_of(const Recorded& run) { return run.outcome.final_state.q[0]; }

TEST(Mechanisms, APendulumSwingsToSecondOrder) {
  const double exact = integrated({}, 0.7, pendulum_acceleration).q;
  expect_halving(
      [&](double h) {
        return std::abs(end_of(proved(SmallScene(pendulum_scene(0.7, "", h)))) - exact);
      },
      0.01, 3.8, 4.2);
}

// An impact inside a step comes after the gravity of the whole step: the speed after it is off by
// up to (1 + e) a h, by how much depends on where in the step it falls. So errors do not halve
// evenly; they stay below what that does in the time since.
TEST(Mechanisms, APendulumBouncesOffItsLimitToFirstOrder) {
  const auto bounce = [](Swing& at) {
    if (at.q < 1.0 || at.v < 0.0) return;
    at.q = 2.0 - at.q;
    at.v *= -0.5;
  };
  const double exact = integrated({}, 0.7, pendulum_acceleration, bounce).q;
  EXPECT_LT(exact, 0.99);  // it has left the limit again
  const std::string limit = ", limits: [-1, 1], limit_restitution: 0.5";
  for (const double h : {0.01, 0.005, 0.0025, 0.00125, 0.000625}) {
    const Recorded run = proved(SmallScene(pendulum_scene(0.7, limit, h)));
    ASSERT_EQ(run.trace.events.size(), 1U);
    EXPECT_EQ(run.trace.events[0].kind, trace::EventKind::Limit);
    EXPECT_EQ(run.trace.events[0].note, "impact at the upper limit");
    EXPECT_TRUE(run.trace.events[0].proved);
    EXPECT_LE(std::abs(end_of(run) - exact), 1.5 * 8.0 * h * 0.2) << h;
  }
}

TEST(Mechanisms, APendulumComesToRestAtItsLimit) {
  const Recorded run =
      proved(SmallScene(pendulum_scene(3.0, ", limits: [-1, 1], limit_restitution: 0.3")));
  EXPECT_NEAR(end_of(run), 1.0, 2e-4);
  EXPECT_LT(end_of(run), 1.0);
  EXPECT_NEAR(run.outcome.final_state.v[0], 0.0, 1e-3);
}

TEST(Mechanisms, ADoublePendulumConvergesToSecondOrder) {
  // No closed form: the differences of runs at h, h/2, h/4, h/8 are quarters of each other.
  std::vector<Eigen::VectorXd> ends;
  for (const double h : {0.008, 0.004, 0.002, 0.001})
    ends.push_back(proved(SmallScene(double_pendulum_scene(0.4, h))).outcome.final_state.q);
  for (std::size_t k = 0; k + 2 < ends.size(); ++k) {
    const double ratio = (ends[k] - ends[k + 1]).norm() / (ends[k + 1] - ends[k + 2]).norm();
    EXPECT_GE(ratio, 3.8) << k;
    EXPECT_LE(ratio, 4.2) << k;
  }
}

TEST(Mechanisms, DryFrictionStopsARotorWhereItShould) {
  // 0.5 kg m² at 2 rad/s against 1 N m: 1 s, 1 rad.
  const Recorded run = proved(SmallScene(rotor_scene(1.5, "velocities: 2, friction: 1")));
  EXPECT_NEAR(end_of(run), 1.0, 0.015);
  EXPECT_EQ(run.outcome.final_state.v[0], 0.0);
  EXPECT_NEAR(run.outcome.footer.energy_final, 0.0, 1e-12);
}

TEST(Mechanisms, AStiffMotorOnALightRotorIsStableWithLongSteps) {
  const Recorded run = proved(SmallScene(
      rotor_scene(1.0,
                  "coordinates: 1, motor: {kp: 1e6, kd: 1e3, target: {knots: [[0, 0], [1, "
                  "0.5]]}}")));
  EXPECT_NEAR(end_of(run), 0.5, 1e-3);
}

TEST(Mechanisms, AMotorWithALimitPullsAsFarAsItMay) {
  const auto motor = [](double, double q, double v) {
    return std::clamp(30.0 * (2.0 - q) - 4.0 * v, -3.0, 3.0) / 0.5;
  };
  const double exact = integrated({}, 1.0, motor).q;
  expect_halving(
      [&](double h) {
        return std::abs(end_of(proved(SmallScene(
                            rotor_scene(1.0, "motor: {kp: 30, kd: 4, target: 2, limit: 3}", h)))) -
                        exact);
      },
      0.01, 1.7, 2.3);
}

TEST(Mechanisms, SampledMotorsHoldTheirEffort) {
  // One sample at the start: 0.5 kg m² under 3 N m for as long as it is held.
  const Recorded run =
      proved(SmallScene(rotor_scene(0.5, "motor: {kp: 3, kd: 0, target: 1, every: 0.5}")));
  EXPECT_NEAR(run.outcome.final_state.v[0], 3.0, 1e-9);
  EXPECT_NEAR(end_of(run), 0.75, 0.02);
  EXPECT_NEAR(run.outcome.footer.energy_work, 0.5 * 0.5 * 9.0, 0.1);
}

/// Sliders along x, each a mechanism of its own, that meet.
TEST(Mechanisms, TwoSlidersCollideAsTheirMassesSay) {
  const std::string link = ", shape: {box: [0.1, 0.1, 0.1]}, mass: ";
  const auto slider = [&](const char* name, double x, double v, double mass) {
    return std::string("  - name: ") + name + "\n    links:\n      - {name: " + name +
           ", joint: {prismatic: {axis: [1, 0, 0], coordinates: " + std::to_string(x) +
           ", velocities: " + std::to_string(v) + "}}" + link + std::to_string(mass) + "}\n";
  };
  const Recorded run = proved(SmallScene(head(0.5, 0.3, 0.5) + "mechanisms:\n" +
                                         slider("a", 0, 1, 1) + slider("b", 0.3, 0, 3)));
  const Eigen::VectorXd& v = run.outcome.final_state.v;
  EXPECT_NEAR(v[0] + 3.0 * v[1], 1.0, 1e-12);  // momentum
  // The impact also opens the gap, by a fifth of γ = 1e-4 m in a step of 0.01 s.
  const double opening = 0.2 * 1e-4 / 0.01;
  EXPECT_NEAR(v[1] - v[0], 0.5 + 1.5 * opening, 1e-9);
}

TEST(Mechanisms, AnArmLeansOnAFreeBox) {
  const Recorded run = proved(SmallScene(
      head(1.0, 0.6) +
      "bodies:\n  - {name: box, shape: {box: [0.3, 0.3, 0.3]}, mass: 2, pose: {position: [0.75, 0, "
      "0.15]}}\nmechanisms:\n  - name: arm\n    links:\n      - {name: arm, joint: {revolute: "
      "{axis: [0, 1, 0], pose: {position: [0, 0, 0.36]}, anchor: [-0.45, 0, 0], coordinates: "
      "-0.2}}, shape: {box: [0.9, 0.08, 0.08]}, mass: 1}\n" +
      kGround));
  const State& end = run.outcome.final_state;
  EXPECT_NEAR(end.q[2], 0.15, 1e-3);  // the box stands
  EXPECT_LE(end.v.norm(), 1e-2);      // all is at rest
  EXPECT_NEAR(run.outcome.stepping->held, 0.0, 1e-3);
}

TEST(Mechanisms, ABeltCarriesABox) {
  const Recorded run = proved(SmallScene(
      head(1.0, 0.5) + "bodies:\n" + cube("box", 0, 0, 0.0501) +
      "half_spaces:\n  - {name: belt, normal: [0, 0, 1], offset: 0, belt: [0.8, 0, 0]}\n"));
  // It slides for 0.8/5 s, then rides: 0.8 (1 - 0.08) m.
  EXPECT_NEAR(position_of(run, 0).x(), 0.8 * 0.92, 0.01);
  EXPECT_NEAR(run.outcome.final_state.v[0], 0.8, 1e-3);
}

}  // namespace
}  // namespace rigor::first_order
