// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/cone_projection.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random_matrix(Random& random, int rows, int cols) {
  MatrixXd A(rows, cols);
  for (double& entry : A.reshaped()) entry = random.normal();
  return A;
}

TEST(RankSolve, MinimumNormSolutionIsOrthogonalToTheNullSpace) {
  Random random(5);
  for (int sample = 0; sample < 50; ++sample) {
    const MatrixXd G = random_matrix(random, 7, 4);
    const MatrixXd A = G * G.transpose();  // rank 4 of 7
    const VectorXd b = A * random_matrix(random, 7, 1);
    const RankSolution solution = minimum_norm_solve(A, b);
    EXPECT_EQ(solution.rank, 4);
    EXPECT_LE(solution.residual, 1e-14);
    const MatrixXd Z = null_basis(A);
    ASSERT_EQ(Z.cols(), 3);
    EXPECT_LE((A * Z).norm(), 1e-11 * A.norm());
    EXPECT_LE((Z.transpose() * solution.z).norm(), 1e-11 * solution.z.norm());
  }
}

TEST(RankSolve, AnUnsolvableSystemShowsInItsResidual) {
  const MatrixXd A = (MatrixXd(2, 2) << 1.0, 1.0, 1.0, 1.0).finished();
  EXPECT_GE(minimum_norm_solve(A, (VectorXd(2) << 1.0, -1.0).finished()).residual, 0.5);
}

TEST(RankSolve, BasesAreOrthonormalAndComplementary) {
  Random random(6);
  const MatrixXd A = random_matrix(random, 8, 3) * random_matrix(random, 3, 5);
  const MatrixXd range = range_basis(A);
  const MatrixXd left_null = null_basis(A.transpose());
  ASSERT_EQ(range.cols(), 3);
  ASSERT_EQ(left_null.cols(), 5);
  MatrixXd both(8, 8);
  both << range, left_null;
  EXPECT_LE((both.transpose() * both - MatrixXd::Identity(8, 8)).norm(), 1e-13);
  EXPECT_EQ(range_basis(MatrixXd::Zero(4, 2)).cols(), 0);
  EXPECT_EQ(null_basis(MatrixXd(0, 3)).cols(), 3);
}

TEST(RankSolve, ConstrainedMotionIsTheProjectionWithEquationsOnly) {
  Random random(8);
  for (int sample = 0; sample < 100; ++sample) {
    const MatrixXd half = random_matrix(random, 6, 6);
    const MassFactor mass = *factor_mass(MatrixXd(half * half.transpose()));
    MatrixXd J = random_matrix(random, 7, 4) * random_matrix(random, 4, 6);
    const VectorXd c = J * random_matrix(random, 6, 1);
    const VectorXd x_star = random_matrix(random, 6, 1);
    const ConstrainedMotion motion = constrained_motion(mass, x_star, J, c);
    const ConeProjection answer = project_on_cone(mass, x_star, {}, {J, c});
    EXPECT_EQ(motion.rank, 4);
    EXPECT_EQ(answer.equality_rank, 4);
    EXPECT_LE(motion.residual, 1e-12) << "seed 8, sample " << sample;
    EXPECT_LE((motion.x - answer.x).norm(), 1e-9 * motion.x.norm());
    EXPECT_LE((motion.multipliers - answer.tangential).norm(),
              1e-9 * (1.0 + motion.multipliers.norm()));
    EXPECT_LE(answer.residual, 1e-12);
  }
}

}  // namespace
}  // namespace rigor
