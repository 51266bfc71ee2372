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
  const auto verdict = verification::verify(simulation.record().trace());
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, simulation.record().trace());
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
    const Pose X = pose(simulation, 0);
    EXPECT_NEAR(X.translation.x(), t, 1e-12);
    EXPECT_NEAR(X.translation.z(), 9 + 2 * t - 5 * t * t, 1e-12);
    EXPECT_NEAR(velocity(simulation, 0).linear.z(), 2 - 10 * t, 1e-12);
  }
  EXPECT_THROW(simulation.advance_to(0.75), std::invalid_argument);
  EXPECT_THROW(simulation.advance_to(NAN), std::invalid_argument);
  expect_proved(simulation);
}

/// A box that a force pushes along the ground: Newton's law with friction, m a = F - mu m g.
TEST(LiveSimulation, AppliedForcesMoveAndReleaseABox) {
  LiveSimulation simulation = live(kBox);
  const int box = body_named(simulation, "box");
  ASSERT_TRUE(simulation.advance_to(0.1));
  simulation.apply(box, {Vector3(9, 0, 0), Vector3::Zero()});  // less than mu m g = 10: it stays
  ASSERT_TRUE(simulation.advance_to(0.2));
  EXPECT_NEAR(pose(simulation, box).translation.x(), 0.0, 1e-12);
  simulation.apply(box, {Vector3(14, 0, 0), Vector3::Zero()});
  ASSERT_TRUE(simulation.advance_to(0.7));
  EXPECT_NEAR(pose(simulation, box).translation.x(), 0.5 * 2.0 * 0.25, 1e-7);
  EXPECT_NEAR(velocity(simulation, box).linear.x(), 1.0, 1e-6);
  simulation.apply(box, {});
  ASSERT_TRUE(simulation.advance_to(1.5));  // slides for 0.2 s more, then sticks
  EXPECT_NEAR(pose(simulation, box).translation.x(), 0.25 + 0.1, 1e-7);
  EXPECT_NEAR(velocity(simulation, box).linear.norm(), 0.0, 1e-9);
  bool stuck = false;
  for (const trace::Event& event : simulation.record().events())
    stuck = stuck || (event.kind == trace::EventKind::Stick && trace::seconds(event.lo) > 0.85);
  EXPECT_TRUE(stuck);
  // A contact that lasts is not a new touch for every stretch.
  EXPECT_LE(std::count_if(simulation.record().events().begin(), simulation.record().events().end(),
                          [](const auto& e) { return e.kind == trace::EventKind::Touch; }),
            1);
  expect_proved(simulation);
  const trace::Trace trace = simulation.record().trace();
  ASSERT_EQ(trace.loads.size(), 1u);
  EXPECT_EQ(trace.loads[0].times, (std::vector<double>{0.1, 0.1, 0.2, 0.2, 0.7, 0.7}));
  EXPECT_TRUE(trace.header.scene_text.empty());
}

/// A controller that holds a box in the air: every tick reads the state and applies a force.
void hover(LiveSimulation& simulation) {
  const int box = body_named(simulation, "box");
  const double error = 0.5 - pose(simulation, box).translation.z();
  const double force = 20.0 + 200.0 * error - 40.0 * velocity(simulation, box).linear.z();
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
  EXPECT_EQ(first.record().trace(), second.record().trace());
  EXPECT_EQ(resumed.time(), 0.5);
  ASSERT_TRUE(run_loop(resumed, 1.0, 0.01, hover));
  EXPECT_EQ(first.state().q, resumed.state().q);
  EXPECT_EQ(first.state().v, resumed.state().v);
  EXPECT_GT(pose(first, 0).translation.z(), 0.4);  // it does hover
  expect_proved(first);
  expect_proved(resumed);
}

