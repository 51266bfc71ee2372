// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/importing/read_sdf.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

SourceScene read(const std::string& text, const std::string& version = "1.9") {
  return read_sdf(parse_xml("<sdf version='" + version + "'>" + text + "</sdf>", "m.sdf"), "m.sdf");
}

/// A model of the links a (at 0 0 1) and b (at 0 0 2, yawed by a quarter turn) and one joint.
std::string model(const std::string& joint, const std::string& type, const std::string& more = "") {
  return "<model name='m'>" + more + "<link name='a'><pose>0 0 1 0 0 0</pose></link>\n" +
         "<link name='b'><pose>0 0 2 0 0 1.5707963267948966</pose></link>\n<joint name='j' type='" +
         type + "'><parent>a</parent><child>b</child>" + joint + "</joint></model>";
}

SourceJoint joint_of(const std::string& text, const std::string& version = "1.9") {
  return read(text, version).models.at(0).joints.at(0);
}

constexpr const char* kAxis = "<axis><xyz>1 0 0</xyz></axis>";

TEST(ReadSdf, JointsAreSeenFromTheirChild) {
  const SourceJoint joint =
      joint_of(model(std::string("<pose>0.5 0 0 0 0 0</pose>") + kAxis, "revolute"));
  EXPECT_EQ(joint.kind, JointKind::Revolute);
  EXPECT_EQ(joint.parent, "a");
  EXPECT_TRUE(joint.X_PC.translation.isApprox(Vector3(0, 0, 1)));
  EXPECT_TRUE(joint.anchor.isApprox(Vector3(0.5, 0, 0), 1e-15));
  EXPECT_TRUE(joint.axis.isApprox(Vector3::UnitX(), 1e-15));
}

TEST(ReadSdf, AxesAreExpressedAsTheVersionSays) {
  const Vector3 in_model(0, -1, 0);  // x of the model, in the axes of b
  const auto axis = [](const std::string& inside, const std::string& version) {
    return joint_of(model(inside, "revolute"), version).axis;
  };
  EXPECT_TRUE(axis(kAxis, "1.9").isApprox(Vector3::UnitX(), 1e-15));
  EXPECT_TRUE(axis(kAxis, "1.4").isApprox(in_model, 1e-15));
  EXPECT_TRUE(
      axis("<axis><xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>", "1.5")
          .isApprox(in_model, 1e-15));
  EXPECT_TRUE(axis("<axis><xyz expressed_in='__model__'>1 0 0</xyz></axis>", "1.9")
                  .isApprox(in_model, 1e-15));
  EXPECT_TRUE(
      axis("<axis><xyz expressed_in='a'>1 0 0</xyz></axis>", "1.9").isApprox(in_model, 1e-15));
}

TEST(ReadSdf, LimitsSpringsAndEffortsAreRead) {
  const SourceJoint joint = joint_of(model(
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
  EXPECT_EQ(joint_of(model("", "ball")).kind, JointKind::Spherical);
  EXPECT_EQ(joint_of(model(kAxis, "universal")).kind, JointKind::Universal);
  EXPECT_EQ(joint_of(model(kAxis, "continuous")).kind, JointKind::Revolute);
  EXPECT_EQ(joint_of(model("", "fixed")).kind, JointKind::Fixed);
}

TEST(ReadSdf, RootsAreFreeAndStaticModelsHeld) {
  const SourceModel moving = read(model(kAxis, "revolute", "<pose>5 0 0 0 0 0</pose>")).models[0];
  EXPECT_EQ(moving.joints.back().kind, JointKind::Free);
  EXPECT_TRUE(moving.joints.back().X_PC.translation.isApprox(Vector3(5, 0, 1)));
  EXPECT_FALSE(moving.self_contact) << "SDF's default";
  const SourceModel still = read(model(kAxis, "revolute", "<static>true</static>")).models[0];
  EXPECT_EQ(still.joints.size(), 2U);
  for (const SourceJoint& joint : still.joints) EXPECT_EQ(joint.kind, JointKind::Fixed);
}

TEST(ReadSdf, AMassThatIsNotToldIsSdfsDefault) {
  const SourceScene scene = read("<model name='m'><link name='a'/></model>");
  EXPECT_EQ(scene.models[0].links[0].inertia->mass, 1.0);
  EXPECT_EQ(scene.notes.size(), 1U);
}

TEST(ReadSdf, AWorldHasGravityModelsAndWellKnownIncludes) {
  const SourceScene scene = read(
      "<world name='w'><gravity>0 0 -1.6</gravity><include><uri>model://sun</uri></include>"
      "<include><uri>model://ground_plane</uri></include><model name='m'><link name='a'/></model>"
      "<light name='l'/></world>");
  EXPECT_EQ(*scene.gravity, Vector3(0, 0, -1.6));
  ASSERT_EQ(scene.models.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<SourcePlane>(scene.models[0].links[0].collisions[0].shape));
  EXPECT_EQ(scene.notes.size(), 4U);  // sun, plane, mass, light
}

TEST(ReadSdf, ProblemsNameTheirLineAndRule) {
  const auto says = [](const std::string& text, const char* words) {
    const std::string told = refusal_of([&] { read(text); });
    EXPECT_NE(told.find(words), std::string::npos) << told;
    EXPECT_NE(told.find("m.sdf:"), std::string::npos) << told;
  };
  says("", "a model or a world");
  says(model(kAxis, "screw"), "not");
  says(model(kAxis, "hinge"), "a type of joint");
  says("<model name='m'><include><uri>model://x</uri></include></model>", "gz sdf -p");
  says("<model name='m'><link name='a'><pose>1 2 3</pose></link></model>", "6 numbers");
  says("<model name='m'><link name='a'><pose relative_to='x'>0 0 0 0 0 0</pose></link></model>",
       "the name of a frame");
  says(
      "<model name='m'><joint name='j' type='fixed'><parent>a</parent><child>b</child></joint>"
      "</model>",
      "the name of");
}

}  // namespace
}  // namespace rigor::importing
