// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <rigor/certify/vertex_tree.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

void expect_covers(const VertexTree& tree, std::uint32_t index) {
  const VertexTree::Node& node = tree.node(index);
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    const Vector3 offset = tree.vertices()[tree.order()[i]] - node.centre;
    EXPECT_TRUE((offset.cwiseAbs().array() <= node.half.array()).all());
  }
  if (node.left == 0) return;
  EXPECT_EQ(tree.node(node.left).begin, node.begin);
  EXPECT_EQ(tree.node(node.left).end, tree.node(node.right).begin);
  EXPECT_EQ(tree.node(node.right).end, node.end);
  expect_covers(tree, node.left);
  expect_covers(tree, node.right);
}

TEST(VertexTree, EveryVertexIsInEachOfItsBoxes) {
  Random random(81);
  for (const int count : {1, 2, 8, 9, 100, 1000}) {
    std::vector<Vector3> points;
    for (int i = 0; i < count; ++i) points.push_back(random_vector(random, 2.0));
    const VertexTree tree(points);
    expect_covers(tree, 0);
    std::vector<std::uint32_t> order(tree.order().begin(), tree.order().end());
    std::sort(order.begin(), order.end());
    for (int i = 0; i < count; ++i) EXPECT_EQ(order[i], static_cast<std::uint32_t>(i));
  }
}

}  // namespace
}  // namespace rigor