/// A box of 20 N that 14 N push along the ground: it carries its weight and drags by mu times that,
/// so it stands on its four corners with those sums, and no moment about its centre.
TEST(LiveSimulation, ForcesAreThoseThatActNow) {
  LiveSimulation simulation = live(kBox);
  const int box = body_named(simulation, "box");
  EXPECT_TRUE(simulation.record().forces().empty());
  ASSERT_TRUE(simulation.advance_to(0.1));
  for (const double push : {6.0, 14.0}) {  // held, and sliding
    simulation.apply(box, {Vector3(push, 0, 0), Vector3::Zero()});
    ASSERT_TRUE(simulation.advance_to(simulation.time() + 0.01));
    const std::vector<PairForce> forces = simulation.record().forces();
    ASSERT_EQ(forces.size(), 1u);
    EXPECT_EQ(forces[0].b.body, static_cast<std::uint32_t>(box));
    const double friction = std::min(push, 10.0);
    EXPECT_LT((forces[0].force_W - Vector3(-friction, 0, 20)).norm(), 1e-8);
    EXPECT_NEAR(forces[0].friction_limit, 10.0, 1e-8);
    Vector3 sum = Vector3::Zero();
    Vector3 moment = Vector3::Zero();
    for (const PointForce& point : forces[0].points) {
      sum += point.force_W;
      moment += (point.point_W - pose(simulation, box).translation).cross(point.force_W);
      EXPECT_NEAR(point.point_W.z(), 0.0, 1e-7);
      EXPECT_GE(point.force_W.z(), 0.0);
    }
    EXPECT_LT((sum - forces[0].force_W).norm(), 1e-12);
    EXPECT_LT(moment.norm(), 1e-8);
  }
  simulation.apply(box, {Vector3(0, 0, 30), Vector3::Zero()});  // it lifts off
  ASSERT_TRUE(simulation.advance_to(simulation.time() + 0.01));
  EXPECT_TRUE(simulation.record().forces().empty());
}

/// A box that falls flat from 0.2 m: its impact comes after sqrt(2 h / g), and its weight follows.
TEST(LiveSimulation, GoesToTheNextEvent) {
  LiveSimulation simulation = live(kBox);
  State high = simulation.state();
  high.q[2] += 0.2;
  simulation.set_state(high);
  ASSERT_TRUE(simulation.advance_to_event(simulation.scene_end()));
  const double impact = std::sqrt(2 * 0.200001 / 10);
  EXPECT_NEAR(simulation.time(), impact, 1e-7);
  ASSERT_FALSE(simulation.record().events().empty());
  for (const trace::Event& event : simulation.record().events()) {
    EXPECT_NEAR(trace::seconds(event.lo), simulation.time(), 1e-12);
    EXPECT_LT(event.hi, trace::time_from(simulation.time()));
  }
  EXPECT_NEAR(velocity(simulation, 0).linear.z(), 0.0, 1e-9);
  // Nothing happens any more: it goes to the limit.
  const std::size_t events = simulation.record().events().size();
  ASSERT_TRUE(simulation.advance_to_event(0.3));
  EXPECT_EQ(simulation.time(), 0.3);
  EXPECT_EQ(simulation.record().events().size(), events);
  // Pushed off, it slides until it sticks: each step ends at one of those events.
  simulation.apply(0, {Vector3(14, 0, 0), Vector3::Zero()});
  ASSERT_TRUE(simulation.advance_to(0.5));
  simulation.apply(0, {});
  ASSERT_TRUE(simulation.advance_to_event(9.0));  // 0.4 m/s / 5 m/s2 later
  EXPECT_NEAR(simulation.time(), 0.58, 1e-6);
  EXPECT_EQ(simulation.record().events().back().kind, trace::EventKind::Stick);
  EXPECT_THROW(simulation.advance_to_event(0.1), std::invalid_argument);
  expect_proved(simulation);
}

/// With steps of 0.01 s it goes to the end of the step in which something happens.
TEST(LiveSimulation, GoesToTheEndOfAStepWithAnEvent) {
  Scene scene = read_scene(kBox, "test.yaml");
  scene.method = Method::FirstOrder;
  LiveSimulation simulation(scene);
  State high = simulation.state();
  high.q[2] += 0.2;
  simulation.set_state(high);
  ASSERT_TRUE(simulation.advance_to_event(9.0));
  ASSERT_FALSE(simulation.record().events().empty());
  EXPECT_NEAR(simulation.time(), 0.2, 0.011);
  EXPECT_NEAR(std::remainder(simulation.time(), 0.01), 0.0, 1e-12);
  ASSERT_TRUE(simulation.advance_to_event(1.0));
  expect_proved(simulation);
}

