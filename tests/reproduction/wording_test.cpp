// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/wording.hpp>

namespace rigor {
namespace {

TEST(Wording, GroupsDigits) {
  EXPECT_EQ(counted(7), "7");
  EXPECT_EQ(counted(999), "999");
  EXPECT_EQ(counted(1000), "1,000");
  EXPECT_EQ(counted(1229765), "1,229,765");
}

TEST(Wording, SmallNumbersHaveAPowerOfTen) {
  EXPECT_EQ(shown(0.000973), "9.73e-4");
  EXPECT_EQ(shown(0.0099999), "0.01");
  EXPECT_EQ(shown(-0.005), "-5e-3");
  EXPECT_EQ(shown(0.01), "0.01");
  EXPECT_EQ(shown(0.8141), "0.814");
  EXPECT_EQ(shown(0.0), "0");
  EXPECT_EQ(shown(nullptr), "-");
}

TEST(Wording, RatiosOfNothingAreNone) {
  EXPECT_EQ(ratio(10.0, 0.0), "-");
  EXPECT_EQ(ratio(229765.0, 1285.0), "179");
  EXPECT_EQ(ratio(53.0, 10.0), "5.3");
}

// "Proved" stands only beside a bound that the checker proved, and that is never rounded up.
TEST(Wording, GapsSayWhatTheyAreWorth) {
  EXPECT_EQ(gap_words({{"gap", 6.009e-9}, {"gap_is", "proved"}}), "6e-9 m, proved");
  EXPECT_EQ(gap_words({{"gap", -0.0138}, {"gap_is", "measured"}}), "-13.8 mm, measured");
  EXPECT_EQ(gap_words({{"gap", nullptr}, {"gap_is", "certified"}}), "each step certified");
  EXPECT_EQ(gap_words({{"gap", nullptr}, {"gap_is", "refused"}}), "no claim (refused)");
}

}  // namespace
}  // namespace rigor
