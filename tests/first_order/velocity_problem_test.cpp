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
  EXPECT_NEAR(0.0505 + 0.01 * problem.path_velocity(0)[2], 0.05 + pair.gap, 0.1 * pair.gap);
  const auto [before, after] = problem.energies();
  EXPECT_LE(after, before + problem.work().openings);
  // What is kept makes the next solve start at its end, if nothing is left to be opened or closed.
  for (Row& row : rows) row.gap = pair.gap;
  VelocityProblem at_rest(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  at_rest.solve(false);
  at_rest.keep_impulses();
  VelocityProblem again(run->bodies, {0}, rows, step_goals(*run, 0.01, rows));
  EXPECT_LE(again.solve(true).rounds, 2);
}

TEST(VelocityProblem, AnImpulseWhoseCornerIsGoneGoesToTheNearestOne) {
  CubeAboveGround at;
  auto& [scene, run, pair, rows] = at;
  run->bodies[0].u[2] = -0.1;
  for (Row& row : rows) row.gap = pair.gap;
  const RowGoals goals = step_goals(*run, 0.01, rows);
  VelocityProblem first(run->bodies, {0}, rows, goals);
  first.solve(false);
  first.keep_impulses();
  // The kept impulse of one corner now stands for two that acted beside it.
  ASSERT_EQ(pair.kept.size(), 4U);
  KeptImpulse half = pair.kept[0];
  half.normal *= 0.5;
  half.tangential_W *= 0.5;
  pair.kept[0] = half;
  half.point_B.x() *= 0.9;
  pair.kept.push_back(half);
  VelocityProblem again(run->bodies, {0}, rows, goals);
  EXPECT_LE(again.solve(true).rounds, 2);
  EXPECT_LE((again.velocity(0) - first.velocity(0)).norm(), goals.law.goal);
}

TEST(VelocityProblem, AGripOnTwoSidesKeepsGapsAsTheyAre) {
  // A cube below γ at a floor and at a wall, under no_slip: opening one gap slips at the other.
  const SmallScene scene("law: no_slip\n" + head(1) + "bodies:\n" + cube("cube", 0, 0, 0.05003) +
                         "  - {name: wall, shape: {box: [0.1, 1, 1]}, fixed: true, pose: "
                         "{position: [0.10003, 0, 0.5]}}\n" +
                         kGround);
  const auto run = scene.start();
  std::vector<Row> rows;
  for (const PairId& id : {PairId{{trace::kWorld, 0}, {0, 0}}, PairId{{0, 0}, {1, 0}}})
    add_rows(run->world, run->bodies, 2e-3, run->pairs.at(id, run->scales), rows);
  ASSERT_GE(rows.size(), 6U);
  run->bodies[0].u[2] = -0.1;
  RowGoals goals = step_goals(*run, 0.01, rows);
  VelocityProblem problem(run->bodies, {0}, rows, goals);
  EXPECT_LE(problem.solve(false).residual, goals.law.goal);
  EXPECT_LT(problem.path_velocity(0).norm(), 2 * goals.law.goal);
}

}  // namespace
}  // namespace rigor::first_order
