// SPDX-License-Identifier: Apache-2.0
// Newton's step by bodies against elimination over all contacts.
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/laws/bodywise_step.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

Eigen::MatrixXd any_matrix(int rows, int columns, Random& random) {
  Eigen::MatrixXd A(rows, columns);
  for (double& entry : A.reshaped()) entry = random.uniform(-1.0, 1.0);
  return A;
}

/// Contacts in a row of bodies, each between two that follow each other; the equations of a law
/// that gives way: by_u is positive, and by_r as large as `own`.
struct Row {
  Eigen::MatrixXd G;
  FrictionEquations equations;
};

Row row_of(int bodies, int contacts, double own, Random& random) {
  Row row{Eigen::MatrixXd::Zero(6 * bodies, 3 * contacts), {}};
  row.equations.F = any_matrix(3 * contacts, 1, random);
  for (int i = 0; i < contacts; ++i) {
    const int first = 6 * random.index(bodies - 1);
    row.G.block(first, 3 * i, 12, 3) = any_matrix(12, 3, random);
    row.equations.by_r.emplace_back(own * Eigen::Matrix3d::Identity());
    const Eigen::Matrix3d B = any_matrix(3, 3, random);
    row.equations.by_u.emplace_back(B * B.transpose());
  }
  return row;
}

Eigen::MatrixXd derivative(const Row& row, double give) {
  const Eigen::MatrixXd W = row.G.transpose() * row.G;
  Eigen::MatrixXd D(W.rows(), W.cols());
  for (int i = 0; 3 * i < W.rows(); ++i) {
    D.middleRows<3>(3 * i) = row.equations.by_u[i] * W.middleRows<3>(3 * i);
    D.block<3, 3>(3 * i, 3 * i) += row.equations.by_r[i] + give * row.equations.by_u[i];
  }
  return D;
}

TEST(BodywiseStep, IsThatOfEliminationOverAllContacts) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    Random random(seed);
    const Row row = row_of(5, 20, 0.7, random);
    const Eigen::VectorXd x = bodywise_step(BodySystem(row.G), row.equations);
    const Eigen::VectorXd dense = derivative(row, 0.0).partialPivLu().solve(row.equations.F);
    EXPECT_LE((x - dense).norm(), 1e-9 * dense.norm()) << "seed " << seed;
  }
}

// Many redundant contacts that hardly give way ask for impulses of F over what they give: the step
// misses F by no more than the rounding of such impulses, as elimination does.
TEST(BodywiseStep, MeetsItsEquationsWhereContactsHardlyGiveWay) {
  for (const double own : {1e-3, 1e-6, 1e-9}) {
    Random random(7);
    const Row row = row_of(4, 30, own, random);
    const Eigen::VectorXd x = bodywise_step(BodySystem(row.G), row.equations);
    const Eigen::MatrixXd D = derivative(row, 0.0);
    EXPECT_GT(x.norm(), 0.1 * row.equations.F.norm() / own) << own;
    EXPECT_LE((row.equations.F - D * x).norm(), 1e-15 * D.norm() * x.norm()) << own;
  }
}

TEST(BodywiseStep, ScalesWithTheEquations) {
  Random random(11);
  Row row = row_of(3, 12, 0.3, random);
  const Eigen::VectorXd x = bodywise_step(BodySystem(row.G), row.equations);
  row.equations.F *= 1e6;
  const Eigen::VectorXd scaled = bodywise_step(BodySystem(row.G), row.equations);
  EXPECT_LE((scaled - 1e6 * x).norm(), 1e-9 * scaled.norm());
}

}  // namespace
}  // namespace rigor
