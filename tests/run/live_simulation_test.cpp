// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/run/live_simulation.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

constexpr const char* kBox = R"(
rigor_scene: 1
name: box
gravity: [0, 0, -10]
law: coulomb
surfaces: {default: {mu: 0.5}}
stop: {time: 9}
half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: box, shape: {box: [0.2, 0.2, 0.2]}, mass: 2, pose: {position: [0, 0, 0.100001]}}
)";

constexpr const char* kPendulum = R"(
rigor_scene: 1
name: pendulum
gravity: [0, 0, -10]
law: frictionless
stop: {time: 9}
mechanisms:
  - name: arm
    links:
      - name: rod
        shape: {box: [0.04, 0.04, 1.0]}
        mass: 1
        joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 2]}, anchor: [0, 0, 0.5], stiffness: 40, damping: 8}}
)";

LiveSimulation live(const char* text) { return LiveSimulation(read_scene(text, "test.yaml")); }

void expect_proved(const LiveSimulation& simulation) {
  const auto verdict = verification::verify(simulation.trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, simulation.trace());
}

TEST(LiveSimulation, AFreeBodyFliesOnItsParabola) {
  LiveSimulation simulation(read_scene(R"(
rigor_scene: 1
gravity: [0, 0, -10]
law: frictionless
stop: {time: 9}
bodies: [{name: a, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 9]}, velocity: {linear: [1, 0, 2]}}]
)",
                                       "a.yaml"));
  for (const double t : {0.1, 0.5, 0.75}) {
    ASSERT_TRUE(simulation.advance_to(t));
    EXPECT_EQ(simulation.time(), t);
    const Pose X = simulation.pose(0);
    EXPECT_NEAR(X.translation.x(), t, 1e-12);
    EXPECT_NEAR(X.translation.z(), 9 + 2 * t - 5 * t * t, 1e-12);
    EXPECT_NEAR(simulation.velocity(0).linear.z(), 2 - 10 * t, 1e-12);
  }
  EXPECT_THROW(simulation.advance_to(0.75), std::invalid_argument);
  EXPECT_THROW(simulation.advance_to(NAN), std::invalid_argument);
  expect_proved(simulation);
}

/// A box that a force pushes along the ground: Newton's law with friction, m a = F - mu m g.
TEST(LiveSimulation, AppliedForcesMoveAndReleaseABox) {
  LiveSimulation simulation = live(kBox);
  const int box = simulation.body("box");
  ASSERT_TRUE(simulation.advance_to(0.1));
  simulation.apply(box, {Vector3(9, 0, 0), Vector3::Zero()});  // less than mu m g = 10: it stays
  ASSERT_TRUE(simulation.advance_to(0.2));
  EXPECT_NEAR(simulation.pose(box).translation.x(), 0.0, 1e-12);
  simulation.apply(box, {Vector3(14, 0, 0), Vector3::Zero()});
  ASSERT_TRUE(simulation.advance_to(0.7));
  EXPECT_NEAR(simulation.pose(box).translation.x(), 0.5 * 2.0 * 0.25, 1e-7);
  EXPECT_NEAR(simulation.velocity(box).linear.x(), 1.0, 1e-6);
  simulation.apply(box, {});
  ASSERT_TRUE(simulation.advance_to(1.5));  // slides for 0.2 s more, then sticks
  EXPECT_NEAR(simulation.pose(box).translation.x(), 0.25 + 0.1, 1e-7);
  EXPECT_NEAR(simulation.velocity(box).linear.norm(), 0.0, 1e-9);
  bool stuck = false;
  for (const trace::Event& event : simulation.events())
    stuck = stuck || (event.kind == trace::EventKind::Stick && trace::seconds(event.lo) > 0.85);
  EXPECT_TRUE(stuck);
  // A contact that lasts is not a new touch for every stretch.
  EXPECT_LE(std::count_if(simulation.events().begin(), simulation.events().end(),
                          [](const auto& e) { return e.kind == trace::EventKind::Touch; }),
            1);
  expect_proved(simulation);
  const trace::Trace trace = simulation.trace();
  ASSERT_EQ(trace.loads.size(), 1u);
  EXPECT_EQ(trace.loads[0].times, (std::vector<double>{0.1, 0.1, 0.2, 0.2, 0.7, 0.7}));
  EXPECT_TRUE(trace.header.scene_text.empty());
}

/// A controller that holds a box in the air: every tick reads the state and applies a force.
void hover(LiveSimulation& simulation) {
  const int box = simulation.body("box");
  const double error = 0.5 - simulation.pose(box).translation.z();
  const double force = 20.0 + 200.0 * error - 40.0 * simulation.velocity(box).linear.z();
  simulation.apply(box, {Vector3(0, 0, force), Vector3::Zero()});
}

TEST(LiveSimulation, ALoopIsReproducibleAndCanBeResumed) {
  LiveSimulation first = live(kBox);
  LiveSimulation second = live(kBox);
  ASSERT_TRUE(run_loop(first, 1.0, 0.01, hover));
  ASSERT_TRUE(run_loop(second, 0.5, 0.01, hover));
  LiveSimulation resumed = live(kBox);
  resumed.set_state(second.state());
  ASSERT_TRUE(run_loop(second, 1.0, 0.01, hover));
  EXPECT_EQ(first.state().q, second.state().q);
  EXPECT_EQ(first.state().v, second.state().v);
  EXPECT_EQ(first.trace(), second.trace());
  EXPECT_EQ(resumed.time(), 0.5);
  ASSERT_TRUE(run_loop(resumed, 1.0, 0.01, hover));
  EXPECT_EQ(first.state().q, resumed.state().q);
  EXPECT_EQ(first.state().v, resumed.state().v);
  EXPECT_GT(first.pose(0).translation.z(), 0.4);  // it does hover
  expect_proved(first);
  expect_proved(resumed);
}

