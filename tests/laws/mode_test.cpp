// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <gtest/gtest.h>

#include <rigor/laws/mode.hpp>
#include <rigor/random.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

struct Problem {
  BodyRows J;
  BodyRows response;
  Eigen::VectorXd bias;
  Matrix6 mass;
  Vector6 a_free;
};

/// `contacts` points on a plane with `rows_each` rows (1: normals, 3: no-slip); the biases are
/// those of a motion that is possible, so dependent rows do not contradict each other.
Problem random_problem(Random& random, int contacts, int rows_each) {
  Problem p;
  Matrix6 root;
  for (double& entry : root.reshaped()) entry = random.normal();
  p.mass = root * root.transpose() + Matrix6::Identity();
  const Matrix6 inverse = p.mass.inverse();
  p.J.resize(contacts * rows_each, 6);
  for (int i = 0; i < contacts; ++i) {
    const Vector3 r(random.normal(), random.normal(), -0.7);
    for (int k = 0; k < rows_each; ++k) {
      const Vector3 u = Vector3::Unit((2 + k) % 3);
      p.J.row(i * rows_each + k) << u.transpose(), r.cross(u).transpose();
    }
  }
  Vector6 possible;
  for (double& entry : possible) entry = random.normal();
  p.bias = -p.J * possible;
  p.response = p.J * inverse;
  for (double& entry : p.a_free) entry = random.normal();
  return p;
}

BodyMode mode_of(const Problem& p, const RowBasis& basis) {
  BodyMode mode;
  mode.count = basis.rank;
  for (int k = 0; k < basis.rank; ++k) {
    const int row = basis.rows[static_cast<std::size_t>(k)];
    mode.J.row(k) = p.J.row(row);
    mode.response.row(k) = p.response.row(row);
    mode.bias[k] = p.bias[row];
  }
  return mode;
}

TEST(Mode, AgreesWithAFullRankRevealingSolve) {
  Random random(1);
  int redundant = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int contacts = 1 + random.index(6);
    const int rows_each = random.index(2) == 0 ? 1 : 3;
    const Problem p = random_problem(random, contacts, rows_each);
    const RowBasis basis = independent_rows(p.J, p.response);
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
    qr.setThreshold(1e-9);
    qr.compute(p.J);
    ASSERT_EQ(basis.rank, qr.rank()) << trial;
    redundant += basis.rank < p.J.rows() ? 1 : 0;
    const BodyAcceleration result = solve_body_mode(mode_of(p, basis), p.a_free);
    ASSERT_EQ(result.rank, RankCheck::Kept);
    // min |a - a_free|_M with J a + bias = 0, by the pseudo-inverse.
    const Eigen::LLT<Matrix6> llt(p.mass);
    const Eigen::MatrixXd G = llt.matrixL().solve(p.J.transpose()).transpose();
    const Eigen::VectorXd y = G.completeOrthogonalDecomposition().solve(-(p.J * p.a_free + p.bias));
    const Vector6 expected = p.a_free + llt.matrixU().solve(y);
    const double scale = 1.0 + expected.norm() + p.bias.norm();
    EXPECT_LE((p.J * result.a + p.bias).norm(), 1e-10 * scale / basis.weakest) << trial;
    EXPECT_LE((result.a - expected).norm(), 1e-9 * scale / std::sqrt(basis.weakest)) << trial;
  }
  EXPECT_GT(redundant, 800);
}

TEST(Mode, ReportsRowsThatHaveBecomeDependent) {
  Random random(2);
  Problem p = random_problem(random, 2, 1);
  const RowBasis basis = independent_rows(p.J, p.response);
  ASSERT_EQ(basis.rank, 2);
  BodyMode mode = mode_of(p, basis);
  mode.J.row(1) = mode.J.row(0) * (1.0 + 1e-14);
  mode.response.row(1) = mode.response.row(0) * (1.0 + 1e-14);
  const BodyAcceleration result = solve_body_mode(mode, p.a_free);
  EXPECT_EQ(result.rank, RankCheck::Lost);
  EXPECT_EQ(result.a, p.a_free);
}

TEST(Mode, WithoutRowsTheBodyIsFree) {
  const Vector6 a_free = Vector6::LinSpaced(1.0, 6.0);
  EXPECT_EQ(solve_body_mode(BodyMode{}, a_free).a, a_free);
  const RowBasis none = independent_rows(BodyRows::Zero(3, 6), BodyRows::Zero(3, 6));
  EXPECT_EQ(none.rank, 0);
}

}  // namespace
}  // namespace rigor
