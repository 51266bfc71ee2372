// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/watched_run.hpp>
#include <rigor/scene/read_scene.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

using testing::quiet_settings;

Scene dropped_box() {
  return read_scene(R"(rigor_scene: 1
name: box
gravity: [0, 0, -10]
law: frictionless
stop: {time: 0.3}
half_spaces: [{name: floor, normal: [0, 0, 1], offset: 0}]
bodies:
  - {name: box, shape: {box: [1, 1, 1]}, mass: 1, pose: {position: [0, 0, 0.7]}}
)",
                    "box.yaml");
}

// It falls 0.2 m within 0.2 s and stays: the number of contact points changes once, from 0 to 4.
TEST(WatchedRun, IsProvedAndCounted) {
  int seen = 0;
  const WatchedRun run =
      watched(dropped_box(), quiet_settings(), {"box", true, [&](const StepReport&) { ++seen; }});
  EXPECT_GT(seen, 1);
  ASSERT_TRUE(run.verdict);
  const Findings facts = facts_of(run);
  EXPECT_EQ(facts["gap_is"], "proved");
  EXPECT_GT(facts["gap"].get<double>(), 0.5e-8);
  EXPECT_EQ(facts["paper_changes"], 1);
  EXPECT_EQ(facts["stopped"], "rest");
  ASSERT_FALSE(run.trace.events.empty());
  EXPECT_NEAR(trace::seconds(run.trace.events[0].lo), 0.2, 1e-7);
}

// What is not kept is not given to the checker, and not called proved.
TEST(WatchedRun, IsNotCalledProvedIfNotChecked) {
  const WatchedRun run = watched(dropped_box(), quiet_settings(), {"box", false});
  EXPECT_FALSE(run.verdict);
  EXPECT_TRUE(run.trace.segments.empty());
  EXPECT_EQ(facts_of(run)["gap_is"], "certified");
  EXPECT_TRUE(facts_of(run)["gap"].is_null());
}

TEST(WatchedRun, EndsWhenItIsEnoughAndThrowsWhenInterrupted) {
  const Scene scene =
      with_method(dropped_box(), Method::Paper, {.step = 0.01, .bounds = Bounds::Corrected});
  int steps = 0;
  Watching watching{"box", false, [&](const StepReport&) { ++steps; }};
  watching.enough = [&] { return steps >= 3; };
  EXPECT_LT(facts_of(watched(scene, quiet_settings(), watching))["time_end"].get<double>(), 0.1);
  ReproductionSettings settings = quiet_settings();
  settings.interrupted = [] { return true; };
  EXPECT_THROW(watched(scene, settings, {"box", false}), Interrupted);
}

}  // namespace
}  // namespace rigor
