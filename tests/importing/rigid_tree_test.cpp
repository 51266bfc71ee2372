// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/rigid_tree.hpp>

#include "model_files.hpp"
#include "random_spatial.hpp"

namespace rigor::importing {
namespace {

SourceLink link(const std::string& name, bool mass = true) {
  SourceLink made{.name = name};
  if (mass) made.inertia = SpatialInertia{1.0, Vector3::Zero(), Matrix3::Identity()};
  return made;
}

SourceJoint joint(const std::string& parent, const std::string& child, JointKind kind) {
  return {.name = parent + "-" + child, .kind = kind, .parent = parent, .child = child};
}

std::vector<TreeLink> tree_of(const SourceModel& model, FixedLinks fixed = FixedLinks::Merge) {
  std::vector<Note> notes;
  return rigid_tree(model, "f", fixed, notes);
}

/// base - plate (fixed, no mass) - tool (fixed, mass) - finger (revolute); a massless root before.
SourceModel gripper(std::uint64_t seed) {
  Random random(seed, 8);
  SourceModel model{.name = "m"};
  model.links = {link("finger"), link("tool"), link("plate", false), link("base"),
                 link("root", false)};
  model.joints = {joint("tool", "finger", JointKind::Revolute),
                  joint("plate", "tool", JointKind::Fixed),
                  joint("base", "plate", JointKind::Fixed), joint("root", "base", JointKind::Fixed),
                  joint("", "root", JointKind::Free)};
  for (SourceJoint& one : model.joints) {
    one.X_PC = random_pose(random, 1.0);
    one.axis = random_direction(random);
    one.anchor = random_direction(random);
    one.start = random.uniform(-2.0, 2.0);
  }
  return model;
}

TEST(RigidTree, WhatFixedJointsHoldIsOneLinkNamedByTheFirstWithMass) {
  const std::vector<TreeLink> tree = tree_of(gripper(1));
  ASSERT_EQ(tree.size(), 2U);
  EXPECT_EQ(tree[0].name, "base");
  EXPECT_EQ(tree[0].members.size(), 4U);
  EXPECT_EQ(tree[0].joint.kind, JointKind::Free);
  EXPECT_EQ(tree[1].name, "finger");
  EXPECT_EQ(tree[1].parent, 0);
}

TEST(RigidTree, LinksWithMassStayIfAsked) {
  const std::vector<TreeLink> tree = tree_of(gripper(1), FixedLinks::Keep);
  ASSERT_EQ(tree.size(), 3U);
  EXPECT_EQ(tree[1].name, "tool");
  EXPECT_EQ(tree[1].joint.kind, JointKind::Fixed);
  EXPECT_EQ(tree[0].members.size(), 3U) << "root and plate have no mass";
}

/// Where the frame of a source link is in the world, from the file's own chain of joints.
Pose chained(const SourceModel& model, const std::string& name) {
  for (const SourceJoint& one : model.joints) {
    if (one.child != name) continue;
    Pose moved;
    if (one.kind == JointKind::Revolute) {
      moved.rotation = Eigen::AngleAxisd(one.start, one.axis);
      moved.translation = one.anchor - moved.rotation * one.anchor;
    }
    const Pose X = one.X_PC * moved;
    return one.parent.empty() ? X : chained(model, one.parent) * X;
  }
  return {};
}

TEST(RigidTree, MergingMovesNothing) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SourceModel model = gripper(seed);
    for (const FixedLinks fixed : {FixedLinks::Merge, FixedLinks::Keep}) {
      const std::vector<TreeLink> tree = tree_of(model, fixed);
      const std::vector<Pose> X_WL = start_poses(tree);
      std::size_t found = 0;
      for (std::size_t i = 0; i < tree.size(); ++i) {
        for (const TreeMember& member : tree[i].members) {
          const Pose X = X_WL[i] * member.X_LM;
          const Pose expected = chained(model, member.link->name);
          EXPECT_LT((X.translation - expected.translation).norm(), 1e-14) << seed;
          EXPECT_LT(X.rotation.angularDistance(expected.rotation), 1e-7) << seed;
          ++found;
        }
      }
      EXPECT_EQ(found, model.links.size());
    }
  }
}

TEST(RigidTree, WhatIsNoTreeIsRefused) {
  SourceModel model = gripper(1);
  model.joints.push_back(joint("root", "finger", JointKind::Fixed));
  EXPECT_NE(refusal_of([&] { tree_of(model); }).find("closed chains"), std::string::npos);
  model = gripper(1);
  model.joints[4].parent = "finger";
  EXPECT_NE(refusal_of([&] { tree_of(model); }).find("one tree"), std::string::npos);
  model = gripper(1);
  model.joints[0].child = "nobody";
  EXPECT_NE(refusal_of([&] { tree_of(model); }).find("nobody is none"), std::string::npos);
  model = gripper(1);
  model.links.push_back(link("base"));
  EXPECT_NE(refusal_of([&] { tree_of(model); }).find("names of links differ"), std::string::npos);
}

}  // namespace
}  // namespace rigor::importing
