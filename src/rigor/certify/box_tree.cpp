// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/box_tree.hpp>
#include <rigor/demand.hpp>

namespace rigor {
namespace {

Aabb united(const Aabb& a, const Aabb& b) {
  return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)};
}

SweptEntry united(const SweptEntry& a, const SweptEntry& b) {
  return {united(a.box, b.box),
          {std::min(a.span.begin, b.span.begin), std::max(a.span.end, b.span.end)},
          0};
}

/// Half the surface of a box: the cost of visiting it.
double surface_of(const Aabb& box) {
  const Vector3 d = box.upper - box.lower;
  return d.x() * d.y() + d.y() * d.z() + d.z() * d.x();
}

bool meet(const SweptEntry& a, const SweptEntry& b, double margin) {
  const bool together = a.span.begin <= b.span.end && b.span.begin <= a.span.end;
  return together && (a.box.lower.array() - margin <= b.box.upper.array()).all() &&
         (b.box.lower.array() - margin <= a.box.upper.array()).all();
}

}  // namespace

std::uint32_t BoxTree::new_node() {
  if (free_.empty()) {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t index = free_.back();
  free_.pop_back();
  nodes_[index] = Node{};
  return index;
}

/// Walks down to where the entry enlarges the boxes least.
std::uint32_t BoxTree::sibling_for(const SweptEntry& entry) const {
  std::uint32_t index = root_;
  while (nodes_[index].left != kNone) {
    const Node& node = nodes_[index];
    const double here = surface_of(united(node.entry.box, entry.box));
    const auto growth = [&](std::uint32_t child) {
      const Aabb& box = nodes_[child].entry.box;
      return surface_of(united(box, entry.box)) - surface_of(box);
    };
    const double inherited = here - surface_of(node.entry.box);
    const double left = growth(node.left) + inherited;
    const double right = growth(node.right) + inherited;
    if (here < left && here < right) break;
    index = left <= right ? node.left : node.right;
  }
  return index;
}

void BoxTree::replace_child(std::uint32_t parent, std::uint32_t old_child,
                            std::uint32_t new_child) {
  if (new_child != kNone) nodes_[new_child].parent = parent;
  if (parent == kNone) {
    root_ = new_child;
  } else {
    Node& node = nodes_[parent];
    (node.left == old_child ? node.left : node.right) = new_child;
  }
}

std::uint32_t BoxTree::insert(const SweptEntry& entry) {
  ++count_;
  const std::uint32_t leaf = new_node();
  nodes_[leaf].entry = entry;
  if (root_ == kNone) {
    root_ = leaf;
    return leaf;
  }
  const std::uint32_t sibling = sibling_for(entry);
  const std::uint32_t parent = new_node();
  const std::uint32_t above = nodes_[sibling].parent;
  replace_child(above, sibling, parent);
  nodes_[parent].left = sibling;
  nodes_[parent].right = leaf;
  nodes_[sibling].parent = parent;
  nodes_[leaf].parent = parent;
  refit_upwards(parent);
  return leaf;
}

void BoxTree::remove(std::uint32_t handle) {
  RIGOR_DEMAND(handle < nodes_.size() && nodes_[handle].left == kNone && count_ > 0);
  --count_;
  const std::uint32_t parent = nodes_[handle].parent;
  free_.push_back(handle);
  if (parent == kNone) {
    root_ = kNone;
    return;
  }
  const Node& node = nodes_[parent];
  const std::uint32_t sibling = node.left == handle ? node.right : node.left;
  const std::uint32_t above = node.parent;
  replace_child(above, parent, sibling);
  free_.push_back(parent);
  refit_upwards(above);
}

void BoxTree::refit(std::uint32_t index) {
  Node& node = nodes_[index];
  node.entry = united(nodes_[node.left].entry, nodes_[node.right].entry);
  node.height = 1 + std::max(nodes_[node.left].height, nodes_[node.right].height);
}

void BoxTree::refit_upwards(std::uint32_t index) {
  while (index != kNone) {
    refit(index);
    index = nodes_[balanced(index)].parent;
  }
}

/// Turns a subtree whose sides differ by two or more in height; returns its root.
std::uint32_t BoxTree::balanced(std::uint32_t index) {
  const std::uint32_t left = nodes_[nodes_[index].left].height;
  const std::uint32_t right = nodes_[nodes_[index].right].height;
  if (left > right + 1) return rotated(index, true);
  if (right > left + 1) return rotated(index, false);
  return index;
}

/// The higher child takes the place of its parent, which gets the lower of the child's children.
std::uint32_t BoxTree::rotated(std::uint32_t index, bool left_is_higher) {
  const std::uint32_t child = left_is_higher ? nodes_[index].left : nodes_[index].right;
  const bool keep_left = nodes_[nodes_[child].left].height >= nodes_[nodes_[child].right].height;
  const std::uint32_t kept = keep_left ? nodes_[child].left : nodes_[child].right;
  const std::uint32_t given = keep_left ? nodes_[child].right : nodes_[child].left;
  replace_child(nodes_[index].parent, index, child);
  nodes_[child].left = index;
  nodes_[child].right = kept;
  nodes_[index].parent = child;
  (left_is_higher ? nodes_[index].left : nodes_[index].right) = given;
  nodes_[given].parent = index;
  refit(index);
  refit(child);
  return child;
}

std::vector<std::uint32_t> BoxTree::query(const SweptEntry& entry, double margin) const {
  std::vector<std::uint32_t> found;
  std::vector<std::uint32_t> open;
  if (root_ != kNone) open.push_back(root_);
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    open.pop_back();
    if (!meet(node.entry, entry, margin)) continue;
    if (node.left == kNone) {
      found.push_back(node.entry.id);
    } else {
      open.push_back(node.left);
      open.push_back(node.right);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t BoxTree::height() const { return root_ == kNone ? 0 : nodes_[root_].height; }

}  // namespace rigor
