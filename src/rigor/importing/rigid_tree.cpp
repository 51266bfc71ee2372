// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <rigor/importing/rigid_tree.hpp>

namespace rigor::importing {
namespace {

[[noreturn]] void refuse(const std::string& file, const Place& place, std::string key,
                         std::string rule, std::string remedy,
                         SceneFault fault = SceneFault::BadInput) {
  throw SceneError(file, {{place, std::move(key), "", std::move(rule), std::move(remedy)}}, fault);
}

/// The joint above every link, and the links in an order with parents first.
struct Order {
  std::vector<const SourceJoint*> above;  ///< by link
  std::vector<int> parent;                ///< by link; -1: the world
  std::vector<int> links;                 ///< parents first
};

std::map<std::string, int> numbers_of(const SourceModel& model, const std::string& file) {
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const SourceLink& link = model.links[i];
    if (!numbers.emplace(link.name, static_cast<int>(i)).second)
      refuse(file, link.place, "link " + shortened(link.name), "names of links differ",
             "rename one of them");
  }
  return numbers;
}

Order ordered(const SourceModel& model, const std::string& file) {
  const std::map<std::string, int> numbers = numbers_of(model, file);
  Order order;
  order.above.resize(model.links.size());
  order.parent.resize(model.links.size(), -1);
  for (const SourceJoint& joint : model.joints) {
    const std::string key = "joint " + shortened(joint.name);
    const auto child = numbers.find(joint.child);
    const auto parent = numbers.find(joint.parent);
    if (child == numbers.end() || (parent == numbers.end() && !joint.parent.empty()))
      refuse(file, joint.place, key, "a joint's parent and child are links of the model",
             "check the names: " + shortened(child == numbers.end() ? joint.child : joint.parent) +
                 " is none");
    const std::size_t at = child->second;
    if (order.above[at] != nullptr)
      refuse(file, joint.place, key,
             fmt::format("a tree of links: \"{}\" already has a joint above it (line {})",
                         shortened(joint.child), order.above[at]->place.line),
             "closed chains are not simulated: open the loop", SceneFault::Refusal);
    order.above[at] = &joint;
    order.parent[at] = joint.parent.empty() ? -1 : parent->second;
  }
  std::vector<bool> done(model.links.size(), false);
  for (bool found = true; found;) {
    found = false;
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      const int parent = order.parent[i];
      const bool ready = order.above[i] != nullptr && (parent < 0 || done[parent]);
      if (done[i] || !ready) continue;
      done[i] = found = true;
      order.links.push_back(static_cast<int>(i));
    }
  }
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (!done[i])
      refuse(file, model.links[i].place, "link " + shortened(model.links[i].name),
             "one tree of links: this one is not connected to its root",
             "join it to the others, and to no link below it");
  return order;
}

bool has_mass(const SourceLink& link) { return link.inertia.has_value(); }

/// Where a source link ended up: which tree link, and its frame there (in the group's head, until
/// the group has its name).
struct Membership {
  int tree_link = -1;
  Pose X_HM{};
};

class TreeMaker {
 public:
  TreeMaker(const SourceModel& model, const std::string& file, FixedLinks fixed,
            std::vector<Note>& notes)
      : model_(model), order_(ordered(model, file)), fixed_(fixed), notes_(notes) {}

  std::vector<TreeLink> run() {
    places_.resize(model_.links.size());
    for (const int i : order_.links) join(i);
    for (TreeLink& link : tree_) name_and_move(link);
    for (TreeLink& link : tree_) seen_from_parent(link);
    for (TreeLink& link : tree_) fill(link);
    return std::move(tree_);
  }

 private:
  bool merges(std::size_t i) const {
    const SourceJoint& joint = *order_.above[i];
    const int parent = order_.parent[i];
    if (joint.kind != JointKind::Fixed || parent < 0) return false;
    const int group = places_[parent].tree_link;
    const TreeLink& above = tree_[group];
    const bool above_has_mass =
        std::any_of(above.members.begin(), above.members.end(),
                    [](const TreeMember& member) { return has_mass(*member.link); });
    return fixed_ == FixedLinks::Merge || above.held || !has_mass(model_.links[i]) ||
           !above_has_mass;
  }

