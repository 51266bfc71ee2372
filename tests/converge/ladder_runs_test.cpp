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
  ASSERT_EQ(runs.size(), 5U);
  carry_out(scene, {.threads = 2}, runs);
  EXPECT_EQ(runs[0].tol, 1e-10);
  EXPECT_EQ(runs[kRunB].tol, 1e-12);
  EXPECT_NEAR(runs[kRunC].skin, 3.16227766e-8, 1e-15);
  EXPECT_NEAR(runs[3].skin, 1e-7, 1e-18);
  const auto start = [&](std::size_t i) { return runs[i].trace.segments.front(); };
  EXPECT_EQ(start(kRunB).position, start(kRunC).position);
  const double apart =
      std::abs(start(kRunTwin).position[0].front() - start(kRunB).position[0].front());
  EXPECT_GT(apart, 0.0);
  EXPECT_LT(apart, 1e-8);
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
