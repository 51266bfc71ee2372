// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/mode_forces.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(ModeForces, OfABoxAtRestCarryItsWeightAndDoNoWork) {
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(0, 0, 0), ContactState::Stick);
  const ModeMotion motion = mode_motion(at.boxes.world, at.cluster, at.mode.contacts);
  ModeSolution solution(motion);
  ASSERT_EQ(solution.solve(at.cluster.states), RankCheck::Kept);
  const std::vector<Vector6> wrenches = contact_wrenches(solution);
  ASSERT_EQ(wrenches.size(), 1U);
  EXPECT_LE((wrenches[0] - kTestGravity * Vector6::Unit(2)).norm(), 1e-10);
  EXPECT_EQ(supplied_power(solution), 0.0);
}

TEST(ModeForces, WhereAllSlipAreWhatTheBodiesDoBesideFalling) {
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(2, 1, 0.5));
  const ModeMotion motion = at.motion();
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  const Eigen::VectorXd free = free_accelerations(at.boxes.world, at.cluster);
  EXPECT_LE((slip_accelerations(solution) - (solution.a() - free)).norm(), 1e-12);
  const Eigen::VectorXd pushed =
      mass_of(at.boxes.world, at.cluster).solved(Eigen::VectorXd(contact_wrenches(solution)[0]));
  EXPECT_LE((pushed - (solution.a() - free)).norm(), 1e-11);
}

TEST(ModeForces, OnABeltAreFedByIt) {
  // A box at rest on a belt that runs under it: friction μ m g along the belt at the belt's speed,
  // all of which the belt supplies; none of it reaches the box, which does not move yet.
  BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(0, 0, 0));
  at.boxes.model->half_spaces[0].belt = Vector3(1.5, 0, 0);
  const ModeMotion motion = at.motion();
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  EXPECT_NEAR(solution.a()[0], 0.4 * kTestGravity, 1e-10);
  EXPECT_NEAR(supplied_power(solution), 0.4 * kTestGravity * 1.5, 1e-9);
}

}  // namespace
}  // namespace rigor
