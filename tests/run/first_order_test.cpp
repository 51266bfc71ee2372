// SPDX-License-Identifier: Apache-2.0
// Method `first_order` against the oracle: its error halves with the step, sliding, turning and
// past impacts.
#include <gtest/gtest.h>

#include <rigor/run/simulate.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

struct Error {
  double way = 0.0;    ///< largest distance of a centre from the oracle's, m
  double angle = 0.0;  ///< rad
};

Error distance_of(const State& a, const State& b) {
  Error error;
  for (Eigen::Index i = 0; i + 6 < a.q.size(); i += 7) {
    error.way = std::max(error.way, (a.q.segment<3>(i) - b.q.segment<3>(i)).norm());
    const Quaternion p(a.q[i + 3], a.q[i + 4], a.q[i + 5], a.q[i + 6]);
    const Quaternion q(b.q[i + 3], b.q[i + 4], b.q[i + 5], b.q[i + 6]);
    error.angle = std::max(error.angle, p.angularDistance(q));
  }
  return error;
}

State end_of(const BuiltScene& built, SimulationOptions options, Method method, double step) {
  options.method = method;
  options.stepping.step = step;
  const Outcome outcome = simulate(built.model, built.initial, options, [](const StepReport&) {});
  EXPECT_EQ(outcome.stop, StopKind::Time) << outcome.reason;
  return outcome.final_state;
}

std::string box_scene(const std::string& until, const std::string& motion) {
  return "rigor_scene: 1\ngravity: [0, 0, -9.81]\nlaw: coulomb\nstop: {time: " + until +
         ", at_rest: false}\nsurfaces: {default: {mu: 0.3}}\nbodies:\n"
         "  - {name: box, shape: {box: [0.2, 0.1, 0.1]}, mass: 1, " +
         motion + "}\nhalf_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n";
}

TEST(FirstOrderAgainstOracle, ASlidingAndSpinningBoxConvergesAtFirstOrderAlsoInItsAngle) {
  const Scene scene = read_scene(box_scene("0.3",
                                           "pose: {position: [0, 0, 0.05]}, velocity: {linear: "
                                           "[1.5, 0.2, 0], angular: [0, 0, 8]}"),
                                 "t.yaml");
  const BuiltScene built = build(scene);
  const SimulationOptions options = simulation_options(scene);
  const State truth = end_of(built, options, Method::Oracle, 0.01);
  Error last{};
  for (const double step : {0.01, 0.005, 0.0025, 0.00125}) {
    const Error error = distance_of(end_of(built, options, Method::FirstOrder, step), truth);
    EXPECT_LE(error.way, 0.48 * step);
    if (step < 0.01) {
      EXPECT_NEAR(last.way / error.way, 2.0, 0.1) << "step " << step;
      EXPECT_NEAR(last.angle / error.angle, 2.0, 0.1) << "step " << step;
    }
    last = error;
  }
}

TEST(FirstOrderAgainstOracle, ATumblingBoxConvergesAtFirstOrderPastItsImpact) {
  const Scene scene = read_scene(
      box_scene("0.25",
                "pose: {position: [0, 0, 0.3], axis: [1, 1, 0.3], angle: 0.5}, velocity: {linear: "
                "[1, 0.2, 0], angular: [1, 3, 2]}"),
      "t.yaml");
  const BuiltScene built = build(scene);
  const SimulationOptions options = simulation_options(scene);
  const State truth = end_of(built, options, Method::Oracle, 0.01);
  Error last{};
  for (const double step : {0.005, 0.0025, 0.00125}) {
    const Error error = distance_of(end_of(built, options, Method::FirstOrder, step), truth);
    if (step < 0.005) {
      EXPECT_NEAR(last.way / error.way, 2.0, 0.2) << "step " << step;
    }
    last = error;
  }
}

/// An off-centre push on a frictionless floor, two blows: wherever in a step they fall, the error
/// is a small part of what the pusher travels in a step.
TEST(FirstOrderAgainstOracle, APushedBoxStaysWithItsPusherForEveryPhaseOfTheBlow) {
  Scene scene = load_scene(std::string(RIGOR_SCENES) + "/pusher.yaml");
  scene.stop.time = 1.5;
  scene.start_tolerance = 1e-4;
  const BuiltScene built = build(scene);
  const SimulationOptions options = simulation_options(scene);
  const State truth = end_of(built, options, Method::Oracle, 0.01);
  for (const double step : {0.01, 0.009, 0.008, 0.007, 0.006, 0.005, 0.004, 0.002}) {
    const Error error = distance_of(end_of(built, options, Method::FirstOrder, step), truth);
    EXPECT_LE(error.way, 0.1 * step) << "step " << step;
  }
}

}  // namespace
}  // namespace rigor
