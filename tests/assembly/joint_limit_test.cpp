// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/joint_limit.hpp>

namespace rigor {
namespace {

TEST(JointLimit, ItsPairNamesItAndNoHalfSpace) {
  for (const bool upper : {false, true}) {
    const LimitId limit{7, 2, upper};
    const PairId pair = pair_of(limit);
    EXPECT_TRUE(on_limit(pair));
    EXPECT_TRUE(on_half_space(pair));  // a plane at rest, as far as modes are concerned
    EXPECT_EQ(limit_of(pair).body, 7U);
    EXPECT_EQ(limit_of(pair).dof, 2);
    EXPECT_EQ(limit_of(pair).upper, upper);
  }
  EXPECT_FALSE(on_limit({{trace::kWorld, 3}, {7, 0}}));
}

}  // namespace
}  // namespace rigor
