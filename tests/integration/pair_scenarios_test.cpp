// SPDX-License-Identifier: Apache-2.0
// Scenes that let the paper authors' simulator sink, tunnel or differ from run to run: T2 to T6,
// touching stacks, spinning boxes.
#include <cmath>
#include <numbers>

#include "integration/proved_run.hpp"

namespace rigor {
namespace {

using trace::EventKind;

constexpr double kExact = 1e-10;  // s

double first_impact(const std::string& name) {
  return at_no_skin(name, [](const SceneRun& run) { return impact_time(run, 1); });
}

TEST(PairScenarios, T2GlancingBlowIsSeen) {
  EXPECT_NEAR(first_impact("cube-glances-off-cube.yaml"), 0.01 / 6.653, kExact);
  const SceneRun run = proved_run("cube-glances-off-cube.yaml");
  EXPECT_NEAR(velocity_of(run, 0).y(), 7.466, 1e-12);
  // The blow acts at the fixed cube's edge, r from the centre: v_x is kept but for 1/(1 + 6 r²).
  const double r = 0.4 + 7.466 * 0.01 / 6.653;
  EXPECT_NEAR(velocity_of(run, 0).x(), -6.653 * (1.0 - 1.0 / (1.0 + 6.0 * r * r)), 1e-6);
}

TEST(PairScenarios, T3AndT4KissesEndAtRest) {
  EXPECT_NEAR(first_impact("cube-meets-cube-aligned.yaml"), 0.1, kExact);
  EXPECT_NEAR(first_impact("cube-meets-cube-offset.yaml"), 0.10074, kExact);
  EXPECT_NEAR(first_impact("cube-meets-cube-fast.yaml"), 5.0 / 60.0, kExact);
  for (const char* name : {"cube-meets-cube-aligned.yaml", "cube-meets-cube-offset.yaml",
                           "cube-meets-cube-fast.yaml"}) {
    const SceneRun run = proved_run(name);
    EXPECT_EQ(run.outcome().stop, StopKind::Rest) << name;
    EXPECT_NEAR(position_of(run, 0).x(), 1.0, 1.1e-8) << name;
  }
}

TEST(PairScenarios, T5SpinningCubeIsNotMissed) {
  // 5.5 - 60 t = (cos 6t + sin 6t) / 2, by Newton's iteration.
  double t = 0.08;
  for (int i = 0; i < 20; ++i) {
    const double f = 5.5 - 60.0 * t - 0.5 * (std::cos(6 * t) + std::sin(6 * t));
    t -= f / (-60.0 - 3.0 * (std::cos(6 * t) - std::sin(6 * t)));
  }
  EXPECT_NEAR(first_impact("spinning-cube-hits-cube.yaml"), t, kExact);
}

TEST(PairScenarios, T6TumblingCubeNeedsFewSegments) {
  const SceneRun run = proved_run("tumbling-cube-hits-cube.yaml");
  EXPECT_EQ(run.outcome().stop, StopKind::Time);
  EXPECT_LE(run.outcome().segments, 20U);
  EXPECT_GE(events_of_kind(run.trace(), EventKind::Impact).size(), 1U);
}

TEST(PairScenarios, TouchingStacksStandStill) {
  for (const auto& [name, count] :
       {std::pair{"stack-2.yaml", 2}, {"stack-3.yaml", 3}, {"stack-7.yaml", 7}}) {
    const SceneRun run = proved_run(name);
    EXPECT_EQ(run.outcome().stop, StopKind::Rest) << name;
    for (int i = 0; i < count; ++i) {
      EXPECT_NEAR(position_of(run, i).z(), 0.5 + i + (i + 1) * 1e-8, 1e-12) << name;
      EXPECT_NEAR(position_of(run, i).head<2>().norm(), 0.0, 1e-12) << name;
    }
    EXPECT_LE(run.outcome().segments, static_cast<std::uint64_t>(2 * count)) << name;
  }
}

TEST(PairScenarios, SpinningBoxOnBoxGivesTheSameBytesTwice) {
  for (const char* name : {"spinning-box-on-box.yaml", "two-spinning-boxes.yaml"}) {
    const SceneRun first = proved_run(name);
    const SceneRun second = run_scene(name);
    EXPECT_EQ(first.trace().segments, second.trace().segments) << name;
    EXPECT_EQ(first.trace().certificates, second.trace().certificates) << name;
    EXPECT_EQ(first.trace().events, second.trace().events) << name;
    EXPECT_NEAR(spin_of(first, 0).z(), 10.0, 1e-9) << name;
  }
}

TEST(PairScenarios, BoxOnCornerEdgeStaysBalanced) {
  EXPECT_NEAR(first_impact("box-on-corner-edge.yaml"),
              std::sqrt(2.0 * (2.7 - std::numbers::sqrt2 / 2.0) / 9.81), kExact);
  EXPECT_EQ(proved_run("box-on-corner-edge.yaml").outcome().stop, StopKind::Rest);
}

}  // namespace
}  // namespace rigor
