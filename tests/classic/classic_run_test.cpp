// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "classic_scene.hpp"

namespace rigor {
namespace {

using testing::ClassicScene;
using testing::run_classic;
using testing::scene_file;
using testing::with_paper;

void expect_proved(const ClassicScene& run) {
  EXPECT_TRUE(is_done(run.outcome.stop)) << run.scene.name << ": " << run.outcome.reason;
  EXPECT_TRUE(run.outcome.certified);
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << run.scene.name << "\n"
      << verification::text_of(verdict, run.trace);
  EXPECT_GE(verdict.min_gap, 5e-9) << run.scene.name;  // what certificates claim
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Corrected bounds make the paper's scheme sound: no floor, every instant of eight throws proved.
TEST(ClassicRun, CorrectedIsProvedForEightSeedsOfTheDie) {
  std::vector<double> steps;
  std::vector<double> per_change;
  for (int seed = 1; seed <= 8; ++seed) {
    const std::string file =
        seed == 1 ? "die.yaml" : "benchmarks/die-seed-" + std::to_string(seed) + ".yaml";
    const ClassicScene run = run_classic(with_paper(scene_file(file), Bounds::Corrected));
    EXPECT_EQ(run.outcome.stop, StopKind::Rest) << file << ": " << run.outcome.reason;
    EXPECT_EQ(run.stepping().rules.count("floor"), 0U);
    EXPECT_LE(run.stepping().worst_residual, 1e-9);
    expect_proved(run);
    steps.push_back(static_cast<double>(run.outcome.footer.steps));
    per_change.push_back(steps.back() / static_cast<double>(run.stepping().paper_changes));
  }
  EXPECT_LE(std::abs(std::log2(median(steps) / 2359.0)), 1.0);
  EXPECT_LE(std::abs(std::log2(median(per_change) / 7.0)), 1.0);
}

// Printed: a hundred times the steps, most of them without any contact, and steps that nobody can
// certify although the die never penetrates.
TEST(ClassicRun, PrintedTakesManySmallStepsAndSaysWhichAreNotProved) {
  const ClassicScene run = run_classic(with_paper(scene_file("die.yaml"), Bounds::Printed), false);
  EXPECT_EQ(run.outcome.stop, StopKind::Rest);
  EXPECT_LE(std::abs(std::log2(static_cast<double>(run.outcome.footer.steps) / 229771.0)), 1.0);
  EXPECT_LE(std::abs(std::log2(static_cast<double>(run.stepping().paper_changes) / 1285.0)), 1.0);
  EXPECT_GT(run.stepping().rules.at("transient"), 1000U);
  EXPECT_GT(run.stepping().rules.at("dagger"), 100U);
  EXPECT_GT(run.stepping().steps_without_contact, run.outcome.footer.steps / 2);
  EXPECT_EQ(run.outcome.footer.step_min, 1e-8);
  EXPECT_GT(run.stepping().uncertified_steps, 0U);
  ASSERT_TRUE(run.stepping().deepest);
  EXPECT_LT(run.stepping().deepest->separation, 5e-9);
  EXPECT_FALSE(run.outcome.certified);
}

// Both forms fly alike: explicit Euler at 0.01 s is 7 ms late at the ground (truth: 0.78006 s).
TEST(ClassicRun, BothFormsAgreeUpToTheFirstImpact) {
  std::vector<double> times;
  for (const Bounds bounds : {Bounds::Printed, Bounds::Corrected}) {
    Scene scene = with_paper(scene_file("die.yaml"), bounds);
    scene.stop.time = 0.79;
    const ClassicScene run = run_classic(scene);
    ASSERT_FALSE(run.trace.events.empty());
    EXPECT_EQ(run.trace.events[0].kind, trace::EventKind::Impact);
    EXPECT_EQ(run.trace.events[0].contacts_after, 1U);
    times.push_back(trace::seconds(run.trace.events[0].lo));
  }
  EXPECT_NEAR(times[0], 0.787621, 2e-6);
  EXPECT_NEAR(times[1], times[0], 1e-4);
}

// Scenes that broke the paper's own program: with corrected bounds none penetrates, all are proved.
TEST(ClassicRun, CorrectedIsProvedWhereTheAuthorsProgramPenetrates) {
  for (const char* file :
       {"benchmarks/t1.yaml", "cube-glances-off-cube.yaml", "cube-meets-cube-aligned.yaml",
        "cube-meets-cube-offset.yaml", "cube-meets-cube-fast.yaml", "spinning-cube-hits-cube.yaml",
        "tumbling-cube-hits-cube.yaml", "stack-2.yaml", "stack-3.yaml"}) {
    const ClassicScene run = run_classic(with_paper(scene_file(file), Bounds::Corrected));
    expect_proved(run);
  }
}

// Stacks that touch exactly are opened to half the threshold, which is reported.
TEST(ClassicRun, CorrectedOpensTouchingStartsAndPrintedLeavesThem) {
  const ClassicScene opened =
      run_classic(with_paper(scene_file("stack-3.yaml"), Bounds::Corrected));
  EXPECT_NEAR(opened.outcome.start_moved, 1.5e-6, 1e-8);  // three gaps of 5e-7 m below the top cube
  const ClassicScene left = run_classic(with_paper(scene_file("stack-3.yaml"), Bounds::Printed));
  EXPECT_EQ(left.outcome.start_moved, 0.0);
  EXPECT_EQ(left.stepping().uncertified_steps, left.outcome.footer.steps);
  EXPECT_FALSE(left.outcome.certified);
}

// A run of a penetrating method is measured, never proved.
/// Certificates of turning pairs lose a hundredth of what they claim to their slack: here they once
/// claimed less than half a skin.
TEST(ClassicRun, ATowerHitByABoxIsProved) {
  std::string text =
      "rigor_scene: 1\nname: tower\ngravity: [0, 0, -9.81]\nlaw: no_slip\nmethod: paper\n"
      "stepping: {bounds: corrected}\nstop: {time: 0.25}\n"
      "half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]\nbodies:\n";
  for (const char* z : {"0.03", "0.09", "0.15", "0.21"})
    text += std::string("  - {name: box") + z + ", shape: {box: [0.2, 0.1, 0.06]}, mass: 2.28, " +
            "pose: {position: [0, 0, " + z + "]}}\n";
  text +=
      "  - {name: thrown, shape: {box: [0.1, 0.1, 0.1]}, mass: 1,\n"
      "     pose: {position: [-1, 0, 0.25]}, velocity: {linear: [6, 0, 0]}}\n";
  expect_proved(run_classic(read_scene(text, "tower.yaml")));
}

TEST(ClassicRun, OverlapsOfBaselinesAreMeasured) {
  Scene scene = scene_file("ball-toward-box.yaml");
  scene.method = Method::AnitescuPotra;
  scene.stepping.step = 0.05;
  const ClassicScene run = run_classic(scene);
  EXPECT_FALSE(run.outcome.certified);
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Measured);
  EXPECT_LT(verdict.measured.deepest, -0.01);
  ASSERT_TRUE(run.stepping().deepest);
  EXPECT_LT(run.stepping().deepest->separation, -0.1);
}

TEST(ClassicRun, RefusesWhatItCannotDo) {
  const auto reason = [](Scene scene) { return run_classic(scene).outcome; };
  Scene viscous = with_paper(scene_file("die.yaml"), Bounds::Corrected);
  viscous.law = Law::Viscous;
  EXPECT_EQ(reason(viscous).stop, StopKind::Unsupported);
  Scene driven = with_paper(scene_file("pusher.yaml"), Bounds::Corrected);
  EXPECT_EQ(reason(driven).stop, StopKind::Unsupported);
  EXPECT_NE(reason(driven).reason.find("driven"), std::string::npos);
}

// The same run gives the same bits.
TEST(ClassicRun, RepeatsItself) {
  Scene scene = with_paper(scene_file("die.yaml"), Bounds::Corrected);
  scene.stop.time = 1.0;
  EXPECT_EQ(run_classic(scene).trace, run_classic(scene).trace);
}

}  // namespace
}  // namespace rigor
