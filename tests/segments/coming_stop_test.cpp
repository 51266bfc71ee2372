// SPDX-License-Identifier: Apache-2.0
// When slips stop, by closed forms.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/segments/coming_stop.hpp>
#include <rigor/segments/proposal.hpp>
#include <rigor/segments/tolerances.hpp>

#include "sliding_boxes.hpp"

namespace rigor {
namespace {

constexpr double kStill = 1e-9;  // m/s

TEST(ComingStop, OfAStraightSlideIsItsSpeedOverItsFriction) {
  const BoxOnGround at({0.2, 0.2, 0.1}, 0.4, moving(3, 0, 0));
  const ComingStop stop = coming_stop(at.motion(), at.cluster, kStill);
  EXPECT_NEAR(stop.time, 3.0 / (0.4 * kTestGravity), 1e-6);
  EXPECT_NEAR(stop.turn, 0.0, 1e-9);
}

// Across a slope nothing but friction slows the slide, and the slope turns it.
TEST(ComingStop, AcrossASlopeTurns) {
  BoxOnGround at({0.2, 0.2, 0.01}, 0.4, moving(1e-3, 0, 0));
  at.boxes.model->gravity = {0.0, -2.0, -9.81};
  const ComingStop stop = coming_stop(at.motion(), at.cluster, kStill);
  EXPECT_NEAR(stop.time, 1e-3 / (0.4 * 9.81), 1e-9);
  EXPECT_NEAR(stop.turn, 2.0 / (0.4 * 9.81), 1e-6);
}

TEST(ComingStop, IsNoneWhereNothingSlidesOrSlipsGrow) {
  const BoxOnGround still({0.2, 0.2, 0.1}, 0.4, moving(0, 0, 0), ContactState::Stick);
  EXPECT_TRUE(std::isinf(coming_stop(still.motion(), still.cluster, kStill).time));
  BoxOnGround faster({0.2, 0.2, 0.1}, 0.4, moving(1, 0, 0));
  faster.boxes.model->gravity = {6.0, 0.0, -9.81};
  EXPECT_TRUE(std::isinf(coming_stop(faster.motion(), faster.cluster, kStill).time));
  const BoxOnGround slow({0.2, 0.2, 0.1}, 0.4, moving(0.9 * kStill, 0, 0));
  EXPECT_TRUE(std::isinf(coming_stop(slow.motion(), slow.cluster, kStill).time));
}

// A step that is proposed far beyond a stop at which the slip turns goes most of the way to it.
TEST(ComingStop, IsNotSteppedOverWhereTheSlipTurns) {
  BoxOnGround at({0.2, 0.2, 0.01}, 0.4, moving(1e-3, 0, 0));
  at.boxes.model->gravity = {0.0, -2.0, -9.81};
  const Departure from{at.cluster.time, at.cluster, at.mode, {0.1, 16}, {0}};
  const auto next = propose(at.boxes.world, from, trace::time_from(1.0));
  ASSERT_TRUE(std::holds_alternative<Proposal>(next));
  const double stop = coming_stop(at.motion(), at.cluster, kStill).time;
  EXPECT_EQ(std::get<Proposal>(next).segments.front().length, kTowardStop * stop);
}

// The slowest of twelve boxes stops first. A step of so many rows goes little further; one box goes
// on as far as it was proposed.
TEST(ComingStop, EndsStepsOfManyRows) {
  const double mu = 0.4;
  const double least = 1e-2;
  const SlidingBoxes twelve = twelve_sliding_boxes(least, mu);
  const double stop = least / (mu * kTestGravity);
  const StepControl step{10.0 * stop, 12};
  const std::vector<std::uint32_t> numbers(twelve.cluster.bodies.size(), 0);
  const Departure from{twelve.cluster.time, twelve.cluster, twelve.mode, step, numbers};
  const auto next = propose(twelve.boxes.world, from, trace::time_from(1.0));
  ASSERT_TRUE(std::holds_alternative<Proposal>(next));
  const trace::Segment& first = std::get<Proposal>(next).segments.front();
  EXPECT_NEAR(first.length, kBehindStop * stop, 1e-6 * stop);
  EXPECT_EQ(first.reason, trace::EndReason::Stick);
  EXPECT_NEAR(trace::elapsed(first.start, first.end), stop, 1e-6 * stop);
  EXPECT_EQ(std::get<Proposal>(next).trajectory.degree(), kStepDegrees.front());

  const BoxOnGround one({0.2, 0.2, 0.1}, mu, moving(least, 0, 0));
  const auto alone = propose(one.boxes.world, {one.cluster.time, one.cluster, one.mode, step, {0}},
                             trace::time_from(1.0));
  ASSERT_TRUE(std::holds_alternative<Proposal>(alone));
  EXPECT_EQ(std::get<Proposal>(alone).segments.front().length, step.length);
}

// Steps up to a stop at which the slip turns end where little is left to slide, need fewer nodes
// the shorter they are, and what comes behind the stop goes on with steps as long as before.
TEST(ComingStop, IsReachedInFewCheapStepsAndLeftWithLongOnes) {
  BoxOnGround at({0.2, 0.2, 0.01}, 0.4, moving(1e-3, 0, 0));
  at.boxes.model->gravity = {0.0, -2.0, -9.81};
  Departure from{at.cluster.time, at.cluster, at.mode, {0.1, 16}, {0}};
  int steps = 0;
  int last_degree = 0;
  trace::EndReason reason = trace::EndReason::Accuracy;
  for (; reason == trace::EndReason::Accuracy && steps < 20; ++steps) {
    const auto next = propose(at.boxes.world, from, trace::time_from(1.0));
    ASSERT_TRUE(std::holds_alternative<Proposal>(next)) << steps;
    const auto& proposal = std::get<Proposal>(next);
    reason = proposal.end.reason;
    last_degree = proposal.trajectory.degree();
    from.time = from.cluster.time = proposal.end_time();
    from.cluster.states = final_states(proposal);
    from.step = proposal.next;
    ++from.segments[0];
  }
  EXPECT_EQ(reason, trace::EndReason::Stick);
  EXPECT_LE(steps, 6);  // 0.2 of the speed is left after each, from 1e-3 to below 1e-7 m/s
  EXPECT_LE(last_degree, 8);
  EXPECT_EQ(from.step.length, 0.1);
  EXPECT_EQ(from.step.beyond, 0.0);
}

}  // namespace
}  // namespace rigor