  /// Puts the link into the group above it, or begins a new one.
  void join(std::size_t i) {
    const SourceJoint& joint = *order_.above[i];
    const int parent = order_.parent[i];
    if (merges(i)) {
      const Membership& above = places_[parent];
      places_[i] = {above.tree_link, above.X_HM * joint.X_PC};
    } else {
      TreeLink link{.joint = joint};
      if (parent >= 0) link.parent = places_[parent].tree_link;
      link.held = joint.kind == JointKind::Fixed && parent < 0;
      if (parent >= 0) link.joint.X_PC = places_[parent].X_HM * joint.X_PC;
      places_[i] = {static_cast<int>(tree_.size()), Pose{}};
      tree_.push_back(std::move(link));
    }
    tree_[places_[i].tree_link].members.push_back({&model_.links[i], places_[i].X_HM});
  }

  /// The first member with mass (else the first) names the group and gives it its frame.
  void name_and_move(TreeLink& link) {
    const auto named = std::find_if(link.members.begin(), link.members.end(),
                                    [](const TreeMember& m) { return has_mass(*m.link); });
    if (named != link.members.end()) std::rotate(link.members.begin(), named, named + 1);
    const Pose X_HN = link.members.front().X_LM;
    heads_.push_back(X_HN);
    link.name = link.members.front().link->name;
    for (TreeMember& member : link.members) member.X_LM = inverse(X_HN) * member.X_LM;
    link.joint.child = link.name;
    for (std::size_t m = 1; m < link.members.size(); ++m)
      notes_.push_back(
          {NoteKind::Merged,
           fmt::format("{} into {}", shortened(link.members[m].link->name), shortened(link.name)),
           "a fixed joint holds them together, so they move as one", link.members[m].link->place});
  }

  /// The joint as seen from the frames that parent and child have now.
  void seen_from_parent(TreeLink& link) {
    const std::size_t index = &link - tree_.data();
    const Pose& X_HN = heads_[index];
    SourceJoint& joint = link.joint;
    joint.X_PC = joint.X_PC * X_HN;
    joint.anchor = inverse(X_HN) * joint.anchor;
    joint.axis = X_HN.rotation.conjugate() * joint.axis;
    joint.second_axis = X_HN.rotation.conjugate() * joint.second_axis;
    if (link.parent < 0) return;
    const std::size_t parent = link.parent;
    joint.X_PC = inverse(heads_[parent]) * joint.X_PC;
    joint.parent = tree_[parent].name;
  }

  static void fill(TreeLink& link) {
    for (const TreeMember& member : link.members) {
      for (const SourceCollision& collision : member.link->collisions)
        link.pieces.push_back({member.link->name, &collision, member.X_LM * collision.X_LC});
    }
  }

  const SourceModel& model_;
  Order order_;
  FixedLinks fixed_;
  std::vector<Note>& notes_;
  std::vector<Membership> places_;
  std::vector<Pose> heads_;
  std::vector<TreeLink> tree_;
};

Pose moved(const SourceJoint& joint) {
  if (joint.kind == JointKind::Revolute) {
    const Quaternion turn = exp_rotation(joint.axis * joint.start);
    return {turn, joint.anchor - turn * joint.anchor};
  }
  if (joint.kind == JointKind::Prismatic) return {Quaternion::Identity(), joint.axis * joint.start};
  return {};
}

}  // namespace

bool is_gone(const TreeLink& link) {
  return link.held && std::none_of(link.pieces.begin(), link.pieces.end(), [](const auto& piece) {
           return !std::holds_alternative<SourcePlane>(piece.collision->shape);
         });
}

std::vector<TreeLink> rigid_tree(const SourceModel& model, const std::string& file,
                                 FixedLinks fixed, std::vector<Note>& notes) {
  return TreeMaker(model, file, fixed, notes).run();
}

std::vector<Pose> start_poses(const std::vector<TreeLink>& tree) {
  std::vector<Pose> X_WL;
  for (const TreeLink& link : tree) {
    const Pose X_WP = link.parent < 0 ? Pose{} : X_WL[link.parent];
    X_WL.push_back(normalized(X_WP * link.joint.X_PC * moved(link.joint)));
  }
  return X_WL;
}

}  // namespace rigor::importing
