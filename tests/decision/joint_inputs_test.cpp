// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/decision/joint_inputs.hpp>
#include <rigor/decision/resolve_event.hpp>

#include "one_slider.hpp"

namespace rigor {
namespace {

JointSlide decided(const OneSlider& slider) {
  const EventOutcome outcome = resolve_event(slider.world, {slider.cluster, {}, {}});
  return slides_of(std::get<ResolvedEvent>(outcome).cluster).at(0);
}

TEST(JointInputs, MovingJointsSlideAndOthersStickUpToTheirFriction) {
  EXPECT_EQ(decided(OneSlider({.friction = 1.0}, 0.5, JointEffort{})), JointSlide::Up);
  EXPECT_EQ(decided(OneSlider({.friction = 1.0}, -0.5, JointEffort{})), JointSlide::Down);
  const auto pushed = [](double effort) {
    return decided(OneSlider({.friction = 1.0}, 0.0, JointEffort{.effort = constant(effort)}));
  };
  EXPECT_EQ(pushed(0.0), JointSlide::Sticks);
  EXPECT_EQ(pushed(1.0), JointSlide::Sticks);
  EXPECT_EQ(pushed(-1.0), JointSlide::Sticks);
  EXPECT_EQ(pushed(1.001), JointSlide::Up);
  EXPECT_EQ(pushed(-1.001), JointSlide::Down);
}

TEST(JointInputs, LimitedMotorsAreOnTheBranchOfTheirState) {
  const auto branch = [](double kp, double v) {
    OneSlider slider({}, v, JointPd{.kp = kp, .kd = 1.0, .target = constant(1.0), .limit = 2.0});
    renew_inputs(slider.cluster);
    return slider.cluster.states[0].tree->inputs->branches.at(0);
  };
  EXPECT_EQ(branch(1.0, 0.0), MotorBranch::Linear);
  EXPECT_EQ(branch(3.0, 0.0), MotorBranch::Highest);
  EXPECT_EQ(branch(3.0, 2.0), MotorBranch::Linear);
  EXPECT_EQ(branch(1.0, 4.0), MotorBranch::Lowest);
}

TEST(JointInputs, SamplesAreTakenWhenTheyAreDue) {
  OneSlider slider({}, 0.5, SampledPd{{.kd = 2.0}, {1.0, 0.5}});
  renew_inputs(slider.cluster);
  EXPECT_EQ(slider.cluster.states[0].tree->inputs->outputs.at(0).size(), 0);
  slider.cluster.time = trace::time_from(1.5);
  renew_inputs(slider.cluster);
  EXPECT_EQ(slider.cluster.states[0].tree->inputs->outputs.at(0)[0], -1.0);
}

TEST(JointInputs, ImpactsFindJointsFreeAndWhatMovesAfterThemSlides) {
  OneSlider slider({.friction = 1.0}, 0.0, JointEffort{});
  renew_inputs(slider.cluster);
  EXPECT_TRUE(is_locked(*slider.cluster.states[0].tree, 0));
  Cluster free = slider.cluster;
  release_joints(free);
  EXPECT_FALSE(is_locked(*free.states[0].tree, 0));
  set_velocity(free, Eigen::VectorXd::Constant(1, -0.3));
  hold_joints(slider.cluster, free);
  EXPECT_EQ(slides_of(free).at(0), JointSlide::Down);
}

}  // namespace
}  // namespace rigor
