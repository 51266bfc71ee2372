// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/classic/start_gaps.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

TEST(StartGaps, OpenAStackThatTouches) {
  const auto scene =
      small_scene("bodies:\n" + cube_text("a", "position: [0, 0, 0.5]", "linear: [1, 0, 0]") +
                  cube_text("b", "position: [0.1, 0, 1.5]", "linear: [0, 0, 0]") + kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  SurveyMemory memory;
  const StartGaps gaps = open_gaps(bodies, 5e-7, 2e-8, memory);
  EXPECT_FALSE(gaps.refusal);
  EXPECT_NEAR(gaps.moved, 1e-6, 1e-8);
  for (std::size_t i = 0; i < bodies.pairs.size(); ++i)
    EXPECT_GE(nearness(bodies, i, memory).distance, 4.9e-7);
  EXPECT_EQ(bodies.state.v[0], 1.0);
  EXPECT_EQ(bodies.state.time, 0.0);
}

TEST(StartGaps, RefuseDeepOverlapsByName) {
  const auto scene = small_scene(
      "bodies:\n" + cube_text("deep", "position: [0, 0, 3]", "linear: [0, 0, 0]") + kGroundText);
  SteppedBodies& bodies = *scene->bodies;
  bodies.state.q[2] = 0.4;
  move_straight(bodies, 0.0);
  SurveyMemory memory;
  const StartGaps gaps = open_gaps(bodies, 5e-7, 2e-8, memory);
  ASSERT_TRUE(gaps.refusal);
  EXPECT_NE(gaps.refusal->find("'ground' and 'deep' overlap by 0.1 m"), std::string::npos);
}

}  // namespace
}  // namespace rigor
