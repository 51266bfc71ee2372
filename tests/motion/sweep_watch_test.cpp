// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/sweep_watch.hpp>

namespace rigor {
namespace {

TEST(SweepWatch, TellsConvergenceFromDivergence) {
  SweepWatch steady;
  for (const double change : {1e-3, 1e-7, 1e-11}) EXPECT_EQ(steady.after(change), Sweeping::GoesOn);
  EXPECT_EQ(steady.after(1e-15), Sweeping::Converged);
  SweepWatch floor;  // stalls at its rounding
  EXPECT_EQ(floor.after(5e-14), Sweeping::GoesOn);
  EXPECT_EQ(floor.after(4e-14), Sweeping::Converged);
  SweepWatch unsettled;
  EXPECT_EQ(unsettled.after(0.0, false), Sweeping::GoesOn);
  SweepWatch growing;  // allowed at first
  for (int i = 0; i < 6; ++i) EXPECT_EQ(growing.after(1e-3 * (i + 1)), Sweeping::GoesOn);
  EXPECT_EQ(growing.after(1.0), Sweeping::Diverged);
  EXPECT_EQ(SweepWatch().after(1e4), Sweeping::Diverged);
}

}  // namespace
}  // namespace rigor
