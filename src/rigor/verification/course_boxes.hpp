// SPDX-License-Identifier: Apache-2.0
// Boxes around a piece along its course: one for each segment, and above them one for every two,
// four, eight ... segments, so that pairs that stay far from each other are done with after a few
// looks.
#pragma once

#include <vector>

#include <rigor/verification/box.hpp>

namespace rigor::verification {

class CourseBoxes {
 public:
  /// Contains the piece over the used interval of each of these segments, which follow each other.
  CourseBoxes(const std::vector<const trace::Segment*>& course, const trace::Piece& piece);

  /// The segments first, ..., first + 2^level - 1, as far as there are any.
  struct Node {
    std::size_t level = 0;
    std::size_t index = 0;  ///< first >> level
  };
  Node root() const { return {levels_.size() - 1, 0}; }
  const Box& box(const Node& node) const { return levels_[node.level][node.index]; }

  /// The two nodes below; the second may not exist.
  static Node left(const Node& node) { return {node.level - 1, 2 * node.index}; }
  static Node right(const Node& node) { return {node.level - 1, 2 * node.index + 1}; }
  bool exists(const Node& node) const { return node.index < levels_[node.level].size(); }

  /// First and last segment of the node.
  std::size_t first(const Node& node) const { return node.index << node.level; }
  std::size_t last(const Node& node) const;

 private:
  std::vector<std::vector<Box>> levels_;  ///< by level; the last one has a single box
};

/// The smallest box that contains both.
Box united(const Box& x, const Box& y);

}  // namespace rigor::verification
