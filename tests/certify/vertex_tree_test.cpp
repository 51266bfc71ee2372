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

TEST(VertexTree, FindsTheHighestVertex) {
  Random random(82);
  for (const int count : {4, 8, 30, 500}) {
    std::vector<Vector3> points;
    for (int i = 0; i < count; ++i) points.push_back(random_vector(random, 2.0));
    const VertexTree tree(points);
    for (int k = 0; k < 50; ++k) {
      const Vector3 direction = random_direction(random);
      std::vector<std::pair<double, std::uint32_t>> heights;
      for (int i = 0; i < count; ++i) {
        heights.emplace_back(direction.dot(points[i]), static_cast<std::uint32_t>(i));
      }
      std::sort(heights.rbegin(), heights.rend());
      auto near = static_cast<std::uint32_t>(random.index(count));
      EXPECT_EQ(tree.highest(direction, near), heights[0].first);
      EXPECT_EQ(near, heights[0].second);
      EXPECT_EQ(tree.highest_but(direction, {heights[0].second, heights[1].second}, near),
                heights[2].first);
      EXPECT_EQ(near, heights[2].second);
      EXPECT_EQ(tree.highest_but(direction, {heights[1].second, heights[2].second}, near),
                heights[0].first);
      EXPECT_EQ(near, heights[0].second);
    }
  }
}

}  // namespace
}  // namespace rigor
