// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/scene_draft.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor::importing {
namespace {

DraftLink link(JointKind kind) {
  DraftLink made{.name = std::string("link_") + name(kind)};
  made.joint.kind = kind;
  made.joint.X_PC = {exp_rotation({0.1, 0.2, 0.3}), {1, 2, 3}};
  made.joint.anchor = {0.25, 0.5, 1};
  made.joint.axis = Vector3(1, 2, 2) / 3.0;
  made.joint.second_axis = Vector3(2, 1, -2) / 3.0;
  made.joint.damping = 0.5;
  made.joint.armature = 0.125;
  made.X_WL = {exp_rotation({-0.4, 0.2, 0}), {5, 6, 7}};
  made.inertia = SpatialInertia{2.0, {0.1, 0, 0}, Vector3(1, 1, 1).asDiagonal()};
  made.pieces.push_back({"p", BoxSpec{{0.1, 0.2, 0.3}}, {}, "a comment\nwith a line: end"});
  return made;
}

Scene read(const SceneDraft& draft) { return read_scene(draft_text(draft), "draft.yaml"); }

TEST(SceneDraft, EveryKindOfJointReadsBack) {
  for (const JointKind kind :
       {JointKind::Fixed, JointKind::Revolute, JointKind::Prismatic, JointKind::Universal,
        JointKind::Spherical, JointKind::Planar, JointKind::Free}) {
    SceneDraft draft{.name = "d"};
    draft.mechanisms.push_back({.name = "m", .links = {link(kind), link(JointKind::Free)}});
    draft.mechanisms[0].links[1].name = "other";
    const Scene scene = read(draft);
    const LinkSpec& made = scene.mechanisms[0].links[0];
    EXPECT_STREQ(rigor::name(made.joint.joint), name(kind));
    const SourceJoint& joint = draft.mechanisms[0].links[0].joint;
    if (kind == JointKind::Free) {
      EXPECT_EQ(made.joint.coordinates[2], 7.0);
      continue;
    }
    EXPECT_EQ(made.joint.anchor, joint.anchor);
    EXPECT_TRUE(made.joint.X_PJ.translation.isApprox(joint.X_PC * joint.anchor, 1e-15));
    if (kind != JointKind::Fixed) {
      EXPECT_EQ(made.joint.damping[0], 0.5);
      EXPECT_EQ(made.joint.armature[0], 0.125);
    }
    if (const auto* planar = std::get_if<Planar>(&made.joint.joint)) {
      EXPECT_TRUE(planar->x.cross(planar->y).isApprox(joint.axis, 1e-14));
    }
  }
}

TEST(SceneDraft, MassAndCommentsSurvive) {
  SceneDraft draft{.heading = {"first line", "bad\nline: [", std::string(500, 'x')}, .name = "d"};
  DraftLink one = link(JointKind::Revolute);
  one.comments = {"from\nsomewhere: {"};
  one.joint.limits = {-1.0, 2.0};
  one.joint.start = 0.5;
  draft.mechanisms.push_back({.name = "m", .links = {one}});
  draft.fixed.push_back(link(JointKind::Fixed));
  draft.fixed[0].name = "stand";
  draft.half_spaces.push_back({.name = "floor"});
  draft.exclusions.push_back({one.name, "floor", "a reason: with \"marks\""});
  const Scene scene = read(draft);
  EXPECT_EQ(scene.mechanisms[0].links[0].body.mass->mass, 2.0);
  EXPECT_EQ(*scene.mechanisms[0].links[0].body.mass->com, Vector3(0.1, 0, 0));
  EXPECT_EQ(scene.mechanisms[0].links[0].joint.coordinates[0], 0.5);
  EXPECT_TRUE(scene.bodies[0].fixed);
  EXPECT_EQ(scene.exclusions[0].reason, "a reason: with \"marks\"");
}

}  // namespace
}  // namespace rigor::importing
