// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/basis_factor.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(BasisFactor, FollowsExchangesOfColumns) {
  Random random(21);
  const int n = 7;
  MatrixXd B = MatrixXd::Identity(n, n);
  BasisFactor factor(n);
  for (int exchange = 0; exchange < 60; ++exchange) {
    VectorXd column(n);
    for (double& entry : column) entry = random.normal();
    const int position = exchange % n;
    const VectorXd d = factor.solved(column);
    if (std::abs(d[position]) < 0.1) continue;  // keep the basis well conditioned
    factor.exchange(position, d);
    B.col(position) = column;
    if (exchange % 20 == 19) {
      factor.factor(B);
      EXPECT_EQ(factor.exchanges(), 0);
    }
    const MatrixXd inverse = B.inverse();
    const VectorXd b = VectorXd::LinSpaced(n, -1.0, 1.0);
    EXPECT_LE((factor.solved(b) - inverse * b).norm(), 1e-9 * inverse.norm());
    for (int i = 0; i < n; ++i) {
      EXPECT_LE((factor.inverse_row(i).transpose() - inverse.row(i)).norm(), 1e-9 * inverse.norm());
    }
  }
}

}  // namespace
}  // namespace rigor
