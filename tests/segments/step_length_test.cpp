// SPDX-License-Identifier: Apache-2.0
// Lengths of steps, by motions whose coefficients are known.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/segments/proposal.hpp>
#include <rigor/segments/tolerances.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

/// A box slides and turns on the ground, from a step that an event has left short.
Proposal after_short_step(double length, int degree) {
  const BoxOnGround at({0.2, 0.2, 0.1}, 0.4, moving(1, 0, 2));
  const Departure from{at.cluster.time, at.cluster, at.mode, {length, degree}, {0}};
  return std::get<Proposal>(propose(at.boxes.world, from, trace::time_from(1.0)));
}

// Its error is rounding and says nothing: the way back to natural steps takes a few steps, not
// twenty, and steps that need few nodes have few.
TEST(StepLength, GrowsFastWhereErrorsAreRounding) {
  double length = 1e-8;
  int steps = 0;
  for (; length < 1e-2 && steps < 20; ++steps) {
    const Proposal proposal = after_short_step(length, 16);
    EXPECT_EQ(proposal.segments.front().length, length) << "was shortened";
    if (length < 1e-5) {
      EXPECT_LT(proposal.next.degree, 16) << length;
    }
    length = proposal.next.length;
  }
  EXPECT_LE(steps, 6);
}

// What is promised is kept: the longer step meets the tolerance at once, with the nodes it has.
TEST(StepLength, IsWhatTheCoefficientsPromise) {
  for (const double length : {1e-7, 1e-5, 1e-3}) {
    const StepControl next = after_short_step(length, 16).next;
    const Proposal longer = after_short_step(next.length, next.degree);
    EXPECT_EQ(longer.segments.front().length, next.length);
    EXPECT_EQ(longer.trajectory.degree(), next.degree);
    EXPECT_LE(longer.segments.front().error_estimate, 1e-10);
  }
}

TEST(StepLength, AfterAnEventIsThatOfWhatWasLeft) {
  EXPECT_EQ(after_event({1.0, 16}, 1e-4, 0.5).length, 64e-4);
  EXPECT_EQ(after_event({1.0, 16}, 1e-4, 0.5).degree, 12);
  EXPECT_EQ(after_event({1.0, 16}, 0.5, 0.5).length, 1.0);
}

// Coefficients fall off by x + √(x² - 1) where the stop lies at x = 2 / 0.8 - 1 = 1.5: with four
// nodes less 47 times as much is missed.
TEST(StepLength, TowardsAStopHasTheNodesThatItNeeds) {
  EXPECT_NEAR(kStopDecay, 1.5 + std::sqrt(1.5 * 1.5 - 1.0), 1e-3);
  const StepControl taken{1e-5, 16, 0.5};
  const StepControl next{2e-6, 12, 0.0};
  EXPECT_EQ(towards_stop(taken, 3e-12, next, 1e-10).degree, 16);
  EXPECT_EQ(towards_stop(taken, 2e-12, next, 1e-10).degree, 12);
  EXPECT_EQ(towards_stop(taken, 1e-16, next, 1e-10).degree, 6);
  EXPECT_EQ(towards_stop(taken, 1e-16, next, 1e-10).length, 2e-6);
  EXPECT_EQ(towards_stop(taken, 1e-16, next, 1e-10).beyond, 0.5);
}

}  // namespace
}  // namespace rigor
