// SPDX-License-Identifier: Apache-2.0
// Against Gauss-Seidel swept to the end, on towers it is slow at, and by the residual of the
// problem as given.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/cone_splitting.hpp>

#include "cone_problems.hpp"

namespace rigor {
namespace {

TEST(ConeSplitting, ATowerThatSweepsDoNotFinishIsSolved) {
  const ConeProblem problem = cone_problems::tower(30, 0.5);
  ConeState swept = state_at_start(problem);
  const ConeReport slow = sweep(problem, {200, 1e-5}, swept);
  ConeState state = state_at_start(problem);
  const ConeReport report = split(problem, {}, state);
  EXPECT_LE(report.residual, 1e-4);
  EXPECT_LT(report.residual, 0.1 * slow.residual);
  double weight = 0.0;  // the lowest corners carry all cubes
  for (int c = 0; c < 4; ++c) weight += state.impulses[c][0];
  EXPECT_NEAR(weight, 30 * 0.0981, 1e-2);
}

TEST(ConeSplitting, SoftRoundsShareALoadAsEqualSpringsDo) {
  const ConeProblem problem = cone_problems::tower(1, 0.5);
  ConeState state = state_at_start(problem);
  split(problem, {200, 1e-8, 20, 0.3, 10, 1.6, {10, 1e-9}}, state);
  for (int c = 0; c < 4; ++c) EXPECT_NEAR(state.impulses[c][0], 0.0981 / 4, 1e-6);
}

TEST(ConeSplitting, ANearSolutionIsFinishedInFewRoundsAndKeepsItsShares) {
  const ConeProblem problem = cone_problems::tower(20, 0.5);
  ConeState solved = state_at_start(problem);
  const ConeReport cold = split(problem, {2000, 1e-7}, solved);
  EXPECT_GT(cold.rounds, 20);
  ConeState state = state_with(problem, solved.impulses);
  const ConeReport warm = split(problem, {200, 1e-6}, state);
  EXPECT_LE(warm.residual, 1e-5);
  EXPECT_LE(warm.rounds, 5);
  for (std::size_t c = 0; c < state.impulses.size(); ++c)
    EXPECT_NEAR(state.impulses[c][0], solved.impulses[c][0], 0.01 * solved.impulses[c][0]) << c;
}

TEST(ConeSplitting, AgreesWithSweepsOnRandomTowers) {
  Random random(23);
  int friction_at_work = 0;
  for (int sample = 0; sample < 60; ++sample) {
    ConeProblem problem = cone_problems::tower(2, random.uniform(0.1, 0.8));
    for (auto& u : problem.u_star)
      for (int i = 0; i < 6; ++i) u[i] += 0.1 * random.normal();
    if (sample % 3 == 0) problem.contacts[2].least = 0.05;
    ConeState swept = state_at_start(problem);
    ASSERT_LE(sweep(problem, {100000, 1e-14}, swept).residual, 1e-8) << "sample " << sample;
    ConeState state = state_at_start(problem);
    const ConeReport report = split(problem, {5000, 1e-9, 20, 0.3, 25, 1.6, {2000, 1e-12}}, state);
    EXPECT_LE(report.residual, 1e-7) << "sample " << sample;
    for (const auto& p : state.impulses) friction_at_work += p.tail<2>().norm() > 1e-3 ? 1 : 0;
    // The normal impulses of a tower are shared in many ways, and sliding depends on that a little;
    // the kinetic energy hardly does.
    EXPECT_NEAR(kinetic_energy(problem, state), kinetic_energy(problem, swept),
                0.05 * kinetic_energy(problem, state_at_start(problem)))
        << "sample " << sample;
  }
  EXPECT_GT(friction_at_work, 50);
}

TEST(ConeSplitting, HeldTangentsAndDragAreConvexAndAgreeWithSweeps) {
  for (const Tangent rule : {Tangent::Held, Tangent::Drag}) {
    ConeProblem problem = cone_problems::tower(3, 0.0);
    for (ConeContact& contact : problem.contacts) {
      contact.tangent = rule;
      contact.drag = 0.5;
    }
    problem.u_star[2][0] = 0.3;
    problem.u_star[1][5] = 2.0;
    ConeState swept = state_at_start(problem);
    ASSERT_LE(sweep(problem, {100000, 1e-14}, swept).residual, 1e-9);
    ConeState state = state_at_start(problem);
    split(problem, {5000, 1e-9, 20, 0.3, 25, 1.6, {2000, 1e-12}}, state);
    for (int i = 0; i < 3; ++i) EXPECT_LE((state.u[i] - swept.u[i]).norm(), 1e-6);
  }
}

TEST(ConeSplitting, TreesAndBoundedRowsAgreeWithSweeps) {
  for (const int joined : {1, 2, 3}) {
    ConeProblem problem = cone_problems::with_tree_of(cone_problems::tower(3, 0.0), joined);
    problem.trees[0].u_star[0] = 0.3;
    problem.bounded.push_back({0, 0, 0.0, 0.1});         // dry friction that slips
    problem.bounded.push_back({0, 1, -0.2, 10.0, 0.5});  // a motor within its limit
    prepare(problem);
    ConeState swept = state_at_start(problem);
    ASSERT_LE(sweep(problem, {100000, 1e-14}, swept).residual, 1e-9);
    ConeState state = state_at_start(problem);
    split(problem, {5000, 1e-9, 20, 0.3, 25, 1.6, {0, 1e-12}}, state);
    EXPECT_LE((state.trees[0] - swept.trees[0]).norm(), 1e-6) << joined;
    EXPECT_NEAR(state.efforts[0], -0.1, 1e-8);
    EXPECT_NEAR(state.efforts[1], swept.efforts[1], 1e-7);
    EXPECT_LT(state.efforts[1], 10.0);
  }
}

}  // namespace
}  // namespace rigor
