// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/classic/safe_step.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::cube_text;
using testing::kGroundText;
using testing::small_scene;

constexpr double kLongest = 0.01;

SafeStep step_of(const std::string& bodies_text, Bounds bounds, double min_step = 1e-8) {
  const auto scene = small_scene("bodies:\n" + bodies_text + kGroundText);
  SurveyMemory memory;
  PaperRules rules = paper_rules({.bounds = bounds, .min_step = min_step}, {});
  const auto contacts = touching_pairs(*scene->bodies, rules.threshold, memory);
  return safe_step(*scene->bodies, contacts, rules, kLongest, memory);
}

SafeStep step_of(const std::string& pose, const std::string& velocity, Bounds bounds,
                 double min_step = 1e-8) {
  return step_of(cube_text("a", pose, velocity), bounds, min_step);
}

TEST(SafeStep, DefaultsDependOnTheBounds) {
  const PaperRules printed = paper_rules({.bounds = Bounds::Printed, .threshold = 1e-5}, {});
  EXPECT_EQ(printed.min_step, 1e-8);
  EXPECT_EQ(printed.dagger_tol, 1e-5);
  EXPECT_FALSE(printed.is_sound());
  const PaperRules corrected = paper_rules({}, {});
  EXPECT_EQ(corrected.min_step, 0.0);
  EXPECT_TRUE(corrected.is_sound());
  EXPECT_NEAR(corrected.level, 6e-9, 1e-20);
}

// Every box of the flowchart.
TEST(SafeStep, FollowsTheFlowchart) {
  // Apart: eqn:CA, d / (|v| + |ω × n| r).
  const SafeStep apart =
      step_of("position: [0, 0, 0.51]", "linear: [0, 0, -3], angular: [4, 0, 0]", Bounds::Printed);
  EXPECT_EQ(apart.rule, StepRule::Advancement);
  EXPECT_NEAR(apart.h, 0.01 / (3.0 + 4.0 * std::sqrt(0.75)), 1e-14);
  // At rest on the ground: nothing limits.
  const SafeStep rest =
      step_of("position: [0, 0, 0.5000005]", "linear: [0, 0, 0]", Bounds::Printed);
  EXPECT_EQ(rest.rule, StepRule::Full);
  EXPECT_EQ(rest.h, kLongest);
  // Leaving: the smallest step.
  const SafeStep leaving =
      step_of("position: [0, 0, 0.5000005]", "linear: [0, 0, 0.1]", Bounds::Printed);
  EXPECT_EQ(leaving.rule, StepRule::Transient);
  EXPECT_EQ(leaving.h, 1e-8);
  // Pivoting about an edge, tilted by 0.3: Δt† ends it; with a loose drift Δt* would.
  const double tilt = 0.3;
  const double height = 0.5 * (std::cos(tilt) + std::sin(tilt)) + 5e-7;
  const double across = 0.5 * (std::cos(tilt) - std::sin(tilt));
  char pose[200];
  char velocity[200];
  std::snprintf(pose, sizeof pose, "position: [0, 0, %.17g], quat_wxyz: [%.17g, %.17g, 0, 0]",
                height, std::cos(tilt / 2), std::sin(tilt / 2));
  // ω along x about the lower edge, which lies at y = -across.
  std::snprintf(velocity, sizeof velocity, "linear: [0, %.17g, %.17g], angular: [2, 0, 0]",
                -2.0 * (height - 5e-7), 2.0 * across);
  const SafeStep pivot = step_of(pose, velocity, Bounds::Printed);
  EXPECT_EQ(pivot.rule, StepRule::Dagger);
  EXPECT_LE(std::abs(std::log2(pivot.h / 6.3e-4)), 1.0);
  // Just above the threshold at high speed: the bound is below the smallest step.
  const SafeStep floor =
      step_of("position: [0, 0, 0.5000011]", "linear: [0, 0, -1000]", Bounds::Printed);
  EXPECT_EQ(floor.rule, StepRule::Floor);
  EXPECT_EQ(floor.h, 1e-8);
}

TEST(SafeStep, CorrectedKeepsTheLevelAndDoesNotMindLeaving) {
  const SafeStep leaving =
      step_of("position: [0, 0, 0.5000005]", "linear: [0, 0, 0.1]", Bounds::Corrected, 0.0);
  EXPECT_EQ(leaving.rule, StepRule::Full);
  const SafeStep falling =
      step_of("position: [0, 0, 0.51]", "linear: [0, 0, -3]", Bounds::Corrected, 0.0);
  EXPECT_EQ(falling.rule, StepRule::Advancement);
  EXPECT_NEAR(falling.h, (0.01 - 6e-9) / 3.0, 1e-13);
  // At the level, coming down: no step.
  const SafeStep stuck =
      step_of("position: [0, 0, 0.500000005]", "linear: [0, 0, -3]", Bounds::Corrected, 0.0);
  EXPECT_EQ(stuck.h, 0.0);
  ASSERT_TRUE(stuck.pair);
}

// A corner that touches an edge has no unique plane: printed stops, corrected goes on.
TEST(SafeStep, NamesDegenerateContacts) {
  const std::string two =
      cube_text("a", "position: [0, 0, 3]", "linear: [0, 0, 0]") +
      cube_text("b", "position: [1.0000003, 1.0000003, 3.2]", "linear: [0, 0, 0]");
  EXPECT_TRUE(step_of(two, Bounds::Printed).degenerate);
  const SafeStep corrected = step_of(two, Bounds::Corrected, 0.0);
  EXPECT_FALSE(corrected.degenerate);
  EXPECT_EQ(corrected.h, kLongest);
}

}  // namespace
}  // namespace rigor
