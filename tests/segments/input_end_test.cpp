// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/decision/joint_inputs.hpp>
#include <rigor/segments/input_end.hpp>

#include "one_slider.hpp"

namespace rigor {
namespace {

/// Where the slider's step of one second ends.
SegmentEnd end_of(OneSlider& slider) {
  renew_inputs(slider.cluster);
  const ModeMotion motion = mode_motion(slider.world, slider.cluster, {});
  const Collocation step = collocate(motion, slider.cluster.states, 1.0, 12);
  EXPECT_EQ(step.status, CollocationStatus::Converged);
  SegmentEnd end;
  find_input_ends({motion, step, 1.0}, end);
  return end;
}

TEST(InputEnd, ASliderStopsWhenFrictionHasTakenItsSpeed) {
  OneSlider slider({.friction = 3.0}, 0.6, JointEffort{});  // of 2 kg
  const SegmentEnd end = end_of(slider);
  EXPECT_EQ(end.reason, trace::EndReason::Input);
  EXPECT_NEAR(end.s, 0.4, 1e-11);
}

TEST(InputEnd, AHeldSliderComesLooseWhenItsEffortPassesTheFriction) {
  OneSlider slider({.friction = 3.0}, 0.0, JointEffort{.effort = Polynomial{{0.0, 5.0}, 0.0}});
  EXPECT_NEAR(end_of(slider).s, 0.6, 1e-11);
}

TEST(InputEnd, AMotorComesToItsLimit) {
  // 2 x'' = -8 (x - 1): x = 1 - cos 2t; 8 cos 2t is 4 at 2t = π/3, but at the start it is above.
  OneSlider above({}, 0.0, JointPd{.kp = 8.0, .target = constant(1.0), .limit = 10.0});
  EXPECT_EQ(end_of(above).s, 1.0);
  OneSlider slider({}, 0.0, JointPd{.kp = 8.0, .target = constant(1.0), .limit = 4.0});
  EXPECT_NEAR(end_of(slider).s, std::sqrt(0.5), 1e-11);  // x = t², back at 8 (1 - x) = 4
}

TEST(InputEnd, NothingEndsWhereNothingChanges) {
  OneSlider slider({.damping = 1.0}, 0.5, JointEffort{});
  const SegmentEnd end = end_of(slider);
  EXPECT_EQ(end.s, 1.0);
  EXPECT_FALSE(end.immediate);
}

}  // namespace
}  // namespace rigor
