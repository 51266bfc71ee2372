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
  EXPECT_EQ(unsettled.after(0.0, Sweep::Frozen), Sweeping::GoesOn);
  SweepWatch growing;  // allowed at first
  for (int i = 0; i < 6; ++i) EXPECT_EQ(growing.after(1e-3 * (i + 1)), Sweeping::GoesOn);
  EXPECT_EQ(growing.after(1.0), Sweeping::Diverged);
  EXPECT_EQ(SweepWatch().after(1e4), Sweeping::Diverged);
}

TEST(SweepWatch, KnowsRoundingByAContractionThatEnds) {
  SweepWatch noisy;  // recorded of a tree whose links weigh 1 and 300 kg
  for (const double change : {1.2e-2, 3.9e-4, 6.3e-6, 7.4e-8, 6.9e-10, 5.4e-12})
    EXPECT_EQ(noisy.after(change), Sweeping::GoesOn);
  EXPECT_EQ(noisy.after(5.0e-12), Sweeping::Converged);
  EXPECT_EQ(noisy.noise(), 5.0e-12);
  SweepWatch usual;
  for (const double change : {1e-4, 1e-6, 1e-9, 5e-14}) usual.after(change);
  EXPECT_EQ(usual.after(4e-14), Sweeping::Converged);
  EXPECT_EQ(usual.noise(), 0.0);
  SweepWatch turning;
  for (const double change : {1.2e-2, 3.9e-4, 6.3e-6, 7.4e-8, 6.9e-10, 5.4e-12})
    turning.after(change, Sweep::Turning);
  EXPECT_EQ(turning.after(5.5e-12, Sweep::Turning), Sweeping::Diverged);
  SweepWatch slow;  // never contracted much: no reason to believe that it is rounding
  for (const double change : {1e-9, 4e-10, 1.6e-10, 6.4e-11, 2.6e-11, 1.1e-11})
    EXPECT_EQ(slow.after(change), Sweeping::GoesOn);
  EXPECT_EQ(slow.after(1.2e-11), Sweeping::Diverged);
  SweepWatch large;  // contracted, but what is left is too much to be rounding
  for (const double change : {1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 4e-10}) large.after(change);
  EXPECT_EQ(large.after(5e-10), Sweeping::Diverged);
}

}  // namespace
}  // namespace rigor
