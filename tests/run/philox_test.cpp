// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <rigor/philox.hpp>

namespace rigor {
namespace {

using Words = std::array<std::uint32_t, 4>;

/// The known answers that the authors of Philox publish with Random123.
TEST(Philox, GivesThePublishedNumbers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t all = 0xffffffff;
  EXPECT_EQ(philox({all, all, all, all}, {all, all}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, DrawsOfTasksAreUniformAndDiffer) {
  double sum = 0.0;
  double squares = 0.0;
  std::set<double> seen;
  constexpr int kTasks = 2000;
  for (std::uint64_t task = 0; task < kTasks; ++task) {
    for (std::uint64_t index = 0; index < 5; ++index) {
      const double x = task_draw(7, task, index);
      ASSERT_GE(x, 0.0);
      ASSERT_LT(x, 1.0);
      sum += x;
      squares += x * x;
      seen.insert(x);
    }
  }
  constexpr double kCount = 5 * kTasks;
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kCount));
  EXPECT_NEAR(sum / kCount, 0.5, 4 / std::sqrt(12 * kCount));
  EXPECT_NEAR(squares / kCount, 1.0 / 3.0, 0.012);
  EXPECT_NE(task_draw(7, 0, 0), task_draw(8, 0, 0));
}

}  // namespace
}  // namespace rigor
