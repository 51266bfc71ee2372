// SPDX-License-Identifier: Apache-2.0
// Problems that have broken complementary pivoting: cycling, exponential families, none or several
// solutions, and friction problems with many redundant contacts.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <rigor/solvers/lcp_enumeration.hpp>
#include <rigor/solvers/lemke.hpp>
#include <rigor/solvers/linear_program.hpp>

#include "friction_problems.hpp"

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Lemke, NothingToDoIsSolvedByZero) {
  const LemkeAnswer answer = lemke({-MatrixXd::Identity(2, 2), VectorXd::Ones(2)});
  EXPECT_EQ(answer.status, LemkeStatus::Solved);
  EXPECT_EQ(answer.z, VectorXd::Zero(2));
  EXPECT_EQ(answer.pivots, 0);
}

TEST(Lemke, ProblemsWithoutSolutionEndInARay) {
  const auto status = [](const MatrixXd& M, const VectorXd& q) { return lemke({M, q}).status; };
  EXPECT_EQ(status(MatrixXd::Zero(1, 1), VectorXd::Constant(1, -1.0)), LemkeStatus::Ray);
  EXPECT_EQ(status(-MatrixXd::Identity(1, 1), VectorXd::Constant(1, -1.0)), LemkeStatus::Ray);
  // Skew: w = (z_2 - 1, -z_1 - 1), the second is always negative.
  const MatrixXd skew = (MatrixXd(2, 2) << 0.0, 1.0, -1.0, 0.0).finished();
  EXPECT_EQ(status(skew, VectorXd::Constant(2, -1.0)), LemkeStatus::Ray);
  // Semidefinite and infeasible: two opposite contacts that both must open.
  const MatrixXd opposite = (MatrixXd(2, 2) << 1.0, -1.0, -1.0, 1.0).finished();
  EXPECT_EQ(status(opposite, VectorXd::Constant(2, -1.0)), LemkeStatus::Ray);
}

TEST(Lemke, FindsOneOfSeveralSolutions) {
  const LinearComplementarity problem{(MatrixXd(2, 2) << 1.0, 2.0, 2.0, 1.0).finished(),
                                      (VectorXd(2) << -1.0, -1.0).finished()};
  const LemkeAnswer answer = lemke(problem);
  EXPECT_EQ(answer.status, LemkeStatus::Solved);
  double nearest = 1.0;
  for (const VectorXd& z : all_lcp_solutions(problem).solutions) {
    nearest = std::min(nearest, (z - answer.z).norm());
  }
  EXPECT_LE(nearest, 1e-14);
}

TEST(Lemke, DoesNotCycleOnKostrevasExample) {
  // Kostreva 1979: a P-matrix with equal right-hand sides, on which careless ties return for ever.
  const MatrixXd M = (MatrixXd(3, 3) << 1, 2, 0, 0, 1, 2, 2, 0, 1).finished();
  const LemkeAnswer answer = lemke({M, VectorXd::Constant(3, -1.0)});
  EXPECT_EQ(answer.status, LemkeStatus::Solved);
  EXPECT_LE((answer.z - VectorXd::Constant(3, 1.0 / 3)).norm(), 1e-14);
}

TEST(Lemke, SolvesBealesCyclingProgramThroughItsConditions) {
  // min c'x, A x >= b, x >= 0 as w = [c; -b] + [0, -A'; A, 0] (x, y).
  MatrixXd A(3, 4);
  A << -0.25, 60, 1.0 / 25, -9, -0.5, 90, 1.0 / 50, -3, 0, 0, -1, 0;
  VectorXd q(7);
  q << -0.75, 150, -0.02, 6, 0, 0, 1;
  MatrixXd M = MatrixXd::Zero(7, 7);
  M.topRightCorner(4, 3) = -A.transpose();
  M.bottomLeftCorner(3, 4) = A;
  const LemkeAnswer answer = lemke({M, q});
  EXPECT_EQ(answer.status, LemkeStatus::Solved);
  EXPECT_NEAR(q.head(4).dot(answer.z.head(4)), -0.05, 1e-13);
  EXPECT_LE(answer.residual, 1e-14);
}

// Murty 1978: lower triangular, 1 on and 2 below the diagonal, q_i = -(2^n + ... + 2^(n-i)).
LinearComplementarity murty(int n) {
  LinearComplementarity problem{MatrixXd::Identity(n, n), VectorXd::Zero(n)};
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) problem.M(i, j) = 2.0;
    sum += std::exp2(n - i);
    problem.q[i] = -sum;
  }
  return problem;
}

