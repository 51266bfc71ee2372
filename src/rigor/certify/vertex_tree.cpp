// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include <rigor/certify/vertex_tree.hpp>
#include <rigor/chebyshev/rounding.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

/// Leaves this small are tested vertex by vertex: a box would hardly be cheaper.
constexpr std::uint32_t kLeafSize = 8;
/// Boxes are enlarged by this fraction of their coordinates, far more than the rounding of centre
/// and half extent.
constexpr double kBoxSlack = 0x1p-48;

double farthest(std::span<const Vector3> vertices) {
  double largest = 0.0;
  for (const Vector3& r : vertices) largest = std::max(largest, r.squaredNorm());
  return std::sqrt(largest) * (1.0 + 8.0 * kUnit) + kUnderflow;
}

}  // namespace

VertexTree::VertexTree(std::span<const Vector3> vertices)
    : vertices_(vertices.begin(), vertices.end()),
      order_(vertices.size()),
      radius_(farthest(vertices)) {
  RIGOR_DEMAND(!vertices_.empty());
  std::iota(order_.begin(), order_.end(), 0U);
  nodes_.reserve(2 * vertices_.size());
  add_node(0, static_cast<std::uint32_t>(vertices_.size()));
}

std::uint32_t VertexTree::add_node(std::uint32_t begin, std::uint32_t end) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  Vector3 lower = vertices_[order_[begin]];
  Vector3 upper = lower;
  for (std::uint32_t i = begin; i < end; ++i) {
    lower = lower.cwiseMin(vertices_[order_[i]]);
    upper = upper.cwiseMax(vertices_[order_[i]]);
  }
  Node node;
  node.centre = 0.5 * (lower + upper);
  node.half = 0.5 * (upper - lower) + kBoxSlack * (lower.cwiseAbs() + upper.cwiseAbs());
  node.begin = begin;
  node.end = end;
  if (end - begin > kLeafSize) {
    int axis = 0;
    (upper - lower).maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t i, std::uint32_t j) {
                       const double x = vertices_[i][axis];
                       const double y = vertices_[j][axis];
                       return x != y ? x < y : i < j;
                     });
    node.left = add_node(begin, middle);
    node.right = add_node(middle, end);
  }
  nodes_[index] = node;
  return index;
}

}  // namespace rigor
