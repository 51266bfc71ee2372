// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/linear_program.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(LinearProgram, BealesCyclingExampleEnds) {
  // Beale 1955: the textbook rule cycles for ever; optimum -1/20.
  MatrixXd A(3, 7);
  A << 0.25, -60, -1.0 / 25, 9, 1, 0, 0,  //
      0.5, -90, -1.0 / 50, 3, 0, 1, 0,    //
      0, 0, 1, 0, 0, 0, 1;
  VectorXd cost(7);
  cost << -0.75, 150, -0.02, 6, 0, 0, 0;
  const LinearProgramAnswer answer =
      minimize_linear(cost, A, (VectorXd(3) << 0.0, 0.0, 1.0).finished());
  EXPECT_EQ(answer.status, LinearProgramStatus::Solved);
  EXPECT_NEAR(answer.value, -0.05, 1e-14);
  EXPECT_LE(answer.residual, 1e-14);
}

TEST(LinearProgram, TellsInfeasibleFromUnbounded) {
  const MatrixXd A = (MatrixXd(1, 2) << 1.0, 1.0).finished();
  const VectorXd cost = (VectorXd(2) << 1.0, 0.0).finished();
  EXPECT_EQ(minimize_linear(cost, A, VectorXd::Constant(1, -1.0)).status,
            LinearProgramStatus::Infeasible);
  const MatrixXd D = (MatrixXd(1, 2) << 1.0, -1.0).finished();
  EXPECT_EQ(minimize_linear(-cost, D, VectorXd::Constant(1, 1.0)).status,
            LinearProgramStatus::Unbounded);
  EXPECT_EQ(minimize_linear(cost, D, VectorXd::Constant(1, 1.0)).status,
            LinearProgramStatus::Solved);
}

TEST(LinearProgram, KleeMintyCubesAreSolved) {
  for (const int n : {3, 5, 8}) {
    // max Σ 2^(n-j) x_j, 2 Σ_{j<i} 2^(i-j) x_j + x_i <= 5^i: optimum 5^n.
    MatrixXd A = MatrixXd::Zero(n, 2 * n);
    VectorXd b(n), cost = VectorXd::Zero(2 * n);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) A(i, j) = std::pow(2.0, i - j + 1);
      A(i, i) = 1.0;
      A(i, n + i) = 1.0;
      b[i] = std::pow(5.0, i + 1);
      cost[i] = -std::pow(2.0, n - 1 - i);
    }
    const LinearProgramAnswer answer = minimize_linear(cost, A, b);
    EXPECT_EQ(answer.status, LinearProgramStatus::Solved);
    EXPECT_NEAR(answer.value, -std::pow(5.0, n), 1e-9 * std::pow(5.0, n));
  }
}

TEST(LinearProgram, RandomProblemsMeetTheirDualBound) {
  // Built from a known optimum: x, y, s >= 0 with x's = 0 and cost = A'y + s: cost'x = b'y.
  Random random(12);
  for (int sample = 0; sample < 300; ++sample) {
    const int m = 1 + random.index(8);
    const int n = m + 1 + random.index(12);
    MatrixXd A(m, n);
    for (double& entry : A.reshaped()) entry = random.normal();
    if (m > 1 && random.index(3) == 0) A.row(0) = A.row(1) * 2.0;  // dependent rows
    VectorXd x = VectorXd::Zero(n), s = VectorXd::Zero(n), y(m);
    for (double& entry : y) entry = random.normal();
    for (int j = 0; j < n; ++j) {
      const int kind = random.index(3);  // 2: both zero, degenerate
      if (kind == 0) x[j] = random.unit();
      if (kind == 1) s[j] = random.unit();
    }
    const VectorXd b = A * x;
    const VectorXd cost = A.transpose() * y + s;
    const LinearProgramAnswer answer = minimize_linear(cost, A, b);
    ASSERT_EQ(answer.status, LinearProgramStatus::Solved) << "seed 12, sample " << sample;
    EXPECT_NEAR(answer.value, b.dot(y), 1e-9 * (1.0 + cost.norm() * x.norm()));
    EXPECT_GE(answer.x.minCoeff(), -1e-9);
    EXPECT_LE((A * answer.x - b).norm(), 1e-10 * (1.0 + b.norm()));
  }
}

}  // namespace
}  // namespace rigor