TEST(Lemke, MurtysFamilyIsSolvedOrStoppedAtTheLimit) {
  for (const int n : {2, 4, 8, 10}) {
    const LemkeAnswer answer = lemke(murty(n), 1 << (n + 2));
    EXPECT_EQ(answer.status, LemkeStatus::Solved) << n;
    EXPECT_EQ(answer.pivots, 1 << n);  // the theorem
    EXPECT_NEAR(answer.z[0], std::exp2(n), 1e-9 * std::exp2(n));
    EXPECT_LE(answer.z.tail(n - 1).norm(), 1e-9 * std::exp2(n));
    EXPECT_LE(answer.residual, 1e-14);
  }
  const LemkeAnswer stopped = lemke(murty(10), 20);
  EXPECT_EQ(stopped.status, LemkeStatus::Limit);
  EXPECT_EQ(stopped.pivots, 20);
}

TEST(Lemke, AgreesWithEnumerationOnSmallRandomProblems) {
  Random random(51);
  int rays = 0;
  int several = 0;
  for (int sample = 0; sample < 400; ++sample) {
    const int n = 1 + random.index(6);
    LinearComplementarity problem{MatrixXd(n, n), VectorXd(n)};
    for (double& entry : problem.M.reshaped()) entry = random.normal();
    for (double& entry : problem.q) entry = random.normal();
    const LemkeAnswer answer = lemke(problem);
    const LcpSolutions all = all_lcp_solutions(problem);
    SCOPED_TRACE("seed 51, sample " + std::to_string(sample));
    if (answer.status == LemkeStatus::Ray) {
      ++rays;  // M is not copositive here: a ray proves nothing
      continue;
    }
    ASSERT_EQ(answer.status, LemkeStatus::Solved);
    EXPECT_LE(answer.residual, 1e-12);
    several += all.solutions.size() > 1 ? 1 : 0;
    double nearest = 1e9;
    for (const VectorXd& z : all.solutions) nearest = std::min(nearest, (z - answer.z).norm());
    EXPECT_LE(nearest, 1e-8 * (1.0 + answer.z.norm()));
  }
  EXPECT_GE(rays, 20);
  EXPECT_LE(rays, 350);
  EXPECT_GE(several, 20);
}

TEST(Lemke, SemidefiniteProblemsAreSolvedExactlyWhenFeasible) {
  Random random(52);
  int infeasible = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const int n = 2 + random.index(9);
    const int rank = 1 + random.index(n);
    MatrixXd G(n, rank);
    for (double& entry : G.reshaped()) entry = random.normal();
    LinearComplementarity problem{G * G.transpose(), VectorXd(n)};
    for (double& entry : problem.q) entry = random.normal();
    const LemkeAnswer answer = lemke(problem);
    // Feasible: some M z + q = w with z, w >= 0.
    MatrixXd A(n, 2 * n);
    A << problem.M, -MatrixXd::Identity(n, n);
    const bool feasible =
        minimize_linear(VectorXd::Zero(2 * n), A, -problem.q).status == LinearProgramStatus::Solved;
    SCOPED_TRACE("seed 52, sample " + std::to_string(sample));
    EXPECT_EQ(answer.status, feasible ? LemkeStatus::Solved : LemkeStatus::Ray);
    if (feasible) {
      EXPECT_LE(answer.residual, 1e-11);
    }
    infeasible += feasible ? 0 : 1;
  }
  EXPECT_GE(infeasible, 30);
}

TEST(Lemke, SolvesFrictionOnRedundantStacks) {
  for (const int boxes : {1, 2, 5, 8}) {
    for (const double speed : {0.0, 1.0}) {
      for (const double noise : {0.0, 1e-3}) {
        Random random(53);
        const LinearComplementarity problem =
            problems::stewart_trinkle(problems::stack(boxes, 4), noise, speed, random);
        const LemkeAnswer answer = lemke(problem);
        SCOPED_TRACE(std::to_string(boxes) + " boxes, speed " + std::to_string(speed) + ", noise " +
                     std::to_string(noise));
        EXPECT_EQ(answer.status, LemkeStatus::Solved);
        EXPECT_LE(answer.residual, 1e-11);
      }
    }
  }
}

TEST(Lemke, UnitsAndOrderDoNotMatterForUniqueSolutions) {
  Random random(54);
  for (int sample = 0; sample < 50; ++sample) {
    const int n = 6;
    MatrixXd A(n, n);
    LinearComplementarity problem{MatrixXd(n, n), VectorXd(n)};
    for (double& entry : A.reshaped()) entry = random.normal();
    for (double& entry : problem.q) entry = random.normal();
    problem.M = A * A.transpose() + 0.1 * MatrixXd::Identity(n, n);
    const VectorXd S = VectorXd::LinSpaced(n, 1e-3, 70.0);
    const LinearComplementarity other{
        (S.asDiagonal() * problem.M * S.asDiagonal()).eval().reverse(),
        S.cwiseProduct(problem.q).reverse()};
    const VectorXd z = lemke(problem).z;
    const VectorXd back = lemke(other).z.reverse().cwiseProduct(S);
    EXPECT_LE((z - back).norm(), 1e-10 * (1.0 + z.norm())) << "seed 54, sample " << sample;
  }
}

}  // namespace
}  // namespace rigor
