// SPDX-License-Identifier: Apache-2.0
// Motors and dry friction in joints, against closed forms.
#include <cmath>

#include <fmt/format.h>

#include "integration/mechanism_run.hpp"

namespace rigor {
namespace {

/// A slider of 1 kg on a straight guide, with these keys of its joint.
std::string slider(const std::string& keys, double seconds, const std::string& top = "") {
  return mechanism_text(box_link_text("slider", "", "{prismatic: {axis: [1, 0, 0], " + keys + "}}",
                                      "[0.1, 0.1, 0.1]"),
                        "gravity: [0, 0, 0]\n" + top, seconds);
}

/// Runs it to the end, proved.
SceneRun finished(const std::string& text) {
  SceneRun run = run_text(text);
  EXPECT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
  expect_proved(run);
  return run;
}

/// The times of the events of this kind.
std::vector<double> times_of(const SceneRun& run, trace::EventKind kind) {
  std::vector<double> times;
  for (const trace::Event& event : run.trace().events)
    if (event.kind == kind) times.push_back(trace::seconds(event.at));
  return times;
}

double place_of(const SceneRun& run) { return run.outcome().final_state.q[0]; }
double speed_of(const SceneRun& run) { return run.outcome().final_state.v[0]; }

TEST(Actuators, AConstantEffortAndKnotsPushASlider) {
  const SceneRun steady = finished(slider("motor: {effort: 3}", 2.0));
  EXPECT_NEAR(place_of(steady), 6.0, 1e-11);
  EXPECT_NEAR(steady.outcome().footer.energy_final, 18.0, 1e-10);
  EXPECT_LE(steady.outcome().footer.energy_max_gain, 1e-10);  // what motors do is accounted for
  const SceneRun ramp =
      finished(slider("motor: {effort: {knots: [[0, 0], [1, 6], [2, 6]], pieces: linear}}", 2.0));
  EXPECT_NEAR(place_of(ramp), 1.0 + 3.0 + 3.0, 1e-11);  // t³ up to 1 s, then v = 3 and a = 6
}

TEST(Actuators, APositionControllerIsADampedOscillator) {
  const SceneRun run = finished(slider("motor: {kp: 40, kd: 2, target: 0.5}", 1.0));
  const double w = std::sqrt(40.0 - 1.0);
  const double decay = std::exp(-1.0);
  EXPECT_NEAR(place_of(run), 0.5 - 0.5 * decay * (std::cos(w) + std::sin(w) / w), 1e-10);
}

TEST(Actuators, AStiffMotorTakesNoMoreSegmentsThanItsMotionNeeds) {
  // Roots of r² + d r + k: one decays within 0.2 ms, the other within 20 ms.
  const double d = 5000.0;
  const double k = 2.5e5;
  const SceneRun run = finished(slider("motor: {kp: 2.5e5, kd: 5000, target: 0.5}", 0.1));
  const double slow = 0.5 * (-d + std::sqrt(d * d - 4.0 * k));
  const double fast = 0.5 * (-d - std::sqrt(d * d - 4.0 * k));
  const double left = (fast * std::exp(0.1 * slow) - slow * std::exp(0.1 * fast)) / (fast - slow);
  EXPECT_NEAR(place_of(run), 0.5 * (1.0 - left), 1e-9);
  EXPECT_LE(run.outcome().segments, 25u);  // plain sweeps took hundreds
}

TEST(Actuators, AHarmonicTargetIsFollowedWithItsPhase) {
  // m x'' = kp (x* - x), x* = A sin Ωt: x = A kp/(kp - Ω²) (sin Ωt - Ω/ω sin ωt).
  const SceneRun run =
      finished(slider("motor: {kp: 50, target: {harmonics: {period: 0.5, sin: [0.1]}}}", 1.3));
  const double big = 4.0 * M_PI;
  const double w = std::sqrt(50.0);
  EXPECT_NEAR(place_of(run),
              0.1 * 50.0 / (50.0 - big * big) * (std::sin(big * 1.3) - big / w * std::sin(w * 1.3)),
              1e-10);
}

TEST(Actuators, ASampledControllerIsALinearMap) {
  // Between samples u is constant: x += v T + u T²/2, v += u T.
  constexpr double kPeriod = 0.01;
  const auto text = [&](int samples) {
    return slider("coordinates: 1, motor: {kp: 30, kd: 4, target: 0.2, every: 0.01}",
                  kPeriod * samples);
  };
  for (const int samples : {200, 10000}) {
    SceneRun run = run_text(text(samples));
    ASSERT_TRUE(is_done(run.outcome().stop)) << run.outcome().reason;
    if (samples == 200) expect_proved(run);
    double x = 1.0;
    double v = 0.0;
    for (int k = 0; k < samples; ++k) {
      const double u = 30.0 * (0.2 - x) - 4.0 * v;
      x += v * kPeriod + 0.5 * u * kPeriod * kPeriod;
      v += u * kPeriod;
    }
    EXPECT_NEAR(place_of(run), x, 1e-11);
    EXPECT_NEAR(speed_of(run), v, 1e-10);
  }
}

TEST(Actuators, ASampledLawInCxxIsTheSameMap) {
  const Scene scene = read_scene(slider("coordinates: 1", 0.5), "test.yaml");
  ModelDescription description = describe(scene);
  SampledLaw law;
  law.law = [](const Model&, const State& s) {
    return Eigen::VectorXd::Constant(1, 30.0 * (0.2 - s.q[0]) - 4.0 * s.v[0]).eval();
  };
  law.times = {0.0, 0.01};
  description.forces.push_back({"slider", law});
  const Model model = std::get<Model>(build(description));
  const SimulationOptions options = simulation_options(scene);
  const State start = build(scene).initial;
  const auto run = record(model, start, options, trace_prelude(model, start, options));
  const SceneRun same =
      finished(slider("coordinates: 1, motor: {kp: 30, kd: 4, target: 0.2, every: 0.01}", 0.5));
  // Each sample but the one of the start ends a segment, and is one event.
  const std::vector<double> samples = times_of(same, trace::EventKind::Sample);
  ASSERT_EQ(samples.size(), 49u);
  for (int k = 0; k < 49; ++k) EXPECT_NEAR(samples[k], 0.01 * (k + 1), 1e-15);
  EXPECT_EQ(run.outcome.final_state.q[0], place_of(same));
  EXPECT_EQ(run.outcome.final_state.v[0], speed_of(same));
}

TEST(Actuators, AMotorAtItsLimitPushesSteadilyAndComesOffItInTime) {
  // 10 (1 - x) is above 2 until x = 0.8 at t = √0.8; then it swings about 1 with amplitude A until
  // 10 (1 - x) = -2 at x = 1.2, where the limit holds again.
  const double first = std::sqrt(0.8);
  const double w = std::sqrt(10.0);
  const double v = 2.0 * first;
  const double swing = std::sqrt(0.04 + v * v / 10.0);
  const double second = first + 2.0 * std::asin(0.2 / swing) / w;
  const std::string motor = "motor: {kp: 10, target: 1, limit: 2}";
  const SceneRun inside = finished(slider(motor, 0.95));
  const double later = w * (0.95 - first);
  EXPECT_NEAR(place_of(inside), 1.0 - 0.2 * std::cos(later) + v / w * std::sin(later), 1e-10);
  const SceneRun beyond = finished(slider(motor, 1.5));
  const double after = 1.5 - second;  // by symmetry it comes to the limit as fast as it left it
  EXPECT_NEAR(place_of(beyond), 1.2 + v * after - after * after, 1e-10);
  const std::vector<double> ends = times_of(beyond, trace::EventKind::Limit);
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_NEAR(ends[0], first, 1e-10);
  EXPECT_NEAR(ends[1], second, 1e-10);
  EXPECT_EQ(beyond.trace().events[0].note, "the motor leaves its upper limit");
  EXPECT_EQ(beyond.trace().events[1].note, "the motor at its lower limit");
}

TEST(Actuators, DryFrictionStopsASliderAndHoldsIt) {
  const SceneRun run = finished(slider("velocities: 2, friction: 4", 3.0));
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_NEAR(place_of(run), 0.5, 1e-11);  // v²/(2 f)
  EXPECT_EQ(speed_of(run), 0.0);
  EXPECT_NEAR(run.outcome().footer.energy_final, 0.0, 1e-20);
  const std::vector<double> stops = times_of(run, trace::EventKind::Stick);
  ASSERT_EQ(stops.size(), 1u);
  EXPECT_NEAR(stops[0], 0.5, 1e-11);
}

TEST(Actuators, DryFrictionYieldsToAnEffortThatGrowsBeyondIt) {
  // f = 1, effort t: slides from t = 1 on, x = (t - 1)³/6.
  for (const double sign : {1.0, -1.0}) {
    const SceneRun run = finished(slider(
        fmt::format("friction: 1, motor: {{effort: {{knots: [[0, 0], [3, {}]]}}}}", 3.0 * sign),
        2.5));
    EXPECT_NEAR(place_of(run), sign * std::pow(1.5, 3) / 6.0, 1e-9);
    ASSERT_EQ(times_of(run, trace::EventKind::Slip).size(), 1u);
    EXPECT_NEAR(times_of(run, trace::EventKind::Slip)[0], 1.0, 1e-9);
  }
}

TEST(Actuators, ASpringAndDryFrictionStopWithinTheDeadZone) {
  // k = 100, f = 1: each half swing loses 2 f/k = 0.02: 0.055, -0.035, 0.015, and 0.005 is less
  // than f/k from the middle.
  const SceneRun run = finished(slider("coordinates: 0.055, stiffness: 100, friction: 1", 5.0));
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_NEAR(place_of(run), 0.005, 1e-10);
  const std::vector<double> turns = times_of(run, trace::EventKind::Slip);
  ASSERT_EQ(turns.size(), 2u);  // half swings of π/10 s
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(turns[k], (k + 1) * M_PI / 10.0, 1e-9);
  ASSERT_EQ(times_of(run, trace::EventKind::Stick).size(), 1u);
  EXPECT_NEAR(times_of(run, trace::EventKind::Stick)[0], 3.0 * M_PI / 10.0, 1e-9);
}

// A carriage of 1 kg with dry friction moves back at -u; on it another one leaves its stop at w and
// is pulled back, so slowly that its hop is ended at once. Both go on at w/2 - u, whatever friction
// did before: with 2 N it stops them in (w/2 - u) seconds.
TEST(Actuators, AHopThatIsEndedTurnsOrStopsAJointWithDryFriction) {
  for (const double u : {1e-6, 1e-5}) {
    const std::string lower =
        fmt::format("{{prismatic: {{axis: [1, 0, 0], velocities: {}, friction: 2}}}}", -u);
    const std::string upper =
        "{prismatic: {axis: [1, 0, 0], pose: {position: [0, 0, 0.2]}, coordinates: 1e-8, "
        "velocities: 2e-5, limits: [0, 1], motor: {effort: -4}}}";
    const SceneRun run =
        finished(mechanism_text(box_link_text("lower", "", lower, "[0.1, 0.1, 0.1]") +
                                    box_link_text("upper", "lower", upper, "[0.1, 0.1, 0.1]"),
                                "gravity: [0, 0, 0]", 1.0));
    const double speed = 1e-5 - u;
    EXPECT_NEAR(place_of(run), 0.5 * speed * speed, 1e-15) << u;
    EXPECT_EQ(speed_of(run), 0.0) << u;
    const std::vector<double> stops = times_of(run, trace::EventKind::Stick);
    if (speed > 0.0) {
      ASSERT_EQ(stops.size(), 1u);
      EXPECT_NEAR(stops[0], speed, 2e-12);  // stops are found where 1e-12 m/s lead back
    }
  }
}

TEST(Actuators, AMotorPressesAgainstALimit) {
  const SceneRun run =
      finished(slider("limits: [-1, 0.3], motor: {kp: 20, kd: 3, target: 1}", 6.0));
  EXPECT_EQ(run.outcome().stop, StopKind::Rest);
  EXPECT_NEAR(place_of(run), 0.3 - 1e-8, 1e-10);
}

TEST(Actuators, DryFrictionTakesNoPartInAnImpact) {
  // A slider that friction holds is hit by a free box of the same mass: e = 1 hands over all speed.
  const std::string box =
      "surfaces: {default: {restitution: 1}}\nbodies: [{name: box, mass: 1, shape: {box: [0.1, "
      "0.1, 0.1]}, pose: {position: [-0.5, 0, 0]}, velocity: {linear: [2, 0, 0]}}]";
  std::string text = slider("friction: 4", 1.0, box);
  text.replace(text.find("law: no_slip"), 12, "law: frictionless");
  const SceneRun run = finished(text);
  EXPECT_NEAR(run.outcome().final_state.q.tail<1>()[0], 0.5, 1e-9);
  EXPECT_NEAR(run.outcome().final_state.v.tail<1>()[0], 0.0, 0.0);
}

// A lever of 1 kg on a fixed body carries a box of 2 kg: friction above the moment of both holds
// it.
TEST(Actuators, DryFrictionFeelsWhatLiesOnALeverWithAFixedBase) {
  const std::string bodies =
      "\nbodies:\n  - {name: base, fixed: true, shape: {box: [0.1, 0.1, 0.1]}, pose: {position: "
      "[0, 0, 1]}}\n  - {name: load, shape: {box: [0.1, 0.1, 0.1]}, mass: 2, pose: {position: "
      "[0.8, 0, 1.07]}}";
  const double moment = 9.81 * (1.0 * 0.5 + 2.0 * 0.8);
  for (const double share : {1.01, 0.99}) {
    const std::string joint = fmt::format(
        "{{revolute: {{axis: [0, 1, 0], anchor: [-0.5, 0, 0], friction: {}}}}}", share * moment);
    const SceneRun run = finished(mechanism_text(
        box_link_text("lever", "base", joint, "[1, 0.2, 0.04]"), kEarth + bodies, 0.3));
    const trace::Footer& footer = run.outcome().footer;
    if (share > 1.0) {
      EXPECT_LT(run.outcome().final_state.v.norm(), 1e-8);
      EXPECT_NEAR(footer.energy_final, footer.energy_initial, 1e-6);
    } else {
      EXPECT_LT(footer.energy_final, footer.energy_initial - 1e-3);
    }
  }
}

// Two fingers press a block of 0.5 kg with 20 N each: friction carries it down to mu = m g / 2 F.
// A millionth above it hangs at rest, a millionth below it falls by a millionth of gravity.
TEST(Actuators, AGripHoldsToTheLimitOfStatics) {
  const auto finger = [](const char* name, double side) {
    return fmt::format(
        "      - {{name: {}, parent: hand, mass: 0.1, shape: {{box: [0.03, 0.02, 0.03]}}, joint: "
        "{{prismatic: {{axis: [0, 1, 0], pose: {{position: [0, {}, -0.2]}}, motor: {{effort: "
        "{}}}}}}}}}\n",
        name, 0.035 * side, -20.0 * side);
  };
  for (const double above : {1e-6, -1e-6}) {
    const std::string head = fmt::format("{}\nsurfaces: {{default: {{mu: {:.17g}}}}}", kEarth,
                                         0.5 * 9.81 / 40.0 * (1.0 + above));
    const std::string bodies =
        "\nbodies:\n  - {name: hand, fixed: true, shape: {box: [0.02, 0.02, 0.02]}, pose: "
        "{position: [0, 0, 0.2]}}\n  - {name: block, shape: {box: [0.05, 0.05, 0.05]}, mass: 0.5}";
    std::string text =
        mechanism_text(finger("left", -1.0) + finger("right", 1.0), head + bodies, 0.5);
    text.replace(text.find("no_slip"), 7, "coulomb");
    const SceneRun run = finished(text);
    const trace::Footer& footer = run.outcome().footer;
    const double fall = above > 0.0 ? 0.0 : 0.5 * -above * 9.81 * 0.25;
    EXPECT_NEAR(footer.energy_final - footer.energy_initial, -0.5 * 9.81 * fall * (1.0 + above),
                1e-5 * 0.5 * 9.81 * 1.2e-6)
        << above;
  }
}

// A car whose front wheels, of twenty sides, are driven. The lateral rows of wheels on one axle
// nearly depend on each other: the law and the motion then need not agree which wheel pulls.
TEST(Actuators, ACarOnPolygonalWheelsGoesOnUnderNoSlip) {
  std::string links =
      "      - {name: chassis, shape: {box: [0.6, 0.3, 0.1]}, mass: 5, joint: {free: {coordinates: "
      "[0, 0, 0.135, 1, 0, 0, 0]}}}\n";
  for (const int x : {1, -1})
    for (const int y : {1, -1})
      links += fmt::format(
          "      - {{name: wheel{}{}, parent: chassis, shape: {{prism: {{sides: 20, radius: 0.1, "
          "height: 0.05}}}}, mass: 0.5, joint: {{revolute: {{axis: [0, 0, 1], pose: {{position: "
          "[{}, {}, -0.03], axis: [1, 0, 0], angle: 1.5707963267948966}}{}}}}}}}\n",
          x > 0 ? 'f' : 'r', y > 0 ? 'l' : 'r', 0.2 * x, 0.2 * y,
          x > 0 ? ", motor: {effort: -0.8}" : "");
  const SceneRun run = finished(mechanism_text(
      links, kEarth + "\nhalf_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}", 0.9));
  const trace::Footer& footer = run.outcome().footer;
  EXPECT_LE(footer.energy_max_gain, 1e-10);
  EXPECT_GT(run.outcome().final_state.q[0], 0.3);  // it has driven
}

TEST(Actuators, AnArmWithDryJointsFallsOnTheFloorUnderEveryLaw) {
  for (const char* law : {"no_slip", "frictionless", "coulomb"}) {
    std::string text = mechanism_text(
        box_link_text("upper", "",
                      "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 0.7]}, anchor: [0, 0, "
                      "0.25], coordinates: 1.4, friction: 0.4}}",
                      "[0.05, 0.05, 0.5]") +
            box_link_text("lower", "upper",
                          "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.25]}, anchor: "
                          "[0, 0, 0.25], coordinates: 0.2, friction: 0.2}}",
                          "[0.05, 0.05, 0.5]"),
        kEarth +
            "\nsurfaces: {default: {mu: 0.4}}\nhalf_spaces: [{name: floor, normal: [0, 0, 1], "
            "offset: 0}]",
        3.0);
    text.replace(text.find("law: no_slip"), 12, std::string("law: ") + law);
    const SceneRun run = finished(text);
    EXPECT_LE(run.outcome().footer.energy_max_gain, 1e-10) << law;
    EXPECT_LT(run.outcome().footer.energy_final, run.outcome().footer.energy_initial) << law;
  }
}

}  // namespace
}  // namespace rigor
