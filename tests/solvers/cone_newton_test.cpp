// SPDX-License-Identifier: Apache-2.0
// Against weights, and sweeps to the end; masses that splittings do not finish.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/cone_newton.hpp>
#include <rigor/solvers/cone_splitting.hpp>

#include "cone_problems.hpp"

namespace rigor {
namespace {

/// Nine cubes of 1 kg in a tower with one of the given mass on top, falling and pushed.
ConeProblem loaded_tower(double top, double push) {
  ConeProblem problem;
  ConeProblem::Velocity u = ConeProblem::Velocity::Zero();
  u[0] = push;
  u[2] = -0.0981;
  for (int i = 0; i < 10; ++i) {
    cone_problems::add_cube(problem, i == 9 ? top : 1.0, 0.05, u);
    cone_problems::add_corners(problem, i - 1, i, 0.05, 0.5);
  }
  prepare(problem);
  return problem;
}

TEST(ConeNewton, HeavyOnLightIsSolvedWhereSplittingsMiss) {
  for (const double top : {100.0, 1e4}) {
    const ConeProblem problem = loaded_tower(top, 0.02);
    ConeState state = state_at_start(problem);
    EXPECT_GT(split(problem, {}, state).residual, 1e-4) << top;
    const ConeReport report = polish_by_newton(problem, {40, 1e-8}, state);
    EXPECT_LE(report.residual, 1e-8) << top;
    EXPECT_EQ(residual(problem, state), report.residual) << top;
    const ConeState again = state_with(problem, state.impulses);
    for (int i = 0; i < 10; ++i) EXPECT_LE((state.u[i] - again.u[i]).norm(), 1e-12);
  }
}

TEST(ConeNewton, TheLowestCornersCarryTheWholeWeight) {
  for (const double top : {1.0, 100.0, 1e4}) {
    const ConeProblem problem = loaded_tower(top, 0.0);
    ConeState state = state_at_start(problem);
    EXPECT_LE(polish_by_newton(problem, {40, 1e-8}, state).residual, 1e-8) << top;
    double weight = 0.0;
    for (int c = 0; c < 4; ++c) weight += state.impulses[c][0];
    EXPECT_NEAR(weight, (9.0 + top) * 0.0981, 1e-6 * (9.0 + top));
  }
}

TEST(ConeNewton, RandomSlidingTowersAreFinished) {
  Random random(23);
  int finished = 0;
  for (int sample = 0; sample < 30; ++sample) {
    ConeProblem problem = cone_problems::tower(6, random.uniform(0.1, 0.8));
    for (auto& u : problem.u_star)
      for (int i = 0; i < 6; ++i) u[i] += 0.1 * random.normal();
    ConeState state = state_at_start(problem);
    const double before = split(problem, {}, state).residual;
    const ConeReport report = polish_by_newton(problem, {100, 1e-8}, state);
    EXPECT_LE(report.residual, before) << "sample " << sample;
    EXPECT_EQ(report.residual, residual(problem, state)) << "sample " << sample;
    finished += report.residual <= 1e-8 ? 1 : 0;
  }
  EXPECT_GE(finished, 28);  // of 30
}

TEST(ConeNewton, HeldTangentsDragTreesAndBoundedRowsAgreeWithSweeps) {
  for (const Tangent rule : {Tangent::Held, Tangent::Drag, Tangent::Cone}) {
    ConeProblem problem = cone_problems::with_tree_of(cone_problems::tower(3, 0.0), 2);
    for (ConeContact& contact : problem.contacts) {
      contact.tangent = rule;
      contact.drag = 0.5;
    }
    problem.contacts[5].least = 0.05;
    problem.trees[0].u_star[0] = 0.3;
    problem.u_star[0][5] = 2.0;
    problem.bounded.push_back({0, 0, 0.0, 0.1});         // dry friction that slips
    problem.bounded.push_back({0, 1, -0.2, 10.0, 0.5});  // a motor within its limit
    prepare(problem);
    ConeState swept = state_at_start(problem);
    ASSERT_LE(sweep(problem, {100000, 1e-14}, swept).residual, 1e-9);
    ConeState state = state_at_start(problem);
    EXPECT_LE(polish_by_newton(problem, {60, 1e-9}, state).residual, 1e-9);
    EXPECT_LE((state.u[0] - swept.u[0]).norm(), 1e-6);
    EXPECT_LE((state.trees[0] - swept.trees[0]).norm(), 1e-6);
    EXPECT_NEAR(state.efforts[1], swept.efforts[1], 1e-6);
  }
}

TEST(ConeNewton, GoalsThatNothingMeetsLeaveAFiniteStateNoWorseThanBefore) {
  ConeProblem problem = cone_problems::tower(1, 0.5);
  const std::size_t corners = problem.contacts.size();
  for (std::size_t c = 0; c < corners; ++c) {  // a lid that comes down on the cube
    ConeContact lid = problem.contacts[c];
    lid.rows[1] = -lid.rows[1];
    lid.offset[0] = -0.5;
    problem.contacts.push_back(lid);
  }
  prepare(problem);
  ConeState state = state_at_start(problem);
  const double before = residual(problem, state);
  const ConeReport report = polish_by_newton(problem, {}, state);
  EXPECT_LE(report.residual, before);
  EXPECT_GE(report.residual, 0.2);  // half of what the lid asks for, at best
  EXPECT_TRUE(state.u[0].allFinite());
}

}  // namespace
}  // namespace rigor
