// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <rigor/certify/half_space_contact.hpp>
#include <rigor/geometry/polytope.hpp>

namespace rigor {

/// Where a piece is during a span of time: the swept box of one of its segments.
struct SweptEntry {
  Aabb box;
  TimeSpan span;
  std::uint32_t id = 0;  ///< the caller's name for it
};

/// The broad phase: swept boxes in a tree that grows and shrinks one entry at a time. Answers are
/// complete (every entry that meets the query in space and time) and in ascending order of id, so
/// they do not depend on the history of the tree.
class BoxTree {
 public:
  /// Returns a handle for remove().
  std::uint32_t insert(const SweptEntry& entry);
  void remove(std::uint32_t handle);

  /// Ids of all entries whose box comes within `margin` metres of the query's box along every axis
  /// and whose closed span meets the query's.
  std::vector<std::uint32_t> query(const SweptEntry& entry, double margin) const;

  std::size_t size() const { return count_; }
  /// Longest path from the root to a leaf; for tests and diagnosis.
  std::size_t height() const;

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  struct Node {
    SweptEntry entry;  ///< for an inner node: the union of what is below
    std::uint32_t parent = kNone;
    std::uint32_t left = kNone;  ///< kNone for a leaf
    std::uint32_t right = kNone;
    std::uint32_t height = 0;
  };

  std::uint32_t new_node();
  std::uint32_t sibling_for(const SweptEntry& entry) const;
  void replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child);
  void refit_upwards(std::uint32_t index);
  void refit(std::uint32_t index);
  std::uint32_t balanced(std::uint32_t index);
  std::uint32_t rotated(std::uint32_t index, bool left_is_higher);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;
  std::uint32_t root_ = kNone;
  std::size_t count_ = 0;
};

}  // namespace rigor
