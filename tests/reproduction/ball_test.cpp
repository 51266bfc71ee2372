// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/reproduction/ball.hpp>

#include "quiet_settings.hpp"

namespace rigor {
namespace {

// From (-4.31, 3.42) m with (15, -10) m/s; the ball's lowest vertex is 0.1 m below its centre, the
// box's top at z = 0, its edge at x = 0.
TEST(Ball, FliesFreelyAndIsJudgedByTheTrueNormal) {
  const Findings ball = reproduce_ball(testing::quiet_settings());
  const double t = (std::sqrt(100.0 + 2.0 * 9.81 * 3.32) - 10.0) / 9.81;
  EXPECT_NEAR(ball["oracle"]["impact"].get<double>(), t, 1e-8);
  EXPECT_NEAR(ball["oracle"]["right_of_edge"].get<double>(), -4.31 + 15.0 * t, 1e-7);
  EXPECT_EQ(ball["oracle"]["gap_is"], "proved");
  EXPECT_EQ(ball["sheets"]["stewart_trinkle"].size(), 5U);  // five strips in the quick form
  for (const Findings& run : ball["sheets"]["paper"]) {
    EXPECT_NEAR(run["error"].get<double>(), 0.0, 1e-9);
    EXPECT_TRUE(run["above"].get<bool>());
  }
  // A step of 3Δt/2 jumps over the box: nothing constrains the ball, and the overlap is measured.
  const Findings& longest = ball["sheets"]["stewart_trinkle"][0];
  EXPECT_TRUE(longest["error"].is_null());
  EXPECT_TRUE(longest["constraints"].empty());
  EXPECT_LT(longest["missed"].get<double>(), -0.05);
}

}  // namespace
}  // namespace rigor
