// SPDX-License-Identifier: Apache-2.0
// Against dense solves of the same matrix; refusal of what is not positive.
#include <Eigen/Core>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/bordered_cholesky.hpp>

#include "elimination.hpp"

namespace rigor {
namespace {

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix(i) = random.normal();
  return matrix;
}

TEST(BorderedCholesky, SolvesRandomSystemsAsDenseFactorsDo) {
  Random random(7);
  for (int sample = 0; sample < 30; ++sample) {
    const int blocks = random.index(4);
    const int border = random.index(8);
    if (blocks + border == 0) continue;
    const int inner = 6 * blocks;
    const Eigen::MatrixXd root = random_matrix(random, inner + border, inner + border + 3);
    const Eigen::MatrixXd dense = root * root.transpose();
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < blocks; ++i)
      for (int j = 0; j < i; ++j) edges.emplace_back(i, j);
    BorderedCholesky matrix(blocks, edges, border);
    for (int i = 0; i < blocks; ++i) {
      matrix.add_diagonal(i, dense.block<6, 6>(6 * i, 6 * i));
      for (int j = 0; j < i; ++j) matrix.add(i, j, dense.block<6, 6>(6 * i, 6 * j));
      for (int k = 0; k < border; ++k)  // column by column: any split of the border will do
        matrix.add_border(i, k, dense.block(6 * i, inner + k, 6, 1));
    }
    matrix.add_corner(0, 0, dense.bottomRightCorner(border, border));
    ASSERT_TRUE(matrix.factor()) << sample;
    const Eigen::VectorXd right = random_matrix(random, inner + border, 1);
    std::vector<BorderedCholesky::Part> x(static_cast<std::size_t>(blocks));
    for (int i = 0; i < blocks; ++i) x[i] = right.segment<6>(6 * i);
    Eigen::VectorXd y = right.tail(border);
    matrix.solve(x, y);
    const Eigen::VectorXd expected = eliminate(dense, right).x;
    for (int i = 0; i < blocks; ++i)
      EXPECT_LE((x[i] - expected.segment<6>(6 * i)).norm(), 1e-8 * expected.norm()) << sample;
    EXPECT_LE((y - expected.tail(border)).norm(), 1e-8 * expected.norm()) << sample;
  }
}

TEST(BorderedCholesky, RefusesACornerThatIsNotPositive) {
  BorderedCholesky matrix(0, {}, 2);
  matrix.add_corner(0, 0, Eigen::Vector2d(1.0, -1.0).asDiagonal().toDenseMatrix());
  EXPECT_FALSE(matrix.factor());
}

}  // namespace
}  // namespace rigor
