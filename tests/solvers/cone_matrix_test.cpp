// SPDX-License-Identifier: Apache-2.0
// Against the products themselves: what is solved for, multiplied again.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/cone_matrix.hpp>

#include "cone_problems.hpp"

namespace rigor {
namespace {

TEST(ConeMatrix, SolvesWhatTheSumOfItsPartsSays) {
  Random random(11);
  for (const int joined : {0, 1, 2, 3}) {
    ConeProblem problem = cone_problems::tower(3, 0.4);
    if (joined > 0) problem = cone_problems::with_tree_of(problem, joined);
    if (joined > 0) problem.bounded.push_back({0, 2, 0.0, 1.0});
    ConeMatrix matrix(problem);
    matrix.clear();
    std::vector<Eigen::Matrix3d> weights;
    for (const ConeContact& contact : problem.contacts) {
      Eigen::Matrix3d root;
      for (int i = 0; i < 9; ++i) root(i) = random.normal();
      weights.push_back(root * root.transpose());
      matrix.add(contact, weights.back());
    }
    if (joined > 0) matrix.add(problem.bounded[0], 3.0);
    ASSERT_TRUE(matrix.factor());
    ConeVelocities x = matrix.start();
    for (auto& part : x.bodies)
      for (int i = 0; i < 6; ++i) part[i] = random.normal();
    for (Eigen::Index i = 0; i < x.trees.size(); ++i) x.trees[i] = random.normal();
    const ConeVelocities right = x;
    matrix.solve(x);
    ConeVelocities product = matrix.momentum(x);
    for (std::size_t c = 0; c < weights.size(); ++c)
      add_force(matrix, problem.contacts[c], weights[c] * speeds_by(matrix, problem.contacts[c], x),
                product);
    if (joined > 0) product.trees[2] += 3.0 * x.trees[2];
    for (std::size_t i = 0; i < right.bodies.size(); ++i)
      EXPECT_LE((product.bodies[i] - right.bodies[i]).norm(), 1e-9) << joined;
    EXPECT_LE((product.trees - right.trees).norm(), 1e-9) << joined;
  }
}

}  // namespace
}  // namespace rigor
