// SPDX-License-Identifier: Apache-2.0
// Closed loops of links, against closed forms and against the same mechanisms without loops.
#include <cmath>

#include <fmt/format.h>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

constexpr double kCrank = 0.12;  // its length
constexpr double kRod = 0.4;
constexpr double kDisc = 0.02;  // inertia of the crank about its pin, which is its centre of mass
constexpr double kRodMass = 0.2;
constexpr double kSlider = 0.5;
constexpr double kRate = 6.0;  // of the crank at the start

/// A crank that turns in the plane y = 0, a rod, and a slider along x with half size 0.04.
std::string slider_crank(const std::string& top, double angle, double seconds) {
  return mechanism_text(
      fmt::format(
          "      - {{name: crank, joint: {{revolute: {{axis: [0, 1, 0], coordinates: {:.17g}, "
          "velocities: {}}}}}, shape: {{box: [0.05, 0.01, 0.05]}}, mass: 1, com: [0, 0, 0], "
          "inertia: [{}, {}, {}]}}\n"
          "      - {{name: rod, parent: crank, joint: {{revolute: {{axis: [0, 1, 0], pose: "
          "{{position: [{}, 0, 0]}}, anchor: [-0.2, 0, 0]}}}}, shape: {{box: [0.4, 0.01, 0.02]}}, "
          "mass: {}}}\n"
          "      - {{name: slider, joint: {{prismatic: {{axis: [1, 0, 0], pose: {{position: [0.3, "
          "0, 0]}}}}}}, shape: {{box: [0.08, 0.08, 0.08]}}, mass: {}}}\n"
          "    loops:\n"
          "      - {{name: pin, parent: rod, child: slider, joint: {{revolute: {{axis: [0, 1, 0], "
          "pose: {{position: [0.2, 0, 0]}}}}}}}}\n",
          angle, kRate, kDisc, kDisc, kDisc, kCrank, kRodMass, kSlider),
      top, seconds);
}

/// The slider's place for the crank's angle, and its derivative.
double slider_at(double angle) {
  const double s = kCrank * std::sin(angle);
  return kCrank * std::cos(angle) + std::sqrt(kRod * kRod - s * s);
}
double slider_rate(double angle) {
  const double s = kCrank * std::sin(angle);
  return -s - s * kCrank * std::cos(angle) / std::sqrt(kRod * kRod - s * s);
}

/// Twice the kinetic energy at a unit rate of the crank.
double inertia_at(double angle) {
  const double s = kCrank * std::sin(angle);
  const double c = kCrank * std::cos(angle);
  const double x = slider_rate(angle);
  const double turn = c / std::sqrt(kRod * kRod - s * s);  // of the rod
  const double about_centre = kRodMass * (kRod * kRod + 0.02 * 0.02) / 12.0;
  const double centre_x = 0.5 * (x - s);
  const double centre_z = -0.5 * c;
  return kDisc + kSlider * x * x + kRodMass * (centre_x * centre_x + centre_z * centre_z) +
         about_centre * turn * turn;
}

/// When the crank has turned from one angle to another if nothing pulls: by Simpson's rule.
double time_to(double from, double to) {
  const int n = 20000;
  const double h = (to - from) / n;
  double sum = 0.0;
  for (int i = 0; i <= n; ++i) {
    const double weight = i == 0 || i == n ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
    sum += weight * std::sqrt(inertia_at(from + i * h) / inertia_at(from));
  }
  return sum * h / 3.0 / kRate;
}

TEST(Loops, ACrankMovesASliderAsItsEnergySays) {
  const double start = 0.3;
  const SceneRun run = conserving_run(slider_crank("gravity: [0, 0, 0]", start, 3.0), 1e-10);
  const double angle = run.outcome().final_state.q[0];
  EXPECT_GT(angle, start + 12.0);  // several turns
  EXPECT_NEAR(run.outcome().final_state.q[2] + 0.3, slider_at(angle), 1e-12);
  EXPECT_NEAR(time_to(start, angle), 3.0, 1e-9);
}

