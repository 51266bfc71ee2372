// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/sdf_joint.hpp>

#include "sdf_text.hpp"

namespace rigor::importing {
namespace {

TEST(SdfJoint, JointsAreSeenFromTheirChild) {
  const SourceJoint joint = sdf_joint_in(
      sdf_model_text(std::string("<pose>0.5 0 0 0 0 0</pose>") + kSdfAxis, "revolute"));
  EXPECT_EQ(joint.kind, JointKind::Revolute);
  EXPECT_EQ(joint.parent, "a");
  EXPECT_TRUE(joint.X_PC.translation.isApprox(Vector3(0, 0, 1)));
  EXPECT_TRUE(joint.anchor.isApprox(Vector3(0.5, 0, 0), 1e-15));
  EXPECT_TRUE(joint.axis.isApprox(Vector3::UnitX(), 1e-15));
}

TEST(SdfJoint, AxesAreExpressedAsTheVersionSays) {
  const Vector3 in_model(0, -1, 0);  // x of the model, in the axes of b
  const auto axis = [](const std::string& inside, const std::string& version) {
    return sdf_joint_in(sdf_model_text(inside, "revolute"), version).axis;
  };
  EXPECT_TRUE(axis(kSdfAxis, "1.9").isApprox(Vector3::UnitX(), 1e-15));
  EXPECT_TRUE(axis(kSdfAxis, "1.4").isApprox(in_model, 1e-15));
  EXPECT_TRUE(
      axis("<axis><xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>", "1.5")
          .isApprox(in_model, 1e-15));
  EXPECT_TRUE(axis("<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis>", "1.9")
                  .isApprox(in_model, 1e-15));
  EXPECT_TRUE(
      axis("<axis><xyz expressed_in='a'>1 0 0</xyz></axis>", "1.9").isApprox(in_model, 1e-15));
}

TEST(SdfJoint, LimitsSpringsAndEffortsAreRead) {
  const SourceJoint joint = sdf_joint_in(sdf_model_text(
      "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>inf</upper><effort>7</effort></limit>"
      "<dynamics><damping>0.1</damping><friction>0.2</friction><spring_reference>0.3"
      "</spring_reference><spring_stiffness>4</spring_stiffness></dynamics></axis>",
      "prismatic"));
  EXPECT_EQ((*joint.limits)[0], -1.0);
  EXPECT_GT((*joint.limits)[1], 1e100);
  EXPECT_EQ(*joint.effort, 7.0);
  EXPECT_EQ(joint.damping, 0.1);
  EXPECT_EQ(joint.friction, 0.2);
  EXPECT_EQ(joint.neutral, 0.3);
  EXPECT_EQ(joint.stiffness, 4.0);
  EXPECT_EQ(sdf_joint_in(sdf_model_text("", "ball")).kind, JointKind::Spherical);
  EXPECT_EQ(sdf_joint_in(sdf_model_text(kSdfAxis, "universal")).kind, JointKind::Universal);
  EXPECT_EQ(sdf_joint_in(sdf_model_text(kSdfAxis, "continuous")).kind, JointKind::Revolute);
  EXPECT_EQ(sdf_joint_in(sdf_model_text("", "fixed")).kind, JointKind::Fixed);
}

TEST(SdfJoint, BallAndUniversalJointsLoseTheirLimitsWithANote) {
  const SourceScene scene = sdf_scene(sdf_model_text(
      "<axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>",
      "universal"));
  EXPECT_FALSE(scene.models[0].joints[0].limits);
  EXPECT_TRUE(std::any_of(scene.notes.begin(), scene.notes.end(),
                          [](const Note& note) { return note.what == "limits of a joint"; }));
}

}  // namespace
}  // namespace rigor::importing
