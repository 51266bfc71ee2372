// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/foot_watch.hpp>
#include <rigor/reproduction/watched_run.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

using testing::quiet_settings;

Scene short_trot(double until) {
  Scene scene = read_scene(quiet_settings().scene_text("quadruped.yaml"), "quadruped.yaml");
  scene.law = Law::NoSlip;
  scene.stop.time = until;
  return scene;
}

struct WatchedTrot {
  FootWatch watch;
  WatchedRun run;
};

WatchedTrot trot(const Scene& scene) {
  WatchedTrot out{FootWatch(build(scene).model), {}};
  out.run = watched(scene, quiet_settings(),
                    {"trot", false, [&](const StepReport& step) { out.watch.see(step); }});
  return out;
}

// The oracle counts changes from its modes, the watch from its certificates.
TEST(FootWatch, CountsTheChangesOfTheOracle) {
  const WatchedTrot seen = trot(short_trot(0.1));
  EXPECT_EQ(seen.run.outcome.stop, StopKind::Time);
  EXPECT_GT(seen.watch.changes().size(), 10U);
  EXPECT_EQ(seen.watch.changes().size(), seen.run.outcome.footer.manifold_changes);
}

TEST(FootWatch, CountsTheChangesOfThePaper) {
  const WatchedTrot seen =
      trot(with_method(short_trot(0.03), Method::Paper, {.bounds = Bounds::Corrected}));
  ASSERT_TRUE(seen.run.outcome.classic);
  EXPECT_GT(seen.watch.changes().size(), 2U);
  EXPECT_EQ(seen.watch.changes().size(), seen.run.outcome.footer.manifold_changes);
  EXPECT_EQ(counted_by_paper(seen.watch.changes()).size(), seen.run.outcome.classic->paper_changes);
  EXPECT_EQ(seen.watch.stretches(), seen.run.outcome.footer.steps);
}

// Heights are sampled once each 2 ms, and no foot is below the ground.
TEST(FootWatch, HeightsAreSampledEvenly) {
  const WatchedTrot seen = trot(short_trot(0.02));
  EXPECT_EQ(seen.watch.names(),
            (std::vector<std::string>{"lf_shank", "rf_shank", "lh_shank", "rh_shank"}));
  for (const auto& heights : seen.watch.heights()) {
    ASSERT_EQ(heights.size(), 10U);
    for (std::size_t k = 0; k < heights.size(); ++k) {
      EXPECT_DOUBLE_EQ(heights[k].x, 2e-3 * static_cast<double>(k));
      EXPECT_GT(heights[k].y, 0.0);
    }
  }
}

TEST(FootWatch, PaperCountsNumbersThatAreNotZero) {
  const std::vector<FootChange> changes{{0.1, 0, 1}, {0.1, 1, 1}, {0.2, 0, 1},
                                        {0.3, 0, 2}, {0.4, 0, 0}, {0.5, 0, 2}};
  const std::vector<FootChange> counted = counted_by_paper(changes);
  ASSERT_EQ(counted.size(), 4U);  // the set at 0.2 has as many points, that at 0.4 has none
  const std::vector<PlotPoint> between = times_between(counted);
  ASSERT_EQ(between.size(), 3U);  // two at 0.1
  EXPECT_NEAR(between[1].y, 0.2, 1e-15);
  EXPECT_NEAR(between[2].y, 0.2, 1e-15);
}

}  // namespace
}  // namespace rigor
