// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/slip_sensitivity.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(SlipSensitivities, AreTheDerivativesOfTheAcceleration) {
  // Along the ground and about the vertical, velocities enter through slip directions only.
  const BoxOnGround at({0.3, 0.2, 0.1}, 0.3, moving(1, 0.4, 5));
  const ModeMotion motion = at.motion();
  const auto acceleration = [&](const Vector6& v) {
    std::vector<BodyState> states = at.cluster.states;
    states[0].v = v;
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    EXPECT_EQ(solution.solve(states, slips), RankCheck::Kept);
    return Eigen::VectorXd(solution.a());
  };
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  std::vector<SlipSensitivity> answers;
  set_sensitivities(solution, answers);
  ASSERT_EQ(answers.size(), 4U);
  const double step = 1e-6;
  for (const int k : {0, 1, 5}) {
    const Vector6 dv = step * Vector6::Unit(k);
    const Vector6& v = at.cluster.states[0].v;
    const Eigen::VectorXd measured = (acceleration(v + dv) - acceleration(v - dv)) / (2.0 * step);
    Eigen::VectorXd told = Eigen::VectorXd::Zero(6);
    for (const SlipSensitivity& answer : answers)
      told += answer.gain * answer.across.parts[0].on[k] * answer.response;
    EXPECT_LE((measured - told).norm(), 1e-6 * (1.0 + told.norm())) << k << "\n"
                                                                    << measured.transpose() << "\n"
                                                                    << told.transpose();
    EXPECT_GT(told.norm(), 0.1);
  }
}

TEST(SlipSensitivities, KeepTheirResponsesWhereAsked) {
  BoxOnGround at({0.3, 0.2, 0.1}, 0.3, moving(1, 0.4, 5));
  const ModeMotion motion = at.motion();
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  std::vector<SlipSensitivity> kept;
  set_sensitivities(solution, kept);
  const std::vector<SlipSensitivity> before = kept;
  at.cluster.states[0].q = turn(0.3, Vector3::UnitZ());
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  set_sensitivities(solution, kept, Responses::Kept);
  std::vector<SlipSensitivity> renewed;
  set_sensitivities(solution, renewed);
  for (std::size_t p = 0; p < kept.size(); ++p) {
    EXPECT_EQ(kept[p].response, before[p].response);
    EXPECT_NE(renewed[p].response, before[p].response);
    EXPECT_EQ(kept[p].gain, renewed[p].gain);
    EXPECT_EQ(kept[p].across.parts[0].on, renewed[p].across.parts[0].on);
  }
}

}  // namespace
}  // namespace rigor