TEST(Loops, AnImpactOnTheSliderIsFeltByTheWholeMechanism) {
  const double start = 2.0;  // the slider comes back at -pi and goes out again
  const double e = 0.5;
  const double wall = 0.5;
  const SceneRun run = run_text(
      slider_crank(fmt::format("gravity: [0, 0, 0]\nsurfaces: {{default: {{restitution: {}}}}}\n"
                               "half_spaces: [{{name: wall, normal: [-1, 0, 0], offset: {}}}]",
                               e, -wall),
                   start, 0.9));
  ASSERT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  double angle = 2.0 * M_PI - 1.0;  // where the slider's face reaches the wall
  for (int i = 0; i < 60; ++i)
    angle -= (slider_at(angle) + 0.04 + 1e-8 - wall) / slider_rate(angle);
  EXPECT_NEAR(impact_time(run, 1), time_to(start, angle), 1e-9);
  const trace::Footer& footer = run.outcome().footer;
  const double lost = (1.0 - e * e) * footer.energy_initial;
  EXPECT_NEAR(footer.energy_final, footer.energy_initial - lost, 1e-9);
  // J = (1 + e) m v, with the mechanism's mass seen from the slider
  const auto impacts = events_of_kind(run.trace(), trace::EventKind::Impact);
  ASSERT_EQ(impacts.size(), 1u);
  double impulse = 0.0;
  for (const trace::EventContact& contact : impacts.front().contacts) impulse += contact.impulse[0];
  const double rate = kRate * std::sqrt(inertia_at(start) / inertia_at(angle));
  EXPECT_NEAR(-impulse, (1.0 + e) * inertia_at(angle) / slider_rate(angle) * rate, 1e-8);
}

/// A double pendulum over the floor: as a tree, or as two free links that pins join.
std::string double_pendulum(bool loops, const std::string& law) {
  const std::string top =
      "gravity: [0, 0, -9.81]\nhalf_spaces: [{name: floor, normal: [0, 0, 1], "
      "offset: 0}]\nsurfaces: {default: {mu: 0.3, restitution: 0.3}}\n";
  std::string text = fmt::format(
      "rigor_scene: 1\nname: test\nlaw: {}\nstop: {{time: 0.8, at_rest: "
      "false}}\n{}mechanisms:\n  - name: m\n    links:\n",
      law, top);
  const std::string matter = "shape: {box: [0.05, 0.04, 0.5]}, mass: 1";
  const std::string first =
      "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 0.8]}, anchor: "
      "[0, 0, 0.25]";
  const std::string second =
      "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.25]}, anchor: "
      "[0, 0, 0.25]";
  if (!loops)
    return text + fmt::format(
                      "      - {{name: upper, joint: {}, coordinates: -1.5707963267948966}}}}, "
                      "{}}}\n      - {{name: lower, parent: upper, joint: {}}}}}, {}}}\n",
                      first, matter, second, matter);
  const std::string turned = "0.70710678118654752, 0, -0.70710678118654752, 0";
  return text + fmt::format(
                    "      - {{name: upper, joint: {{free: {{coordinates: [0.25, 0, 0.8, "
                    "{}]}}}}, {}}}\n      - {{name: lower, joint: {{free: {{coordinates: "
                    "[0.75, 0, 0.8, {}]}}}}, {}}}\n    loops:\n"
                    "      - {{name: one, child: upper, joint: {}}}}}}}\n"
                    "      - {{name: two, parent: upper, child: lower, joint: {}}}}}}}\n",
                    turned, matter, turned, matter, first, second);
}

TEST(Loops, FreeLinksJoinedByPinsMoveAsTheTreeDoes) {
  for (const char* law : {"frictionless", "coulomb", "no_slip"}) {
    const SceneRun tree = run_text(double_pendulum(false, law));
    const SceneRun loop = run_text(double_pendulum(true, law));
    ASSERT_TRUE(is_done(tree.outcome().stop)) << law << tree.outcome().reason;
    ASSERT_TRUE(is_done(loop.outcome().stop)) << law << ": " << loop.outcome().reason;
    expect_proved(loop);
    const auto impacts = events_of_kind(tree.trace(), trace::EventKind::Impact);
    const auto others = events_of_kind(loop.trace(), trace::EventKind::Impact);
    ASSERT_GE(impacts.size(), 1u);
    ASSERT_EQ(impacts.size(), others.size()) << law;
    // Bonds of two corners are rows twice over: their impacts are solved to 1e-9 of the speed.
    const double close = law == std::string("no_slip") ? 2e-8 : 1e-9;
    for (std::size_t i = 0; i < std::min<std::size_t>(impacts.size(), 3); ++i)
      EXPECT_NEAR(trace::seconds(impacts[i].lo), trace::seconds(others[i].lo), close) << law;
    EXPECT_NEAR(tree.outcome().footer.energy_final, loop.outcome().footer.energy_final, 1e-7)
        << law;
  }
}

