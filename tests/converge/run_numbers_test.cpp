// SPDX-License-Identifier: Apache-2.0
// A falling box in closed form.
#include <gtest/gtest.h>

#include <rigor/converge/run_numbers.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

TEST(RunNumbers, AFallingBoxAtTheEndAndJustAfterItsImpact) {
  const Scene scene = read_scene(
      "rigor_scene: 1\nname: fall\ngravity: [0, 0, -10]\nlaw: frictionless\nstop: {time: 0.5}\n"
      "surfaces: {default: {restitution: 0.5}}\n"
      "bodies:\n"
      "  - {name: box, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 1.3]}, velocity: "
      "{linear: [1, 0, 0]}}\n"
      "half_spaces:\n  - {name: ground, normal: [0, 0, 1], offset: 0}\n",
      "fall.yaml");
  std::vector<LadderRun> runs = skin_runs(scene, {});
  runs.resize(1);
  carry_out(scene, {}, runs);
  const std::vector<FinalNumbers> all = final_numbers(runs);
  ASSERT_EQ(all.size(), 1U);
  const BodyNumbers& end = all[0].runs[0];
  // 0.8 m down in 0.4 s, back with 2 m/s, 0.1 s up: 0.5 + 0.2 - 0.05 m at 1 m/s.
  EXPECT_NEAR(end[0], 0.5, 1e-7);
  EXPECT_NEAR(end[2], 0.65, 1e-7);
  EXPECT_NEAR(end[9], 1.0, 1e-7);
  ASSERT_FALSE(runs[0].trace.events.empty());
  const Tracks tracks(runs[0].trace);
  const std::array<double, 6> v = velocity_after(tracks, 0, runs[0].trace.events.front().hi);
  EXPECT_NEAR(v[0], 1.0, 1e-7);
  EXPECT_NEAR(v[2], 2.0, 1e-7);
}

}  // namespace
}  // namespace rigor
