// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <rigor/spatial/vector.hpp>

namespace rigor {

/// The vertices of a piece in a tree of boxes, so that a statement about all of them can often be
/// proved for many at once. Sound by construction: every vertex is in the box of each of its nodes.
class VertexTree {
 public:
  struct Node {
    Vector3 centre;
    Vector3 half;  ///< half extents; every vertex of the node is inside, rounding included
    std::uint32_t begin = 0;  ///< its vertices are order()[begin..end)
    std::uint32_t end = 0;
    std::uint32_t left = 0;  ///< children's indices; 0 for a leaf
    std::uint32_t right = 0;
  };

  /// Requires at least one vertex. The tree keeps a copy.
  explicit VertexTree(std::span<const Vector3> vertices);

  std::span<const Vector3> vertices() const { return vertices_; }
  std::span<const std::uint32_t> order() const { return order_; }
  /// At least the distance of the farthest vertex from the body's origin, metres.
  double radius() const { return radius_; }
  /// The root is node 0.
  const Node& node(std::uint32_t index) const { return nodes_[index]; }

 private:
  std::uint32_t add_node(std::uint32_t begin, std::uint32_t end);

  std::vector<Vector3> vertices_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
  double radius_ = 0.0;
};

}  // namespace rigor
