// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/first_order/scales.hpp>

namespace rigor::first_order {
namespace {

TEST(Scales, TheGapIsATenthOfTheFallOfAStepWithinItsBounds) {
  const Scales scales{0.01, 10.0, 1e-8, std::nullopt};
  EXPECT_DOUBLE_EQ(gap_target(scales, 1.0), 1e-4);
  EXPECT_DOUBLE_EQ(gap_target(scales, 0.001), 2e-6);  // a card: 0.002 of its thickness
  EXPECT_DOUBLE_EQ(gap_target({1e-4, 10.0, 1e-8, std::nullopt}, 1.0), 1e-6);  // 100 skins
  EXPECT_DOUBLE_EQ(gap_target({0.01, 0.0, 1e-8, std::nullopt}, 1.0), 1e-6);
  EXPECT_DOUBLE_EQ(gap_target({0.01, 10.0, 1e-8, 5e-5}, 1.0), 5e-5);  // as asked
}

TEST(Scales, TheGapIsOfSecondOrderInTheStep) {
  const double coarse = gap_target({0.02, 10.0, 1e-8, std::nullopt}, 1.0);
  const double fine = gap_target({0.01, 10.0, 1e-8, std::nullopt}, 1.0);
  EXPECT_DOUBLE_EQ(coarse / fine, 4.0);
}

TEST(Scales, ReachCoversTwiceWhatABodyFallsInAStep) {
  EXPECT_DOUBLE_EQ(reach({0.01, 10.0, 1e-8, std::nullopt}, 1e-4, 1.0), 1e-4 + 2e-3);
  EXPECT_DOUBLE_EQ(reach({0.01, 0.0, 1e-8, std::nullopt}, 1e-6, 1.0), 4e-6);
  EXPECT_DOUBLE_EQ(reach({0.01, 10.0, 1e-8, std::nullopt}, 1e-4, 0.01), 1e-4 + 1e-3);
}

}  // namespace
}  // namespace rigor::first_order
