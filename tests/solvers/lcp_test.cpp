// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/lcp.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Lcp, EquilibrationBringsRowsAndColumnsNearOne) {
  Random random(31);
  MatrixXd M(6, 6);
  for (double& entry : M.reshaped()) entry = random.normal();
  for (int i = 0; i < 6; ++i) {
    M.row(i) *= std::pow(10.0, random.uniform(-6.0, 6.0));
    M.col(i) *= std::pow(10.0, random.uniform(-6.0, 6.0));
  }
  const Equilibration scale = equilibrate(M);
  const MatrixXd S = scale.row.asDiagonal() * M * scale.column.asDiagonal();
  for (int i = 0; i < 6; ++i) {
    EXPECT_GE(S.row(i).cwiseAbs().maxCoeff(), 0.2);
    EXPECT_LE(S.row(i).cwiseAbs().maxCoeff(), 4.0);
    EXPECT_GE(S.col(i).cwiseAbs().maxCoeff(), 0.2);
    EXPECT_LE(S.col(i).cwiseAbs().maxCoeff(), 4.0);
    EXPECT_EQ(std::exp2(std::round(std::log2(scale.row[i]))), scale.row[i]);
  }
  EXPECT_EQ(equilibrate(MatrixXd::Zero(2, 2)).row, VectorXd::Ones(2));
}

TEST(Lcp, ResidualSeesEveryKindOfError) {
  const LinearComplementarity problem{MatrixXd::Identity(2, 2),
                                      (VectorXd(2) << -1.0, 2.0).finished()};
  const auto at = [&problem](double a, double b) {
    return lcp_residual(problem, (VectorXd(2) << a, b).finished());
  };
  EXPECT_EQ(at(1.0, 0.0), 0.0);
  EXPECT_GE(at(0.0, 0.0), 0.4);    // w_0 < 0
  EXPECT_GE(at(1.0, -0.1), 0.01);  // z_1 < 0
  EXPECT_GE(at(1.5, 0.0), 0.1);    // z_0 w_0 > 0
}

}  // namespace
}  // namespace rigor
