// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/classic/fixed_step.hpp>

#include "classic_scene.hpp"

namespace rigor {
namespace {

using testing::ClassicScene;
using testing::run_classic;
using testing::scene_file;

/// Degrees between the first constraint's normal (from box to ball) and the true one, +z; negative
/// if nothing ever constrained the ball.
double first_error(const trace::Trace& trace) {
  for (const trace::Event& event : trace.events)
    if (!event.contacts.empty())
      return std::acos(std::min(1.0, std::max(-1.0, event.contacts[0].normal[2]))) * 180.0 / M_PI;
  return -1.0;
}

struct Row {
  double step, error;
  bool above;
  double vx, vz;
};

ClassicScene ball(Method method, double step) {
  Scene scene = scene_file("ball-toward-box.yaml");
  scene.method = method;
  scene.stepping.step = step;
  return run_classic(scene);
}

void expect_rows(Method method, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const ClassicScene run = ball(method, row.step);
    const State& end = run.outcome.final_state;
    EXPECT_NEAR(first_error(run.trace), row.error, 3.0) << name(method) << " " << row.step;
    EXPECT_EQ(end.q[2] > 0.0, row.above) << name(method) << " " << row.step;
    EXPECT_NEAR(end.v[0], row.vx, 0.1) << name(method) << " " << row.step;
    EXPECT_NEAR(end.v[2], row.vz, 0.1) << name(method) << " " << row.step;
  }
}

// The figures' numbers: first normal, side of the box, velocity at the end.
TEST(FixedStep, StewartTrinkleOnTheBallTowardsABox) {
  expect_rows(Method::StewartTrinkle, {{0.15, -1.0, false, 15.0, -15.9},
                                       {0.1, 50.0, false, 12.3, -13.6},
                                       {0.05, 46.0, false, 10.7, -11.6},
                                       {0.025, 35.0, true, 9.0, 0.0},
                                       {0.0125, 0.0, true, 15.0, 0.0},
                                       {0.00625, 0.0, true, 15.0, 0.0}});
}

TEST(FixedStep, AnitescuPotraOnTheBallTowardsABox) {
  expect_rows(Method::AnitescuPotra, {{0.15, -1.0, false, 15.0, -15.9},
                                      {0.1, 180.0, false, 15.0, -15.9},
                                      {0.05, 180.0, false, 15.0, -15.9},
                                      {0.025, 180.0, false, 15.0, -15.9},
                                      {0.0125, 0.0, true, 15.0, 8.4},
                                      {0.00625, 0.0, true, 15.0, 5.0}});
}

// The paper's own method with the same longest step: 7 steps, the true side and normal.
TEST(FixedStep, AdaptiveStepsAvoidAllThat) {
  Scene scene = scene_file("ball-toward-box.yaml");
  scene.method = Method::Paper;
  scene.stepping = {.step = 0.1, .bounds = Bounds::Printed};
  const ClassicScene run = run_classic(scene);
  EXPECT_EQ(run.outcome.footer.steps, 7U);
  EXPECT_NEAR(first_error(run.trace), 0.0, 1e-6);
  EXPECT_NEAR(run.outcome.final_state.q[0], 4.690, 1e-3);
  EXPECT_NEAR(run.outcome.final_state.v[2], 0.0, 1e-9);
}

// At 3/2 of that step both ends of every step are clean, and the ball passes through the box.
TEST(FixedStep, OverlapsBetweenTwoCleanEndsAreFound) {
  const ClassicScene run = ball(Method::StewartTrinkle, 0.15);
  ASSERT_EQ(run.stepping().missed.size(), 1U);
  EXPECT_NEAR(run.stepping().missed[0].time, 0.2906, 0.02);
  EXPECT_LT(run.stepping().missed[0].separation, -0.05);
  EXPECT_EQ(run.stepping().uncertified_steps, 1U);
}

// A cube that slides on the ground under Coulomb friction, by the pyramid: v = v0 - μ g t.
TEST(FixedStep, StewartTrinkleSlidesACubeToRest) {
  const std::string text =
      "rigor_scene: 1\nname: slide\ngravity: [0, 0, -10]\nlaw: coulomb\nmethod: stewart_trinkle\n"
      "stepping: {step: 0.01}\nstop: {time: 0.5, at_rest: false}\nsurfaces: {default: {mu: "
      "0.2}}\nbodies:\n  - {name: cube, shape: {box: [1, 1, 0.2]}, mass: 2, pose: {position: [0, "
      "0, "
      "0.1]}, velocity: {linear: [2, 0, 0]}}\nhalf_spaces:\n  - {name: ground, normal: [0, 0, 1], "
      "offset: 0}\n";
  const ClassicScene run = run_classic(read_scene(text, "slide.yaml"));
  EXPECT_NEAR(run.outcome.final_state.v[0], 2.0 - 0.2 * 10.0 * 0.5, 1e-9);
  EXPECT_NEAR(run.outcome.final_state.q[2], 0.1, 1e-12);
  EXPECT_LE(run.stepping().worst_residual, 1e-9);
}

}  // namespace
}  // namespace rigor