/// Under first_order a loop pushes a box along the ground, of two stacked ones, in stretches
/// shorter than a step: proved as a whole, so bodies do not jump where stretches join; it repeats,
/// goes on from a saved state, and the boxes slide as m a = F - mu m g says, to first order.
TEST(LiveSimulation, LoopsOfStepsAreProvedAndResumed) {
  Scene scene = read_scene(R"(
rigor_scene: 1
gravity: [0, 0, -10]
law: coulomb
method: first_order
stepping: {step: 0.005}
surfaces: {default: {mu: 0.5}}
stop: {time: 9}
half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: low, shape: {box: [0.2, 0.2, 0.2]}, mass: 2, pose: {position: [0, 0, 0.1]}}
  - {name: high, shape: {box: [0.1, 0.1, 0.1]}, mass: 1, pose: {position: [0, 0, 0.25]}}
)",
                           "test.yaml");
  const auto push = [](LiveSimulation& l) {
    l.apply(0, {Vector3(21.0 + std::sin(10.0 * l.time()), 0, 0), Vector3::Zero()});
  };
  LiveSimulation first(scene);
  LiveSimulation half(scene);
  ASSERT_TRUE(run_loop(first, 0.4, 0.001, push)) << first.end().reason;
  ASSERT_TRUE(run_loop(half, 0.2, 0.001, push));
  LiveSimulation resumed(scene);
  resumed.set_state(half.state());
  ASSERT_TRUE(run_loop(resumed, 0.4, 0.001, push));
  EXPECT_EQ(first.state().q, resumed.state().q);
  EXPECT_EQ(first.state().v, resumed.state().v);
  expect_proved(first);
  expect_proved(resumed);
  // ∫∫ (6 + sin 10 t) / 3 dt dt, t from 0 to 0.4
  const double way = 2.0 * 0.08 + (0.4 / 10.0 - std::sin(4.0) / 100.0) / 3.0;
  EXPECT_NEAR(pose(first, 0).translation.x(), way, 0.01 * way);
  EXPECT_NEAR(pose(first, 1).translation.x(), way, 0.01 * way);
  EXPECT_NEAR(pose(first, 1).translation.z(), 0.25, 2e-3);
}

/// A stretch in which nothing happens is one segment: a second one of a rounding error's length
/// costs more than the first.
TEST(LiveSimulation, AStretchOfSlidingIsOneSegment) {
  LiveSimulation simulation = live(kBox);
  simulation.apply(0, {Vector3(14, 0, 0), Vector3::Zero()});
  ASSERT_TRUE(simulation.advance_to(0.1));
  const std::size_t before = simulation.record().trace().segments.size();
  ASSERT_TRUE(run_loop(simulation, 0.12, 0.001, [](LiveSimulation&) {}));
  EXPECT_EQ(simulation.record().trace().segments.size(), before + 20);
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
  const int rod = body_named(simulation, "rod");
  ASSERT_TRUE(simulation.advance_to(0.1));
  simulation.set_neutral(rod, 0, 0.5);
  ASSERT_TRUE(run_loop(simulation, 6.0, 0.05, [](LiveSimulation&) {}));
  double q = 0.0;  // 40 (0.5 - q) = m g l sin q, by Newton
  for (int k = 0; k < 50; ++k) q -= (5 * std::sin(q) - 40 * (0.5 - q)) / (5 * std::cos(q) + 40);
  EXPECT_NEAR(std::abs(simulation.state().q[0]), q, 1e-6);
  expect_proved(simulation);
}

