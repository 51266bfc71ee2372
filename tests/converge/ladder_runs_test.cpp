// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/converge/ladder_runs.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

constexpr const char* kFall =
    "rigor_scene: 1\nname: fall\ngravity: [0, 0, -10]\nlaw: frictionless\nstop: {time: 0.5}\n"
    "tolerances: {tol: 1e-10}\n"
    "bodies:\n  - {name: box, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 5]}}\n";

TEST(LadderRuns, TheSkinsGoUpAndTheTwinStartsElsewhere) {
  const Scene scene = read_scene(kFall, "fall.yaml");
  std::vector<LadderRun> runs = skin_runs(scene, {});
  ASSERT_EQ(runs.size(), 6U);
  carry_out(scene, {.threads = 2}, runs);
  EXPECT_EQ(runs[0].tol, 1e-10);
  EXPECT_EQ(runs[kRunB].tol, 1e-12);
  EXPECT_NEAR(runs[kRunC].skin, 3.16227766e-8, 1e-15);
  EXPECT_NEAR(runs[kRunD].skin, 1e-7, 1e-18);
  EXPECT_NEAR(runs[kRunE].tol, 1e-14, 1e-26);
  EXPECT_EQ(runs[5].label, "twin");
  const auto start = [&](std::size_t i) { return runs[i].trace.segments.front(); };
  EXPECT_EQ(start(kRunB).position, start(kRunC).position);
  const double apart = std::abs(start(5).position[0].front() - start(0).position[0].front());
  EXPECT_GT(apart, 0.0);
  EXPECT_LT(apart, 1e-8);
}

TEST(LadderRuns, BelowTheLeastToleranceThereIsNoFinerRun) {
  const std::vector<LadderRun> runs =
      skin_runs(read_scene(std::string(kFall) + "seed: 1\n", "fall.yaml",
                           {.settings = {{"tolerances.tol", "1e-12", "--tol"}}}),
                {});
  ASSERT_EQ(runs.size(), 5U);
  EXPECT_EQ(runs[kRunB].tol, 1e-14);
  EXPECT_EQ(runs[4].label, "twin");
}

TEST(LadderRuns, StepsAreHalvedTwice) {
  const std::vector<LadderRun> runs = step_runs(read_scene(
      std::string(kFall) + "method: first_order\nstepping: {step: 0.02}\n", "fall.yaml"));
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].step, 0.02);
  EXPECT_EQ(runs[2].step, 0.005);
}

}  // namespace
}  // namespace rigor
