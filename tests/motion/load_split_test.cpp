// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/motion/load_split.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(LeastLoaded, IsASplitOfAsManyCornersAsTheMotionNeeds) {
  // The pressure of a sliding box leads by μ times its height: within the face some three corners
  // carry it alone, beyond the face every split pulls, and the box tips.
  for (const double height : {0.1, 0.3, 0.45, 0.55, 0.8}) {
    const double mu = 0.4;
    const BoxOnGround at({0.2, 0.3, height}, mu, moving(3, 0.01, 0));
    ModeMotion motion = at.motion();
    for (ModeMotion::Force& force : motion.forces) force.loaded = true;
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
    const std::vector<char> loaded = least_loaded(solution);
    if (mu * height > 0.2) {
      EXPECT_TRUE(loaded.empty()) << height;
      continue;
    }
    ASSERT_EQ(loaded.size(), 4U) << height;
    EXPECT_LE(std::count(loaded.begin(), loaded.end(), 1), 3) << height;
    for (int f = 0; f < 4; ++f) motion.forces[f].loaded = loaded[f] != 0;
    ModeSolution least(motion);
    ASSERT_EQ(least.solve(at.cluster.states, slips), RankCheck::Kept);
    EXPECT_LT(most_pulling(motion, least, -1e-9), 0) << height;
    EXPECT_NEAR(least.a().head<2>().norm(), mu * kTestGravity, 1e-9);
    EXPECT_LE((least.a() - solution.a()).norm(), 1e-9) << height;  // all slip alike
  }
}

TEST(LoadSplits, KeepTheRowsAndTellWhatTheyMove) {
  // Four corners that slide alike: one change of the loads keeps the box level, and as all push the
  // same way it moves nothing. While the box turns the corners push different ways.
  for (const double spin : {0.0, 4.0}) {
    const BoxOnGround at({0.3, 0.2, 0.1}, 0.3, moving(1, 0.4, spin));
    const ModeMotion motion = at.motion();
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
    const LoadSplits splits = load_splits(solution);
    ASSERT_EQ(splits.forces.rows(), 4);
    ASSERT_EQ(splits.forces.cols(), spin == 0.0 ? 0 : 1);
    if (spin == 0.0) continue;
    EXPECT_LE((solution.sliding().reach() * splits.forces).norm(), 1e-12);
    const Vector6 a = splits.accelerations.col(0);
    EXPECT_LE(a.segment<3>(2).norm(), 1e-12);              // it stays on the ground
    EXPECT_GT(a.head<2>().norm() + std::abs(a[5]), 1e-3);  // and moves otherwise along it
  }
}

}  // namespace
}  // namespace rigor
