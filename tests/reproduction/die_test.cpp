// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/die.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

// The die of seed 0 first touches at 0.780 s: before, nothing changes and no method overlaps.
TEST(Die, FliesWithoutContactBeforeItsFirstTouch) {
  const Findings runs = die_runs(testing::quiet_settings(), 0, 0.5);
  ASSERT_EQ(runs.size(), 6U);
  for (const Findings& run : runs) {
    EXPECT_EQ(run["stopped"], "time") << run["method"];
    EXPECT_EQ(run["time_end"], 0.5) << run["method"];
    EXPECT_EQ(run["paper_changes"], 0) << run["method"];
    EXPECT_FALSE(run.contains("second_impact")) << run["method"];
    EXPECT_FALSE(run.contains("rest")) << run["method"];
  }
  EXPECT_EQ(runs[4]["method"], "stewart_trinkle");
  EXPECT_EQ(runs[4]["steps"], 50);
  EXPECT_EQ(runs[3]["gap_is"], "proved");
}

TEST(Die, EverySeedHasItsScene) {
  for (const int seed : {2, 3, 4, 5, 6, 7, 8})
    EXPECT_EQ(die_runs(testing::quiet_settings(), seed, 1e-3).size(), 6U) << seed;
}

}  // namespace
}  // namespace rigor