/// A door on one hinge, or on two: the second says nothing new.
std::string door(bool two, const std::string& more) {
  std::string text = mechanism_text(
      "      - {name: door, joint: {revolute: {axis: [0, 0.6, 0.8], anchor: [-0.4, 0, 0], "
      "coordinates: 0.4" +
          more + "}}, shape: {box: [0.8, 0.1, 0.9]}, mass: 3}\n",
      kEarth, 1.5);
  if (two)
    text +=
        "    loops:\n      - {name: hinge, child: door, joint: {revolute: {axis: [0, 0.6, 0.8], "
        "pose: {position: [0, 0.3, 0.4]}, anchor: [-0.4, 0.3, 0.4]}}}\n";
  return text;
}

TEST(Loops, AHingeThatSaysNothingNewChangesNothing) {
  for (const char* more : {"", ", limits: [-0.3, 0.9], limit_restitution: 0.4", ", friction: 4"}) {
    const SceneRun one = run_text(door(false, more));
    const SceneRun two = run_text(door(true, more));
    ASSERT_TRUE(is_done(one.outcome().stop)) << one.outcome().reason;
    ASSERT_TRUE(is_done(two.outcome().stop)) << two.outcome().reason;
    expect_proved(two);
    EXPECT_NEAR(one.outcome().final_state.q[0], two.outcome().final_state.q[0], 1e-9) << more;
    EXPECT_EQ(one.outcome().events, two.outcome().events) << more;
    EXPECT_EQ(one.trace().joints.size() + 1, two.trace().joints.size());
  }
}

TEST(Loops, TwoCranksOfAParallelogramSwingAsOnePendulum) {
  // Cranks of length l on pins a apart, and a coupler that only translates: one angle, with
  // (I_1 + I_2 + m l²) a'' = -(m_1 + m_2)/2 g l sin a - m g l sin a.
  const double l = 0.5;
  const auto crank = [&](const char* name, double x, const char* start) {
    return fmt::format(
        "      - {{name: {}, joint: {{revolute: {{axis: [0, 1, 0], pose: {{position: "
        "[{}, 0, 0]}}, anchor: [0, 0, 0.25]{}}}}}, shape: {{box: [0.04, 0.04, {}]}}, "
        "mass: 1}}\n",
        name, x, start, l);
  };
  const std::string text = mechanism_text(
      crank("left", 0, ", coordinates: 0.5") +
          "      - {name: coupler, parent: left, joint: {revolute: {axis: [0, 1, 0], "
          "pose: {position: [0, 0, -0.25]}, anchor: [-0.4, 0, 0]}}, shape: {box: "
          "[0.8, 0.04, 0.04]}, mass: 2}\n" +
          crank("right", 0.8, "") +
          "    loops:\n      - {name: pin, parent: coupler, child: right, joint: "
          "{revolute: {axis: [0, 1, 0], pose: {position: [0.4, 0, 0]}, anchor: [0, "
          "0, -0.25]}}}\n",
      kEarth, 1.5);
  const SceneRun run = conserving_run(text, 1e-10);
  const double about_pin = (l * l + 0.04 * 0.04) / 12.0 + 0.25 * l * l;
  const double squared = (1.0 + 2.0) * 9.81 * l / (2.0 * about_pin + 2.0 * l * l);
  // Runge-Kutta, far below the tolerance.
  double a = 0.5, w = 0.0;
  const int n = 60000;
  const double h = 1.5 / n;
  const auto pull = [&](double x) { return -squared * std::sin(x); };
  for (int i = 0; i < n; ++i) {
    const double k1 = pull(a), k2 = pull(a + h / 2 * w), k3 = pull(a + h / 2 * w + h * h / 4 * k1),
                 k4 = pull(a + h * w + h * h / 2 * k2);
    a += h * w + h * h / 6 * (k1 + k2 + k3);
    w += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  const Eigen::VectorXd& q = run.outcome().final_state.q;
  EXPECT_NEAR(q[0], a, 1e-9);
  EXPECT_NEAR(q[2], a, 1e-9);
  EXPECT_NEAR(q[1], -a, 1e-9);
}

TEST(Loops, ScenesOfLoopsRunToTheirEnd) {
  const SceneRun engine = proved_run("slider-crank.yaml");
  EXPECT_GE(events_of_kind(engine.trace(), trace::EventKind::Impact).size(), 1u);
  const SceneRun bridge = proved_run("plank-bridge.yaml");
  EXPECT_GE(events_of_kind(bridge.trace(), trace::EventKind::Impact).size(), 1u);
  const SceneRun linkage = proved_run("four-bar.yaml");
  EXPECT_NEAR(linkage.outcome().footer.energy_final, linkage.outcome().footer.energy_initial, 1e-9);
}

}  // namespace
}  // namespace rigor