/// A wind of 3 N on the link: spring, weight and wind balance, 40 q = l (3 cos q - m g sin q).
TEST(LiveSimulation, LinksArePushedToo) {
  LiveSimulation simulation = live(kPendulum);
  const int rod = body_named(simulation, "rod");
  simulation.apply(rod, {Vector3(3, 0, 0), Vector3::Zero()});
  ASSERT_TRUE(run_loop(simulation, 6.0, 0.05, [](LiveSimulation&) {}));
  double q = 0.0;
  for (int k = 0; k < 50; ++k)
    q += (0.5 * (3 * std::cos(q) - 10 * std::sin(q)) - 40 * q) /
         (0.5 * (3 * std::sin(q) + 10 * std::cos(q)) + 40);
  EXPECT_GT(q, 0.03);
  EXPECT_NEAR(std::abs(coordinate(simulation, rod, 0)), q, 1e-6);
  const Vector3 hangs = pose(simulation, rod).rotation * Vector3(0, 0, -1);
  EXPECT_NEAR(hangs.x(), std::sin(q), 1e-6);  // with the wind
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
  const int link = body_named(simulation, "slider");
  const auto control = [link](LiveSimulation& s) {
    s.set_effort(link, 0, 30.0 * (0.2 - coordinate(s, link, 0)) - 4.0 * rate(s, link, 0));
  };
  ASSERT_TRUE(run_loop(simulation, 1.0, kPeriod, control));
  double x = 1.0;
  double v = 0.0;
  for (int k = 0; k < 100; ++k) {
    const double u = 30.0 * (0.2 - x) - 4.0 * v;
    x += v * kPeriod + 0.5 * u * kPeriod * kPeriod;
    v += u * kPeriod;
  }
  EXPECT_NEAR(coordinate(simulation, link, 0), x, 1e-12);
  EXPECT_NEAR(rate(simulation, link, 0), v, 1e-12);
  expect_proved(simulation);
  EXPECT_THROW(simulation.set_effort(link, 1, 0.0), std::invalid_argument);
  EXPECT_THROW(simulation.set_effort(link, 0, NAN), std::invalid_argument);
  std::string sampled = slider;
  sampled.replace(sampled.find("coordinates: 1"), 14, "motor: {kp: 1, every: 0.1}");
  EXPECT_THROW(live(sampled.c_str()), std::invalid_argument);
}

/// A slider of 2 kg that follows a ball flying by, which no mechanism of its own knows.
TEST(LiveSimulation, AControllerSeesBodiesOfOthers) {
  constexpr double kPeriod = 0.02;
  LiveSimulation simulation = live(R"(
rigor_scene: 1
name: follow
gravity: [0, 0, 0]
law: no_slip
stop: {time: 2}
bodies:
  - {name: ball, shape: {octahedron: {radius: 0.05}}, mass: 1, pose: {position: [0.5, 0, 1]}, velocity: {linear: [0.3, 0, 0]}}
mechanisms:
  - name: rail
    links:
      - {name: slider, joint: {prismatic: {axis: [1, 0, 0]}}, shape: {box: [0.1, 0.1, 0.1]}, mass: 2}
)");
  const int slider = body_named(simulation, "slider");
  const int ball = body_named(simulation, "ball");
  ASSERT_TRUE(run_loop(simulation, 1.0, kPeriod, [&](LiveSimulation& s) {
    const double ahead = pose(s, ball).translation.x() - coordinate(s, slider, 0);
    s.set_effort(slider, 0,
                 50.0 * ahead + 12.0 * (velocity(s, ball).linear.x() - rate(s, slider, 0)));
  }));
  double x = 0.0;
  double v = 0.0;
  for (int k = 0; k < 50; ++k) {
    const double u = 50.0 * (0.5 + 0.3 * k * kPeriod - x) + 12.0 * (0.3 - v);
    x += v * kPeriod + 0.25 * u * kPeriod * kPeriod;
    v += 0.5 * u * kPeriod;
  }
  EXPECT_NEAR(coordinate(simulation, slider, 0), x, 1e-12);
  EXPECT_NEAR(rate(simulation, slider, 0), v, 1e-12);
  expect_proved(simulation);
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
  EXPECT_NEAR(pose(simulation, 0).translation.z(), 1.0 - 0.05, 1e-12);
  EXPECT_THROW(body_named(simulation, "bux"), std::invalid_argument);
  EXPECT_THROW(simulation.apply(7, {}), std::invalid_argument);
  EXPECT_THROW(simulation.apply(0, {Vector3(NAN, 0, 0), Vector3::Zero()}), std::invalid_argument);
  EXPECT_THROW(simulation.set_neutral(0, 0, 1.0), std::invalid_argument);
}

TEST(LiveSimulation, WithoutSteeringTheTraceIsAboutItsScene) {
  LiveSimulation simulation = live(kBox);
  ASSERT_TRUE(simulation.advance_to(0.2));
  EXPECT_FALSE(simulation.record().trace().header.scene_text.empty());
}

}  // namespace
}  // namespace rigor
