// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/pseudo_inverse.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

TEST(PseudoInverse, ObeysPenrosesFourEquationsAtAnyRank) {
  Random random(3, 9);
  for (int trial = 0; trial < 60; ++trial) {
    const int rows = 1 + random.index(7);
    const int columns = 1 + random.index(7);
    const int rank = random.index(std::min(rows, columns) + 1);
    Eigen::MatrixXd left(rows, rank);
    Eigen::MatrixXd right(rank, columns);
    for (double& x : left.reshaped()) x = random.uniform(-1.0, 1.0);
    for (double& x : right.reshaped()) x = random.uniform(-1.0, 1.0);
    const Eigen::MatrixXd A = left * right;
    const PseudoInverse inverse = pseudo_inverse(A);
    const Eigen::MatrixXd& X = inverse.matrix;
    EXPECT_EQ(inverse.rank, rank);
    const double size = 1.0 + X.norm() * A.norm();
    EXPECT_LT((A * X * A - A).norm(), 1e-12 * size);
    EXPECT_LT((X * A * X - X).norm(), 1e-12 * size * (1.0 + X.norm()));
    EXPECT_LT((A * X - (A * X).transpose()).norm(), 1e-12 * size);
    EXPECT_LT((X * A - (X * A).transpose()).norm(), 1e-12 * size);
  }
}

}  // namespace
}  // namespace rigor
