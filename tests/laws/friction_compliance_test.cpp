// SPDX-License-Identifier: Apache-2.0
// Contacts that give way less and less.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/friction_compliance.hpp>
#include <rigor/laws/friction_search.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

/// The corners of a plate that can sink and tilt, with unit inertias, pressed at (x, y); each
/// corner can besides go sideways by itself.
FrictionProblem pressed_plate(double x, double y, double side, double mu) {
  const std::array<Vector2, 4> corners{Vector2(0.5, 0.3), Vector2(-0.5, 0.3), Vector2(-0.5, -0.3),
                                       Vector2(0.5, -0.3)};
  Eigen::MatrixXd J(4, 3);
  for (int i = 0; i < 4; ++i) J.row(i) << 1.0, corners[i].y(), -corners[i].x();
  FrictionProblem problem;
  problem.W = Eigen::MatrixXd::Identity(12, 12);
  problem.b = Eigen::VectorXd::Zero(12);
  for (int i = 0; i < 4; ++i) {
    problem.b[3 * i] = -J.row(i).dot(Eigen::Vector3d(1.0, y, -x));
    problem.b[3 * i + 1] = side;
    for (int k = 0; k < 4; ++k) problem.W(3 * i, 3 * k) = J.row(i).dot(J.row(k));
  }
  problem.mu = Eigen::VectorXd::Constant(4, mu);
  problem.least = Eigen::VectorXd::Zero(4);
  problem.sliding.resize(4);
  return problem;
}

Eigen::VectorXd end_of_path(const FrictionProblem& problem) {
  CompliantPath path(problem);
  while (path.advance()) {
  }
  return path.impulses();
}

// Springs of equal stiffness: a quarter each, and what the moments add over Σ x² and Σ y²; to the
// rounding of W over the last compliance.
TEST(CompliantPath, SharesTheLoadOfRedundantCornersAsSpringsDo) {
  const Eigen::VectorXd r = end_of_path(pressed_plate(0.1, -0.05, 0.0, 0.4));
  const std::array<double, 4> xs{0.5, -0.5, -0.5, 0.5};
  const std::array<double, 4> ys{0.3, 0.3, -0.3, -0.3};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(r[3 * i], 0.25 + 0.1 * xs[i] / 1.0 - 0.05 * ys[i] / 0.36, 1e-4) << i;
    EXPECT_NEAR(r[3 * i + 1], 0.0, 1e-12) << i;
  }
}

TEST(CompliantPath, EndsAtSlipAndAtRest) {
  for (const double mu : {0.4, 10.0}) {
    const FrictionProblem problem = pressed_plate(0.1, -0.05, 0.5, mu);
    const Eigen::VectorXd r = end_of_path(problem);
    EXPECT_LE(friction_residual(problem, r), 1e-10) << mu;
    for (int i = 0; i < 4; ++i)  // u_t = r_t + side
      EXPECT_NEAR(r[3 * i + 1], -std::min(0.5, mu * r[3 * i]), 1e-9) << mu << ' ' << i;
  }
}

TEST(CompliantPath, KeepsLowerBoundsAndGivenSlips) {
  FrictionProblem problem = pressed_plate(0.0, 0.0, 0.5, 0.4);
  problem.least.setConstant(1.0);  // more than what presses: the plate leaves
  problem.sliding[2] = Vector2(0.0, 1.0);
  const Eigen::VectorXd r = end_of_path(problem);
  EXPECT_LE(friction_residual(problem, r), 1e-10);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(r[3 * i], 1.0, 1e-12);
  EXPECT_NEAR(r[7], 0.0, 1e-12);
  EXPECT_NEAR(r[8], -0.4, 1e-12);
}

/// A ball of 6 m/s strikes a wall; its contacts are tilted by as little as a skin tilts them.
FrictionProblem struck_wall(int rows) {
  Random random(3);
  const ContactSet set = testing::struck_wall(rows, 5, 1e-7, 0.5, random);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(set.mass.size());
  v[v.size() - 5] = -6.0;
  return friction_problem(set, v);
}

// With contacts that give way the answer is unique: bodies and contacts lead to the same one.
TEST(CompliantPath, IsTheSameByBodiesAndByContacts) {
  const FrictionProblem problem = struck_wall(1);
  ASSERT_TRUE(by_bodies(problem));
  FrictionProblem dense = problem;
  dense.G.resize(0, 0);
  CompliantPath path(problem);
  CompliantPath same(dense);
  for (int k = 0; k < 4; ++k) {
    ASSERT_TRUE(path.advance() && same.advance()) << k;
    const Eigen::VectorXd u = problem.W * (path.impulses() - same.impulses());
    EXPECT_LE(u.norm(), 1e-9 * speed_scale(problem)) << k;
  }
}

// A hundred contacts that hardly feel the blow, and depend on each other but for their tilt: there
// the path turns back, and other shares of giving way lead on.
TEST(CompliantPath, SolvesTheBlowOnAWall) {
  FrictionProblem problem = struck_wall(4);
  ASSERT_EQ(problem.size(), 129);
  problem.unmet = 1e-8 * speed_scale(problem);
  const FrictionSolution solution = solve_friction(problem);
  EXPECT_EQ(solution.route, FrictionRoute::Compliance);
  EXPECT_LE(friction_residual(problem, solution.r), 1e-8);
}

TEST(CompliantPath, GoesOnWithOtherSharesFromWhereItIs) {
  const FrictionProblem problem = struck_wall(1);
  CompliantPath path(problem);
  EXPECT_FALSE(path.share_anew(1)) << "nothing solved yet";
  ASSERT_TRUE(path.advance() && path.advance());
  const double before = friction_residual(problem, path.impulses());
  ASSERT_TRUE(path.share_anew(1));
  const Eigen::VectorXd r = path.impulses();
  EXPECT_LE(friction_residual(problem, r), 4.0 * before);  // shares differ by a factor of two
  ASSERT_TRUE(path.share_anew(1));
  EXPECT_LE((path.impulses() - r).norm(), 1e-6 * r.norm());  // the same choice, the same answer
}

}  // namespace
}  // namespace rigor
