// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/classic/step_trace.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

StepRecord record_step(SteppedBodies& bodies, double h) {
  TakenStep step;
  step.h = h;
  step.q_before = bodies.state.q;
  step.v_during = bodies.state.v;
  StepTrace trace(bodies);
  return trace.record(step_paths(bodies, step, {}), trace::EndReason::Full);
}

TEST(StepTrace, FilesNothingForBoxesThatAreApartAndAPlaneOtherwise) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("far", "position: [0, 0, 3]", "linear: [0, 0, -1]") +
      cube_text("near", "position: [3, 0, 0.5000001]", "linear: [0, 0, 0], angular: [0, 0, 9]") +
      kGroundText);
  const StepRecord record = record_step(*scene->bodies, 0.01);
  EXPECT_EQ(record.segments.size(), 2U);
  EXPECT_TRUE(record.uncertified.empty());
  for (const trace::Certificate& certificate : record.certificates)
    EXPECT_EQ(certificate.b.body, 1U);
  EXPECT_LE(record.certificates.size(), 1U);
}

TEST(StepTrace, SaysWhenAndHowDeepAPairOverlaps) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("sinks", "position: [0, 0, 0.6]", "linear: [0, 0, -4]") +
                  kGroundText);
  const StepRecord record = record_step(*scene->bodies, 0.05);  // ends 0.1 m deep
  ASSERT_EQ(record.uncertified.size(), 1U);
  EXPECT_NEAR(record.uncertified[0].separation, -0.1, 1e-12);
  EXPECT_NEAR(record.uncertified[0].time, 0.05, 1e-12);
  EXPECT_FALSE(record.uncertified[0].missed);
  ASSERT_EQ(record.certificates.size(), 1U);  // until it touches
  EXPECT_NEAR(trace::seconds(record.certificates[0].end), 0.025, 1e-6);
}

// Two cubes that pass through each other within one step: clean ends, overlap in between.
TEST(StepTrace, FindsOverlapsBetweenCleanEnds) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 3]", "linear: [40, 0, 0]") +
                  cube_text("b", "position: [2, 0.1, 3]", "linear: [0, 0, 0]"));
  const StepRecord record = record_step(*scene->bodies, 0.1);
  ASSERT_EQ(record.uncertified.size(), 1U);
  EXPECT_TRUE(record.uncertified[0].missed);
  EXPECT_NEAR(record.uncertified[0].separation, -0.9, 0.02);
}

}  // namespace
}  // namespace rigor
