// SPDX-License-Identifier: Apache-2.0
// Against dense solves of the same matrix, over random patterns; refusal of what is not positive.
#include <Eigen/Core>
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/solvers/block_cholesky.hpp>

#include "elimination.hpp"

namespace rigor {
namespace {

using Block = BlockCholesky::Block;

Block random_block(Random& random) {
  Block block;
  for (int i = 0; i < 36; ++i) block(i / 6, i % 6) = random.normal();
  return block;
}

TEST(BlockCholesky, SolvesRandomSparseSystemsAsDenseFactorsDo) {
  Random random(11);
  int fill_in = 0;
  for (int sample = 0; sample < 40; ++sample) {
    const int n = 1 + random.index(12);
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        if (random.unit() < 0.3) edges.emplace_back(random.index(2) ? i : j, 0);
    for (auto& edge : edges) edge.second = (edge.first + 1 + random.index(n)) % n;
    std::erase_if(edges, [](const auto& edge) { return edge.first == edge.second; });
    fill_in += static_cast<int>(edges.size());
    BlockCholesky sparse(n, edges);
    for (int round = 0; round < 2; ++round) {  // the pattern serves several factors
      Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(6 * n, 6 * n);
      sparse.clear();
      for (int i = 0; i < n; ++i) {
        const Block value = 60.0 * (1.0 + static_cast<double>(edges.size())) * Block::Identity();
        sparse.add_diagonal(i, value);
        dense.block<6, 6>(6 * i, 6 * i) += value;
      }
      for (const auto& [i, j] : edges) {
        const Block value = random_block(random);
        sparse.add(i, j, value);
        dense.block<6, 6>(6 * i, 6 * j) += value;
        dense.block<6, 6>(6 * j, 6 * i) += value.transpose();
      }
      ASSERT_TRUE(sparse.factor());
      std::vector<BlockCholesky::Part> x(n);
      Eigen::VectorXd b(6 * n);
      for (int i = 0; i < n; ++i) {
        for (int k = 0; k < 6; ++k) x[i][k] = random.normal();
        b.segment<6>(6 * i) = x[i];
      }
      sparse.solve(x);
      const Eigen::VectorXd expected = eliminate(dense, b).x;
      for (int i = 0; i < n; ++i)
        EXPECT_LE((x[i] - expected.segment<6>(6 * i)).norm(), 1e-13 * expected.norm() + 1e-16)
            << "sample " << sample << ", block " << i;
    }
  }
  EXPECT_GT(fill_in, 100);
}

TEST(BlockCholesky, RefusesAMatrixThatIsNotPositive) {
  const std::vector<std::pair<int, int>> edges{{0, 1}};
  BlockCholesky matrix(2, edges);
  matrix.add_diagonal(0, Block::Identity());
  matrix.add_diagonal(1, Block::Identity());
  matrix.add(0, 1, 2.0 * Block::Identity());
  EXPECT_FALSE(matrix.factor());
}

}  // namespace
}  // namespace rigor
