// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/active_factor.hpp>

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Rounding of hundreds of orthogonal updates of unit rows.
constexpr double kOrthogonal = 1e-13;

TEST(ActiveFactor, StaysAFactorThroughHundredsOfUpdates) {
  Random random(3);
  const int n = 12;
  ActiveFactor factor(n);
  std::vector<VectorXd> rows;
  VectorXd d, z, x;
  for (int update = 0; update < 600; ++update) {
    const int k = factor.size();
    ASSERT_EQ(k, static_cast<int>(rows.size()));
    if (k < n && (k == 0 || random.index(2) == 0)) {
      VectorXd a(n);
      for (double& entry : a) entry = random.normal();
      a.normalize();
      factor.coordinates(a, d);
      factor.add(d);
      rows.push_back(a);
    } else {
      const int position = random.index(k);
      factor.drop(position);
      rows.erase(rows.begin() + position);
    }
    const int size = factor.size();
    const MatrixXd Q = factor.basis(n);
    ASSERT_LE((Q.transpose() * Q - MatrixXd::Identity(n, n)).norm(), kOrthogonal);
    for (int i = 0; i < size; ++i) {  // row i is column i of Q R
      factor.coordinates(rows[i], d);
      EXPECT_LE(d.tail(n - i - 1).norm(), kOrthogonal) << "update " << update;
      factor.solve(d, x);
      EXPECT_LE((x - VectorXd::Unit(size, i)).norm(), 1e-8);
      factor.orthogonal_part(d, z);
      EXPECT_LE(z.norm(), kOrthogonal);
    }
  }
}

TEST(ActiveFactor, TransposedSolveGivesThePointOnAllRows) {
  Random random(4);
  ActiveFactor factor(5);
  MatrixXd A(3, 5);
  VectorXd d, u;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 5; ++j) A(i, j) = random.normal();
    factor.coordinates(A.row(i).transpose(), d);
    factor.add(d);
  }
  const VectorXd right = VectorXd::LinSpaced(3, 1.0, 3.0);
  factor.solve_transposed(right, u);
  EXPECT_LE((A * (factor.basis(3) * u) - right).norm(), 1e-12);
}

}  // namespace
}  // namespace rigor
