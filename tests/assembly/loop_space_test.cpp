// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/loop_space.hpp>
#include <rigor/random.hpp>

#include "elimination.hpp"

namespace rigor {
namespace {

Eigen::MatrixXd random_matrix(Random& random, int rows, int columns) {
  Eigen::MatrixXd A(rows, columns);
  for (double& x : A.reshaped()) x = random.uniform(-1.0, 1.0);
  return A;
}

/// A mass matrix of n velocities and k loop rows, of which one says the same as two others.
struct Case {
  Eigen::MatrixXd M;
  LoopSpace loops;
};

Case random_case(Random& random, int n, int k) {
  const Eigen::MatrixXd root = random_matrix(random, n, n);
  Case out{root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n), LoopSpace(Model{})};
  out.loops.equations.J = random_matrix(random, k, n);
  out.loops.equations.bias = random_matrix(random, k, 1);
  out.loops.equations.J.row(k - 1) = out.loops.equations.J.row(0) - out.loops.equations.J.row(1);
  out.loops.equations.bias[k - 1] = out.loops.equations.bias[0] - out.loops.equations.bias[1];
  out.loops.equations.f = random_matrix(random, k, 1);
  factor(out.M, std::vector<char>(static_cast<std::size_t>(n), 0), out.loops);
  return out;
}

TEST(LoopSpace, AnswersAreThoseOfTheEquationsWithMultipliers) {
  Random random(5, 1);
  for (int i = 0; i < 50; ++i) {
    const int n = 4 + random.index(6);
    const int k = 3 + random.index(n - 3);
    const Case at = random_case(random, n, k);
    const Eigen::MatrixXd& J = at.loops.equations.J;
    EXPECT_EQ(at.loops.rank, k - 1);
    // M a = tau + J'l, J a + bias = 0, over the independent rows.
    Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + k - 1, n + k - 1);
    K.topLeftCorner(n, n) = at.M;
    K.topRightCorner(n, k - 1) = -J.topRows(k - 1).transpose();
    K.bottomLeftCorner(k - 1, n) = J.topRows(k - 1);
    const Eigen::VectorXd tau = random_matrix(random, n, 1);
    Eigen::VectorXd right(n + k - 1);
    right << tau, -at.loops.equations.bias.head(k - 1);
    const Eigen::VectorXd expected = eliminate(K, right).x.topRows(n);
    Eigen::VectorXd a = eliminate(at.M, tau).x;
    hold(at.loops, a);
    EXPECT_LT((a - expected).cwiseAbs().maxCoeff(), 1e-9 * (1.0 + expected.norm()));
    // A row kept in the space answers as the row does under the loops, and its bias is the drift's.
    Eigen::VectorXd row = random_matrix(random, n, 1);
    const Eigen::VectorXd whole = row;
    keep_in(at.loops, row);
    right << whole, Eigen::VectorXd::Zero(k - 1);
    const Eigen::VectorXd answer = eliminate(K, right).x.topRows(n);
    EXPECT_LT((eliminate(at.M, row).x - answer).cwiseAbs().maxCoeff(),
              1e-9 * (1.0 + answer.norm()));
    EXPECT_NEAR(whole.dot(a), row.dot(a) + whole.dot(at.loops.drift), 1e-9 * (1.0 + a.norm()));
    EXPECT_LT((J * kept_velocity(at.loops, whole)).cwiseAbs().maxCoeff(), 1e-10);
  }
}

/// What the loops bear of a row wholly is nothing, not its rounding: a law would divide by it.
TEST(LoopSpace, RowsThatTheLoopsBearAreZero) {
  Random random(7, 1);
  for (int i = 0; i < 50; ++i) {
    const int n = 4 + random.index(6);
    const int k = 3 + random.index(n - 3);
    const Case at = random_case(random, n, k);
    const Eigen::VectorXd mixture = random_matrix(random, k, 1);
    Eigen::VectorXd borne = at.loops.equations.J.transpose() * mixture;
    Eigen::VectorXd other = borne;
    other[0] += 1e-6;
    keep_in(at.loops, borne);
    keep_in(at.loops, other);
    EXPECT_TRUE(borne.isZero(0.0)) << i;
    EXPECT_FALSE(other.isZero(0.0)) << i;
  }
}

TEST(LoopSpace, HeldVelocitiesTakeNoPart) {
  Random random(6, 1);
  Case at = random_case(random, 5, 3);
  at.M.row(2).setZero();
  at.M.col(2).setZero();
  at.M(2, 2) = 1.0;
  factor(at.M, {0, 0, 1, 0, 0}, at.loops);
  EXPECT_EQ(at.loops.push.row(2).cwiseAbs().maxCoeff(), 0.0);
}

TEST(LoopSpace, RowsOfRoundingAreNone) {
  Random random(7, 1);
  Case at = random_case(random, 4, 3);
  at.loops.equations.J *= 1e-16;
  factor(at.M, std::vector<char>(4, 0), at.loops);
  EXPECT_EQ(at.loops.rank, 0);
  EXPECT_EQ(at.loops.push.cwiseAbs().maxCoeff(), 0.0);
}

}  // namespace
}  // namespace rigor
