// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/step_rows.hpp>

#include "first_order/cube_above_ground.hpp"

namespace rigor::first_order {
namespace {

TEST(StepRows, AskForTheSpeedThatEndsAtTheGap) {
  CubeAboveGround cube;
  auto& [scene, run, pair, rows] = cube;
  ASSERT_EQ(rows.size(), 4U);
  RowGoals goals = step_goals(*run, 0.01, rows);
  // (γ + ρ - φ)/h, and an answer to a touch opens a fifth of γ at most.
  EXPECT_NEAR(speed_goal(rows[0], goals), (pair.gap - 5e-4) / 0.01, 1e-9);
  pair.reserve = 3e-4;
  EXPECT_NEAR(speed_goal(rows[0], goals), (pair.gap + 3e-4 - 5e-4) / 0.01, 1e-9);
  goals.is_impact = true;
  rows[0].gap = 0.0;
  EXPECT_NEAR(speed_goal(rows[0], goals), 0.2 * pair.gap / goals.step, 1e-12);
}

TEST(StepRows, StartWithTheVelocitiesOfTheirBodies) {
  CubeAboveGround cube;
  auto& [scene, run, pair, rows] = cube;
  run->bodies[0].u << 0.1, 0.2, -0.3, 0, 0, 1;
  const StepRows at(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  EXPECT_EQ(at.problem.cone.contacts.size(), 4U);
  EXPECT_EQ(at.velocity(0), run->bodies[0].u);
  for (std::size_t c = 0; c < 4; ++c) {
    // Speeds of the contact: normal less its goal, and along the tangents, by hand.
    const Vector3 v = relative_velocity(rows[c], Vector6::Zero(), run->bodies[0].u);
    const Eigen::Vector3d y = speeds(at.problem.cone.contacts[c], at.state);
    EXPECT_NEAR(y[0], rows[c].nhat_W.dot(v) - speed_goal(rows[c], at.goals), 1e-12);
    EXPECT_NEAR(y[1], rows[c].tangents_W[0].dot(v), 1e-12);
  }
  EXPECT_FALSE(touches_drive(run->bodies, rows[0]));
}

}  // namespace
}  // namespace rigor::first_order
