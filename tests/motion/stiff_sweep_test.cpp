// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/stiff_sweep.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd A(rows, columns);
  for (double& x : A.reshaped()) x = random.uniform(-1.0, 1.0);
  return A;
}

TEST(StiffSweep, SolvesItsEquationAtEveryDegree) {
  Random random(4, 2);
  for (int degree = 8; degree <= 16; ++degree) {
    for (const double stiff : {0.1, 10.0, 1e4}) {
      const Eigen::MatrixXd root = random_matrix(random, 4, 4);
      StiffPart part;
      part.damping = stiff * root * root.transpose();
      part.stiffness = 50.0 * stiff * random_matrix(random, 4, 4).cwiseAbs();
      const double h = 0.02;
      const StiffSweep sweep(part, h, degree);
      Eigen::MatrixXd R = random_matrix(random, 4, degree + 1);
      R.col(0).setZero();
      Eigen::MatrixXd change = R;
      sweep.refine(change);
      const Eigen::MatrixXd I = lobatto_nodes(degree).integration.transpose();
      const Eigen::MatrixXd left =
          change + h * part.damping * change * I + h * h * part.stiffness * change * I * I;
      EXPECT_LT((left - R).cwiseAbs().maxCoeff(), 1e-6) << "degree " << degree << ", " << stiff;
    }
  }
}

TEST(StiffSweep, OneStepDoesALinearProblem) {
  // v' = -d v - k q, q' = v from q = 1, v = 0: one refined sweep is as good as converged.
  const double d = 900.0;
  const double k = 2e4;
  StiffPart part{Eigen::MatrixXd::Constant(1, 1, k), Eigen::MatrixXd::Constant(1, 1, d)};
  const double h = 0.05;
  const int degree = 16;
  const StiffSweep sweep(part, h, degree);
  const Eigen::MatrixXd I = lobatto_nodes(degree).integration.transpose();
  Eigen::RowVectorXd q = Eigen::RowVectorXd::Ones(degree + 1);
  Eigen::RowVectorXd v = Eigen::RowVectorXd::Zero(degree + 1);
  double last = 0.0;
  for (int i = 0; i < 3; ++i) {
    Eigen::MatrixXd change = h * (-d * v - k * q) * I - v;
    sweep.refine(change);
    last = change.cwiseAbs().maxCoeff();
    v += change.row(0);
    q = Eigen::RowVectorXd::Ones(degree + 1) + h * v * I;
  }
  EXPECT_LT(last, 1e-9 * v.cwiseAbs().maxCoeff());
  EXPECT_GT(part.growth(h), 10.0);
  EXPECT_LT(part.growth(1e-5), kStiffGrowth);
}

}  // namespace
}  // namespace rigor