TEST(LiveSimulation, TicksAreMultiplesOfThePeriod) {
  int count = 0;
  double time = 0.0;
  for (const double period : {0.001, 0.01, 1.0 / 3.0, 0.1}) {
    for (int k = 1; k <= 2000; ++k) {
      time = next_tick(k == 1 ? 0.0 : time, period);
      ASSERT_EQ(time, k * period);
      ++count;
    }
  }
  EXPECT_EQ(count, 8000);
  EXPECT_EQ(next_tick(0.015, 0.01), 0.02);
  EXPECT_THROW(next_tick(0.0, 0.0), std::invalid_argument);
}

/// A servo: kp (q* - q) - kd q' on a pendulum settles where gravity and spring balance.
TEST(LiveSimulation, AServoSettlesWhereItsSpringBalancesGravity) {
  LiveSimulation simulation = live(kPendulum);
  const int rod = simulation.body("rod");
  ASSERT_TRUE(simulation.advance_to(0.1));
  simulation.set_neutral(rod, 0, 0.5);
  ASSERT_TRUE(run_loop(simulation, 6.0, 0.05, [](LiveSimulation&) {}));
  double q = 0.0;  // 40 (0.5 - q) = m g l sin q, by Newton
  for (int k = 0; k < 50; ++k) q -= (5 * std::sin(q) - 40 * (0.5 - q)) / (5 * std::cos(q) + 40);
  EXPECT_NEAR(std::abs(simulation.state().q[0]), q, 1e-6);
  expect_proved(simulation);
}

/// A controller at 100 Hz on a slider of 1 kg: between ticks x += v T + u T²/2, v += u T.
TEST(LiveSimulation, EffortsOfALoopAreALinearMap) {
  constexpr double kPeriod = 0.01;
  const std::string slider =
      "rigor_scene: 1\nname: t\ngravity: [0, 0, 0]\nlaw: no_slip\nstop: {time: 1}\nmechanisms:\n"
      "  - name: m\n    links:\n      - {name: slider, joint: {prismatic: {axis: [1, 0, 0], "
      "coordinates: 1}}, shape: {box: [0.1, 0.1, 0.1]}, mass: 1}\n";
  LiveSimulation simulation = live(slider.c_str());
  const int link = simulation.body("slider");
  const auto control = [link](LiveSimulation& s) {
    s.set_effort(link, 0, 30.0 * (0.2 - s.coordinate(link, 0)) - 4.0 * s.rate(link, 0));
  };
  ASSERT_TRUE(run_loop(simulation, 1.0, kPeriod, control));
  double x = 1.0;
  double v = 0.0;
  for (int k = 0; k < 100; ++k) {
    const double u = 30.0 * (0.2 - x) - 4.0 * v;
    x += v * kPeriod + 0.5 * u * kPeriod * kPeriod;
    v += u * kPeriod;
  }
  EXPECT_NEAR(simulation.coordinate(link, 0), x, 1e-12);
  EXPECT_NEAR(simulation.rate(link, 0), v, 1e-12);
  expect_proved(simulation);
  EXPECT_THROW(simulation.set_effort(link, 1, 0.0), std::invalid_argument);
  EXPECT_THROW(simulation.set_effort(link, 0, NAN), std::invalid_argument);
  std::string sampled = slider;
  sampled.replace(sampled.find("coordinates: 1"), 14, "motor: {kp: 1, every: 0.1}");
  EXPECT_THROW(live(sampled.c_str()), std::invalid_argument);
}

TEST(LiveSimulation, StatesAreCheckedBeforeTheyAreTaken) {
  LiveSimulation simulation = live(kBox);
  State state = simulation.state();
  const State before = state;
  const Link& box = simulation.model().links[0];
  int z = -1;  // the coordinate that is the height
  for (int i = 0; i < 7; ++i)
    if (std::abs(state.q[box.first_q + i] - 0.100001) < 1e-12) z = box.first_q + i;
  ASSERT_GE(z, 0);
  state.q[z] = 0.05;
  EXPECT_THROW(simulation.set_state(state), std::invalid_argument);
  state.q[z] = NAN;
  EXPECT_THROW(simulation.set_state(state), std::invalid_argument);
  EXPECT_EQ(simulation.state().q, before.q);
  state.q[z] = 1.0;
  simulation.set_state(state);
  ASSERT_TRUE(simulation.advance_to(0.1));
  EXPECT_NEAR(simulation.pose(0).translation.z(), 1.0 - 0.05, 1e-12);
  EXPECT_THROW(simulation.body("bux"), std::invalid_argument);
  EXPECT_THROW(simulation.apply(7, {}), std::invalid_argument);
  EXPECT_THROW(simulation.apply(0, {Vector3(NAN, 0, 0), Vector3::Zero()}), std::invalid_argument);
  EXPECT_THROW(simulation.set_neutral(0, 0, 1.0), std::invalid_argument);
}

TEST(LiveSimulation, WithoutSteeringTheTraceIsAboutItsScene) {
  LiveSimulation simulation = live(kBox);
  ASSERT_TRUE(simulation.advance_to(0.2));
  EXPECT_FALSE(simulation.trace().header.scene_text.empty());
}

}  // namespace
}  // namespace rigor
