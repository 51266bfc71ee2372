// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/lcp_enumeration.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(LcpEnumeration, FindsAllThreeSolutions) {
  const LinearComplementarity problem{(MatrixXd(2, 2) << 1.0, 2.0, 2.0, 1.0).finished(),
                                      (VectorXd(2) << -1.0, -1.0).finished()};
  const LcpSolutions all = all_lcp_solutions(problem);
  ASSERT_EQ(all.solutions.size(), 3U);
  EXPECT_FALSE(all.continuum);
  EXPECT_LE((all.solutions[0] - Eigen::Vector2d(1.0, 0.0)).norm(), 1e-14);
  EXPECT_LE((all.solutions[1] - Eigen::Vector2d(0.0, 1.0)).norm(), 1e-14);
  EXPECT_LE((all.solutions[2] - Eigen::Vector2d(1.0 / 3, 1.0 / 3)).norm(), 1e-14);
}

TEST(LcpEnumeration, PainleveHasNoneOrTwo) {
  // One sliding contact with a negative indicator: w = -z + q.
  const MatrixXd M = MatrixXd::Constant(1, 1, -1.0);
  EXPECT_EQ(all_lcp_solutions({M, VectorXd::Constant(1, -1.0)}).solutions.size(), 0U);
  EXPECT_EQ(all_lcp_solutions({M, VectorXd::Constant(1, 1.0)}).solutions.size(), 2U);
}

TEST(LcpEnumeration, RecognisesContinua) {
  // Two equal contacts share one force in any proportion.
  const LinearComplementarity problem{MatrixXd::Ones(2, 2), VectorXd::Constant(2, -1.0)};
  const LcpSolutions all = all_lcp_solutions(problem);
  EXPECT_TRUE(all.continuum);
  EXPECT_GE(all.solutions.size(), 2U);
  for (const VectorXd& z : all.solutions) EXPECT_NEAR(z.sum(), 1.0, 1e-12);
  EXPECT_TRUE(all_lcp_solutions({MatrixXd::Zero(1, 1), VectorXd::Zero(1)}).continuum);
  EXPECT_FALSE(all_lcp_solutions({MatrixXd::Zero(1, 1), VectorXd::Ones(1)}).continuum);
}

TEST(LcpEnumeration, PositiveDefiniteProblemsHaveExactlyOne) {
  Random random(41);
  for (int sample = 0; sample < 60; ++sample) {
    const int n = 1 + random.index(7);
    MatrixXd A(n, n);
    VectorXd q(n);
    for (double& entry : A.reshaped()) entry = random.normal();
    for (double& entry : q) entry = random.normal();
    const LinearComplementarity problem{A * A.transpose() + 0.1 * MatrixXd::Identity(n, n), q};
    const LcpSolutions all = all_lcp_solutions(problem);
    ASSERT_EQ(all.solutions.size(), 1U) << "seed 41, sample " << sample;
    EXPECT_LE(lcp_residual(problem, all.solutions[0]), 1e-12);
    EXPECT_FALSE(all.continuum);
  }
}

}  // namespace
}  // namespace rigor
