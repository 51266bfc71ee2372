// SPDX-License-Identifier: Apache-2.0
// Links that touch the ground: impulses through the joints of a mechanism.
#include <cmath>

#include <gtest/gtest.h>

#include "classic_scene.hpp"

namespace rigor {
namespace {

using testing::ClassicScene;
using testing::run_classic;

constexpr double kHinge = 0.6;   // m above the ground
constexpr double kLength = 1.0;  // of the flap
constexpr double kWidth = 0.1;

Scene scene_of(const std::string& method, const std::string& stepping, const std::string& law,
               const std::string& links) {
  return read_scene("rigor_scene: 1\nname: links\ngravity: [0, 0, -9.81]\nlaw: " + law +
                        "\nmethod: " + method + "\nstepping: {" + stepping +
                        "}\nstop: {time: 2}\nsurfaces: {default: {mu: 0.5}}\n"
                        "half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]\n"
                        "mechanisms:\n  - name: arm\n    links:\n" +
                        links,
                    "links.yaml");
}

/// A flap, longer than its hinge is high, falls until its end lies on the ground.
Scene flap(const std::string& method, const std::string& stepping, const std::string& law) {
  return scene_of(method, stepping, law,
                  "      - {name: flap, shape: {box: [0.1, 0.1, 1]}, mass: 1, joint: {revolute: "
                  "{axis: [0, 1, 0], pose: {position: [0, 0, 0.6]}, anchor: [0, 0, 0.5], "
                  "coordinates: -1.2}}}\n");
}

/// Height of the lowest corner of the flap, hung at an angle from the vertical.
double height_of(double angle) {
  const double a = std::abs(angle);
  return kHinge - kLength * std::cos(a) - 0.5 * kWidth * std::sin(a);
}

void expect_proved(const ClassicScene& run) {
  EXPECT_TRUE(run.outcome.certified);
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace);
}

// The impact takes all of the motion, whatever the law: the flap has one way to move.
TEST(LinksInContact, CorrectedLaysAFlapOnTheGround) {
  for (const char* law : {"no_slip", "frictionless", "coulomb"}) {
    const ClassicScene run = run_classic(flap("paper", "bounds: corrected", law));
    EXPECT_EQ(run.outcome.stop, StopKind::Rest) << law << ": " << run.outcome.reason;
    const double gap = height_of(run.outcome.final_state.q[0]);
    EXPECT_GT(gap, 0.0) << law;
    EXPECT_LE(gap, 1e-6) << law;
    expect_proved(run);
  }
}

// Two links under no-slip: the end sticks where it lands, and both come to rest.
TEST(LinksInContact, CorrectedBringsAnArmToRest) {
  const ClassicScene run = run_classic(scene_of(
      "paper", "bounds: corrected", "no_slip",
      "      - {name: upper, shape: {box: [0.1, 0.1, 1]}, mass: 1, joint: {revolute: {axis: [0, 1, "
      "0], pose: {position: [0, 0, 1.1]}, anchor: [0, 0, 0.5], coordinates: -1.4}}}\n"
      "      - {name: lower, parent: upper, shape: {box: [0.1, 0.1, 0.6]}, mass: 1, joint: "
      "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -0.55]}, anchor: [0, 0, 0.35]}}}\n"));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest) << run.outcome.reason;
  EXPECT_GT(run.stepping().paper_changes, 0U);
  expect_proved(run);
}

// Δt† of links is not part of the printed method: it says so and stops, and what came before
// stands.
TEST(LinksInContact, PrintedStopsWhereALinkTouches) {
  const ClassicScene run = run_classic(flap("paper", "bounds: printed", "no_slip"));
  EXPECT_EQ(run.outcome.stop, StopKind::Mechanism);
  EXPECT_NE(run.outcome.reason.find("links must not touch"), std::string::npos);
  EXPECT_NEAR(height_of(run.outcome.final_state.q[0]), 0.0, 1e-6);
}

TEST(LinksInContact, StewartTrinkleLaysAFlapExactlyOnTheGround) {
  const ClassicScene run = run_classic(flap("stewart_trinkle", "step: 0.01", "frictionless"));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest) << run.outcome.reason;
  EXPECT_NEAR(height_of(run.outcome.final_state.q[0]), 0.0, 1e-4);  // rows at the step's start
}

// No-slip rows hold the flap for one step before it touches; that is not rest.
TEST(LinksInContact, AFlapHeldAboveTheGroundIsNotAtRest) {
  const ClassicScene run = run_classic(flap("stewart_trinkle", "step: 0.01", "no_slip"));
  EXPECT_EQ(run.outcome.stop, StopKind::Time);
  EXPECT_LT(height_of(run.outcome.final_state.q[0]), 2e-3);
}

TEST(LinksInContact, AnitescuPotraLetsAFlapIntoTheGroundAndSaysHowDeep) {
  const ClassicScene run = run_classic(flap("anitescu_potra", "step: 0.01", "frictionless"));
  EXPECT_FALSE(run.outcome.certified);
  ASSERT_TRUE(run.stepping().deepest);
  EXPECT_NEAR(run.stepping().deepest->separation, -0.0066, 5e-4);
  EXPECT_NEAR(height_of(run.outcome.final_state.q[0]), 0.0, 2e-3);
}

// A stiff motor makes fixed steps unstable: that is said, with the body, and nothing breaks.
TEST(LinksInContact, StepsThatAreTooLongForAMotorAreToldAsSuch) {
  const ClassicScene run = run_classic(scene_of(
      "stewart_trinkle", "step: 0.01", "no_slip",
      "      - {name: rod, shape: {box: [0.02, 0.02, 0.1]}, mass: 0.1, joint: {revolute: {axis: "
      "[0, 1, 0], pose: {position: [0, 0, 0.6]}, coordinates: 0.1, motor: {kp: 5, kd: 0.2}}}}\n"));
  EXPECT_EQ(run.outcome.stop, StopKind::Inconsistent);
  EXPECT_NE(run.outcome.reason.find("'rod' turns by more than half a turn"), std::string::npos)
      << run.outcome.reason;
}

}  // namespace
}  // namespace rigor
