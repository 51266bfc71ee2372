// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/mass_factor.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random_mass(Random& random, int n) {
  MatrixXd A(n, n);
  for (double& entry : A.reshaped()) entry = random.normal();
  return A * A.transpose() + 0.1 * MatrixXd::Identity(n, n);
}

TEST(MassFactor, BlocksGiveTheSameAsTheDenseMatrix) {
  Random random(11);
  const std::vector<MatrixXd> blocks{random_mass(random, 6), random_mass(random, 2),
                                     random_mass(random, 1)};
  MatrixXd M = MatrixXd::Zero(9, 9);
  M.topLeftCorner(6, 6) = blocks[0];
  M.block(6, 6, 2, 2) = blocks[1];
  M(8, 8) = blocks[2](0, 0);
  const auto sparse = factor_mass(std::span<const MatrixXd>(blocks));
  const auto dense = factor_mass(M);
  ASSERT_TRUE(sparse && dense);
  EXPECT_EQ(sparse->size(), 9);
  const VectorXd x = VectorXd::LinSpaced(9, -1.0, 1.0);
  const MatrixXd J = MatrixXd::Random(4, 9);
  for (const MassFactor* mass : {&*sparse, &*dense}) {
    EXPECT_LE((mass->product(x) - M * x).norm(), 1e-13 * (M * x).norm());
    EXPECT_LE((mass->solved(mass->product(x)) - x).norm(), 1e-12);
    EXPECT_LE((mass->unwhitened(mass->whitened(x)) - x).norm(), 1e-13);
    EXPECT_NEAR(mass->whitened(x).squaredNorm(), x.dot(M * x), 1e-12);
    // A row and its whitened form act alike: J x = (L⁻¹J')'(L'x).
    EXPECT_LE((mass->whitened_rows(J).transpose() * mass->whitened(x) - J * x).norm(), 1e-12);
    EXPECT_LE((mass->whitened_force(J.row(0)) - mass->whitened_rows(J).col(0)).norm(), 1e-14);
  }
}

TEST(MassFactor, RefusesWhatIsNotPositiveDefinite) {
  EXPECT_FALSE(factor_mass(MatrixXd(-MatrixXd::Identity(2, 2))));
  EXPECT_FALSE(factor_mass(MatrixXd(MatrixXd::Zero(2, 2))));
  EXPECT_FALSE(factor_mass(MatrixXd(MatrixXd::Constant(2, 2, std::nan("")))));
}

}  // namespace
}  // namespace rigor
