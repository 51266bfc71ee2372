// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <rigor/importing/closed_chains.hpp>
#include <rigor/importing/scene_names.hpp>

namespace rigor::importing {
namespace {

/// Which joints carry a link that none before them carries, by place.
class Spreading {
 public:
  explicit Spreading(const SourceModel& model) : model_(model), carries_(model.joints.size()) {
    reached_.insert("");  // the world
    spread();
    for (const SourceLink& link : model.links)
      if (!is_child(link.name)) start_from(link.name);
    for (const SourceLink& link : model.links) start_from(link.name);
  }

  const std::vector<char>& carries() const { return carries_; }

 private:
  bool is_child(const std::string& link) const {
    return std::any_of(model_.joints.begin(), model_.joints.end(),
                       [&](const SourceJoint& joint) { return joint.child == link; });
  }

  void start_from(const std::string& link) {
    if (reached_.insert(link).second) spread();
  }

  void spread() {
    for (bool found = true; found;) {
      found = false;
      for (int j = 0; j < std::ssize(model_.joints); ++j) {
        const SourceJoint& joint = model_.joints[j];
        if (!reached_.contains(joint.parent) || !reached_.insert(joint.child).second) continue;
        carries_[j] = 1;
        found = true;
      }
    }
  }

  const SourceModel& model_;
  std::set<std::string> reached_;
  std::vector<char> carries_;
};

/// Keeps of a joint what takes motions away.
SourceJoint plain(const SourceJoint& joint, std::vector<Note>& notes) {
  const bool more = joint.limits || joint.damping != 0.0 || joint.friction != 0.0 ||
                    joint.stiffness != 0.0 || joint.armature != 0.0 || joint.start != 0.0;
  if (more)
    notes.push_back(
        {NoteKind::LeftOut,
         fmt::format("limits, springs, friction and start of {}", shortened(joint.name)),
         "the joint closes a loop: it has no coordinate of its own", joint.place});
  return {.name = joint.name,
          .kind = joint.kind,
          .parent = joint.parent,
          .child = joint.child,
          .X_PC = joint.X_PC,
          .anchor = joint.anchor,
          .axis = joint.axis,
          .second_axis = joint.second_axis,
          .place = joint.place};
}

/// The link of the tree that a source link is part of, and its frame there.
struct Part {
  int link = -1;  ///< -1: the world
  Pose X_LM{};
};

Part part_of(const std::vector<TreeLink>& tree, const std::string& source) {
  for (int i = 0; i < std::ssize(tree); ++i)
    for (const TreeMember& member : tree[i].members)
      if (member.link->name == source) return {i, member.X_LM};
  return {};
}

/// The joint between frames of tree links instead of source links.
void move_frames(const Part& parent, const Part& child, SourceJoint& joint) {
  joint.X_PC = parent.X_LM * joint.X_PC * inverse(child.X_LM);
  joint.anchor = child.X_LM * joint.anchor;
  joint.axis = child.X_LM.rotation * joint.axis;
  joint.second_axis = child.X_LM.rotation * joint.second_axis;
}

}  // namespace

void split_loops(SourceModel& model, std::vector<Note>& notes) {
  const std::vector<char> carries = Spreading(model).carries();
  std::vector<SourceJoint> tree;
  for (int j = 0; j < std::ssize(model.joints); ++j)
    if (carries[j] != 0)
      tree.push_back(std::move(model.joints[j]));
    else
      model.loops.push_back(plain(model.joints[j], notes));
  model.joints = std::move(tree);
}

std::vector<SourceJoint> scene_loops(const SourceModel& model, const NamedTree& tree,
                                     std::vector<Note>& notes) {
  const auto moves = [&](const Part& part) {
    return part.link >= 0 && !tree.links[part.link].held;
  };
  SceneNames taken;
  std::vector<SourceJoint> loops;
  for (const SourceJoint& written : model.loops) {
    SourceJoint loop = moves(part_of(tree.links, written.child)) ? written : reversed(written);
    const Part parent = part_of(tree.links, loop.parent);
    const Part child = part_of(tree.links, loop.child);
    if (!moves(child) || parent.link == child.link) {
      notes.push_back({NoteKind::LeftOut, "joint " + shortened(loop.name),
                       "it joins parts that cannot move against each other anyway", loop.place});
      continue;
    }
    move_frames(parent, child, loop);
    const bool on_world = parent.link < 0 || is_gone(tree.links[parent.link]);
    if (on_world && parent.link >= 0) loop.X_PC = tree.X_WL[parent.link] * loop.X_PC;
    loop.parent = on_world ? std::string() : tree.names[parent.link];
    loop.child = tree.names[child.link];
    loop.name = taken.take(loop.name);
    loops.push_back(std::move(loop));
  }
  return loops;
}

SourceJoint reversed(const SourceJoint& joint) {
  SourceJoint out = joint;
  out.parent = joint.child;
  out.child = joint.parent;
  out.X_PC = inverse(joint.X_PC);
  out.anchor = joint.X_PC * joint.anchor;
  out.axis = joint.X_PC.rotation * joint.axis;
  out.second_axis = joint.X_PC.rotation * joint.second_axis;
  if (joint.kind == JointKind::Universal) std::swap(out.axis, out.second_axis);
  return out;
}

}  // namespace rigor::importing
