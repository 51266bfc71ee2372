// SPDX-License-Identifier: Apache-2.0
// Closed forms of one cube, Coulomb's law on random problems by its own words, held and damped
// tangents.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/cone_sweep.hpp>

#include "cone_problems.hpp"

namespace rigor {
namespace {

using Eigen::Vector3d;

constexpr SweepOptions kExact{20000, 1e-15};

/// A point mass on the ground.
ConeProblem sliding_point(double friction, double fall, double slide) {
  ConeProblem problem;
  ConeProblem::Velocity u = ConeProblem::Velocity::Zero();
  u << slide, 0.0, -fall, 0.0, 0.0, 0.0;
  cone_problems::add_cube(problem, 2.0, 0.1, u);
  ConeContact contact;
  contact.blocks = {-1, 0};
  contact.rows[1] = cone_problems::rows_at(Vector3d::Zero(), 1.0);
  contact.friction = friction;
  problem.contacts.push_back(contact);
  prepare(problem);
  return problem;
}

TEST(ConeSweep, APointMassSlidesOrStopsAsCoulombSays) {
  for (const double slide : {0.02, 0.3}) {  // below and above μ times the fall
    const ConeProblem problem = sliding_point(0.5, 0.1, slide);
    ConeState state = state_at_start(problem);
    const ConeReport report = sweep(problem, kExact, state);
    EXPECT_LE(report.residual, 1e-15);
    EXPECT_NEAR(state.u[0][0], std::max(0.0, slide - 0.05), 1e-15);
    EXPECT_NEAR(state.u[0][2], 0.0, 1e-15);
    EXPECT_NEAR(state.impulses[0][0], 0.2, 1e-15);
  }
}

TEST(ConeSweep, ItEndsAtItsGoalOrWhereItWouldNotComeThere) {
  const ConeProblem low = cone_problems::tower(2, 0.5);
  ConeState state = state_at_start(low);
  const ConeReport easy = sweep(low, {500, 1e-15, 1e-3}, state);
  EXPECT_LE(easy.residual, 1e-3);
  EXPECT_LT(easy.rounds, 100);
  const ConeProblem high = cone_problems::tower(30, 0.5);
  state = state_at_start(high);
  const ConeReport hopeless = sweep(high, {30, 1e-15, 1e-5}, state);
  EXPECT_GT(hopeless.residual, 1e-5);
  EXPECT_LT(hopeless.rounds, 30);
}

TEST(ConeSweep, HeldTangentsStopAndDraggedOnesSlowDown) {
  ConeProblem problem = sliding_point(0.0, 0.1, 0.3);
  problem.contacts[0].tangent = Tangent::Held;
  ConeState state = state_at_start(problem);
  EXPECT_LE(sweep(problem, kExact, state).residual, 1e-15);
  EXPECT_NEAR(state.u[0][0], 0.0, 1e-15);
  problem.contacts[0].tangent = Tangent::Drag;
  problem.contacts[0].drag = 6.0;  // m v = m v* - c v: v = v* m / (m + c)
  state = state_at_start(problem);
  EXPECT_LE(sweep(problem, kExact, state).residual, 1e-15);
  EXPECT_NEAR(state.u[0][0], 0.3 * 2.0 / 8.0, 1e-15);
}

TEST(ConeSweep, ALeastImpulseThrowsThePointUp) {
  ConeProblem problem = sliding_point(0.0, 0.1, 0.0);
  problem.contacts[0].least = 1.5 * 0.2;
  ConeState state = state_at_start(problem);
  EXPECT_LE(sweep(problem, kExact, state).residual, 1e-15);
  EXPECT_NEAR(state.u[0][2], 0.05, 1e-15);
}

TEST(ConeSweep, RandomCubesObeyTheLawContactByContact) {
  Random random(17);
  int sliding = 0, sticking = 0, open = 0;
  for (int sample = 0; sample < 200; ++sample) {
    ConeProblem problem;
    ConeProblem::Velocity u;
    for (int i = 0; i < 6; ++i) u[i] = random.normal() * (i < 3 ? 0.1 : 1.0);
    cone_problems::add_cube(problem, 1.0, 0.05, u);
    const double mu = random.uniform(0.1, 1.0);
    cone_problems::add_corners(problem, -1, 0, 0.05, mu);
    prepare(problem);
    ConeState state = state_at_start(problem);
    const ConeReport report = sweep(problem, kExact, state);
    ASSERT_LE(report.residual, 1e-9) << "sample " << sample;
    for (std::size_t c = 0; c < 4; ++c) {
      const Vector3d y = speeds(problem.contacts[c], state);
      const Vector3d& p = state.impulses[c];
      const double slip = y.tail<2>().norm();
      EXPECT_GE(y[0], -1e-9);
      EXPECT_GE(p[0], 0.0);
      EXPECT_LE(std::abs(y[0] * p[0]), 1e-9);
      EXPECT_LE(p.tail<2>().norm(), mu * p[0] * (1 + 1e-12));
      if (p[0] > 1e-9 && slip > 1e-6) {
        ++sliding;
        EXPECT_NEAR(p.tail<2>().dot(y.tail<2>()), -mu * p[0] * slip, 1e-8);
      } else if (p[0] > 1e-9) {
        ++sticking;
      } else {
        ++open;
      }
    }
  }
  EXPECT_GT(sliding, 50);
  EXPECT_GT(sticking, 20);
  EXPECT_GT(open, 100);
}

TEST(ConeSweep, BodiesAsPartsOfATreeMoveAsTheyDoAlone) {
  const ConeProblem bodies = cone_problems::tower(4, 0.5);
  ConeState alone = state_at_start(bodies);
  sweep(bodies, kExact, alone);
  for (const int joined : {1, 2, 4}) {
    const ConeProblem problem = cone_problems::with_tree_of(bodies, joined);
    ConeState state = state_at_start(problem);
    EXPECT_LE(sweep(problem, kExact, state).residual, 1e-14);
    for (int i = 0; i < 4; ++i) {
      const Eigen::VectorXd u = i < joined ? Eigen::VectorXd(state.trees[0].segment<6>(6 * i))
                                           : Eigen::VectorXd(state.u[i - joined]);
      EXPECT_LE((u - alone.u[i]).norm(), 1e-13) << joined << " " << i;
    }
    EXPECT_NEAR(kinetic_energy(problem, state), kinetic_energy(bodies, alone), 1e-13);
  }
}

TEST(ConeSweep, DryFrictionStopsARotorOrSlowsItDown) {
  for (const double v : {0.5, -3.0}) {
    ConeProblem problem = cone_problems::rotor(2.0, v);
    problem.bounded.push_back({0, 0, 0.0, 1.5});
    prepare(problem);
    ConeState state = state_at_start(problem);
    EXPECT_LE(sweep(problem, kExact, state).residual, 1e-15);
    const double expected = std::abs(v) < 0.75 ? 0.0 : std::copysign(std::abs(v) - 0.75, v);
    EXPECT_NEAR(state.trees[0][0], expected, 1e-15);
  }
}

TEST(ConeSweep, AMotorPullsToItsSpeedAsFarAsItsLimitAllows) {
  for (const double most : {1e3, 0.25}) {
    ConeProblem problem = cone_problems::rotor(2.0, 1.0);
    problem.bounded.push_back({0, 0, -4.0, most, 0.5});  // λ = -0.5 (v - 4)
    prepare(problem);
    ConeState state = state_at_start(problem);
    EXPECT_LE(sweep(problem, kExact, state).residual, 1e-15);
    const double free = (2.0 * 1.0 + 0.5 * 4.0) / (2.0 + 0.5);
    EXPECT_NEAR(state.trees[0][0], most > 1.0 ? free : 1.0 + most / 2.0, 1e-15);
  }
}

}  // namespace
}  // namespace rigor
