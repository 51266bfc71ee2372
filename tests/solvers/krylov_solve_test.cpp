// SPDX-License-Identifier: Apache-2.0
#include <random>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/solvers/krylov_solve.hpp>

namespace rigor {
namespace {

Eigen::VectorXd same(const Eigen::VectorXd& x) { return x; }

TEST(KrylovSolve, SolvesWhatEliminationSolves) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (const int count : {1, 2, 7, 30}) {
    const Eigen::MatrixXd A =
        Eigen::MatrixXd::NullaryExpr(count, count,
                                     [&](auto, auto) { return number(random) / count; }) +
        Eigen::MatrixXd::Identity(count, count);
    const Eigen::VectorXd b =
        Eigen::VectorXd::NullaryExpr(count, [&](auto) { return number(random); });
    int products = 0;
    const auto product = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
      ++products;
      return A * x;
    };
    const auto x = krylov_solve(product, same, b, 1e-12, count);
    ASSERT_TRUE(x) << count;
    EXPECT_LE(products, count + 1);
    EXPECT_LE((*x - A.partialPivLu().solve(b)).norm(), 1e-10 * x->norm()) << count;
    // With the inverse itself one product is enough, and one more checks it.
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(A);
    products = 0;
    const auto inverse = [&](const Eigen::VectorXd& y) -> Eigen::VectorXd { return lu.solve(y); };
    ASSERT_TRUE(krylov_solve(product, inverse, b, 1e-12, count)) << count;
    EXPECT_EQ(products, 2);
  }
}

TEST(KrylovSolve, TellsWhatItDoesNotSolve) {
  const Eigen::MatrixXd A = Eigen::Vector3d(1.0, 2.0, 0.0).asDiagonal();
  const auto product = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd { return A * x; };
  EXPECT_FALSE(krylov_solve(product, same, Eigen::Vector3d(1.0, 1.0, 1.0), 1e-10, 3));
  EXPECT_TRUE(krylov_solve(product, same, Eigen::Vector3d(1.0, 1.0, 0.0), 1e-10, 3));
  EXPECT_FALSE(krylov_solve(product, same, Eigen::Vector3d(1.0, 1.0, 0.0), 1e-10, 1));
  EXPECT_EQ(krylov_solve(product, same, Eigen::Vector3d::Zero(), 1e-10, 3)->norm(), 0.0);
  EXPECT_FALSE(krylov_solve(product, same, Eigen::Vector3d(1.0, NAN, 0.0), 1e-10, 3));
}

}  // namespace
}  // namespace rigor
