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
  const std::vector<Tracks> of_runs{Tracks(runs[0].trace)};
  const std::vector<BodyReadings> all = readings_at(runs, of_runs, 10.0);
  ASSERT_EQ(all.size(), 1U);
  const BodyNumbers& end = all[0].runs[0];
  // 0.8 m down in 0.4 s, back with 2 m/s, 0.1 s up: 0.5 + 0.2 - 0.05 m at 1 m/s.
  EXPECT_NEAR(end[0], 0.5, 1e-7);
  EXPECT_NEAR(end[2], 0.65, 1e-7);
  EXPECT_NEAR(end[9], 1.0, 1e-7);
  ASSERT_FALSE(runs[0].trace.events.empty());
  const trace::Event& hit = runs[0].trace.events.front();
  const BodyNumbers after = numbers_after(of_runs[0], 0, hit.hi);
  EXPECT_NEAR(after[kFirstVelocity], 1.0, 1e-7);
  EXPECT_NEAR(after[kFirstVelocity + 2], 2.0, 1e-7);
  EXPECT_NEAR(numbers_before(of_runs[0], 0, hit.lo)[kFirstVelocity + 2], -4.0, 1e-7);
  // Half of the time down, a quarter of the way.
  EXPECT_NEAR(readings_at(runs, of_runs, 0.2)[0].runs[0][2], 1.1, 1e-9);
}

TEST(RunNumbers, QuaternionsAreBroughtToOneSide) {
  BodyNumbers x{};
  x[3] = 1.0;
  BodyNumbers minus = x;
  minus[3] = -1.0;
  const BodyReadings both = aligned(0, {minus, x});
  EXPECT_EQ(both.runs[0][3], 1.0);
  EXPECT_EQ(both.runs[1][3], 1.0);
}

}  // namespace
}  // namespace rigor
