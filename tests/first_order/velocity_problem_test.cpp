// SPDX-License-Identifier: Apache-2.0
// A cube on the ground in closed form.
#include <rigor/first_order/velocity_problem.hpp>

#include "first_order/cube_above_ground.hpp"

namespace rigor::first_order {
namespace {

TEST(VelocityProblem, AStepBringsAFallingCubeToItsDistance) {
  CubeAboveGround at;
  auto& [scene, run, pair, rows] = at;
  ASSERT_EQ(rows.size(), 4U);
  Vector6 down = Vector6::Zero();
  down[2] = -0.1;
  run->bodies[0].u = down;
  VelocityProblem problem(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  const StepSolution solution = problem.solve(false);
  EXPECT_LE(solution.residual, 1e-3);  // costs a tenth of the gap, as asked for
  EXPECT_NEAR(0.0505 + 0.01 * problem.velocity(0)[2], 0.05 + pair.gap, 0.1 * pair.gap);
  EXPECT_LE(problem.energy_after(), problem.energy_before() + problem.work());
  // What is kept makes the next solve start at its end.
  problem.keep_impulses();
  VelocityProblem again(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  EXPECT_LE(again.solve(true).rounds, 2);
}

}  // namespace
}  // namespace rigor::first_order
