// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/read_urdf.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

SourceScene read(const std::string& text, Base base = Base::Fixed) {
  return read_urdf(parse_xml(text, "robot.urdf"), "robot.urdf", base);
}

/// The joint between the two links of two_links().
SourceJoint joint_of(const std::string& inside, const std::string& attributes) {
  return read(two_links(inside, attributes)).models.front().joints.at(1);
}

constexpr const char* kLimit = "<limit lower='-1' upper='2' effort='30' velocity='4'/>";

TEST(ReadUrdf, EveryTypeOfJointIsRead) {
  EXPECT_EQ(joint_of("", "type='fixed'").kind, JointKind::Fixed);
  EXPECT_EQ(joint_of("", "type='floating'").kind, JointKind::Free);
  EXPECT_EQ(joint_of("", "type='planar'").kind, JointKind::Planar);
  EXPECT_EQ(joint_of("", "type='continuous'").kind, JointKind::Revolute);
  EXPECT_FALSE(joint_of(kLimit, "type='continuous'").limits.has_value());
  const SourceJoint revolute =
      joint_of(std::string(kLimit) + "<axis xyz='0 3 4'/><dynamics damping='0.5' friction='0.1'/>",
               "type='revolute'");
  EXPECT_EQ(revolute.kind, JointKind::Revolute);
  EXPECT_EQ((*revolute.limits), (std::array{-1.0, 2.0}));
  EXPECT_EQ(*revolute.effort, 30.0);
  EXPECT_EQ(revolute.damping, 0.5);
  EXPECT_EQ(revolute.friction, 0.1);
  EXPECT_TRUE(revolute.axis.isApprox(Vector3(0, 0.6, 0.8), 1e-15));
  EXPECT_EQ(joint_of(kLimit, "type='prismatic'").kind, JointKind::Prismatic);
  EXPECT_EQ(joint_of(kLimit, "type='prismatic'").axis, Vector3::UnitX()) << "URDF's default";
}

TEST(ReadUrdf, TheBaseIsFixedOrFreeAndAWorldIsTheWorld) {
  const std::string two = two_links("", "type='continuous'");
  EXPECT_EQ(read(two).models[0].joints[0].kind, JointKind::Fixed);
  EXPECT_EQ(read(two, Base::Free).models[0].joints[0].kind, JointKind::Free);
  const std::string world =
      "<robot name='r'><link name='world'/><link name='a'/><joint name='j' type='fixed'>"
      "<parent link='world'/><child link='a'/></joint></robot>";
  EXPECT_EQ(read(world, Base::Free).models[0].joints[0].kind, JointKind::Fixed);
}

TEST(ReadUrdf, AnInertiaIsTurnedIntoTheLinksFrame) {
  const SourceScene scene = read(
      "<robot name='r'><link name='a'><inertial><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/>"
      "<mass value='2'/><inertia ixx='1' iyy='2' izz='2.5' ixy='0' ixz='0' iyz='0'/></inertial>"
      "</link></robot>");
  const SpatialInertia& inertia = *scene.models[0].links[0].inertia;
  EXPECT_EQ(inertia.mass, 2.0);
  EXPECT_EQ(inertia.com, Vector3(1, 2, 3));
  EXPECT_TRUE(inertia.about_com.isApprox(Matrix3(Vector3(2, 1, 2.5).asDiagonal()), 1e-14));
}

TEST(ReadUrdf, LimitsThatAreNotToldAreNone) {
  const SourceScene scene = read(two_links("<limit effort='3' velocity='2'/>", "type='revolute'"));
  EXPECT_FALSE(scene.models[0].joints[1].limits.has_value());
  EXPECT_FALSE(scene.notes.empty());
}

TEST(ReadUrdf, ProblemsNameTheirLineAndRule) {
  const auto says = [](const std::string& text, const char* words) {
    const std::string told = refusal_of([&] { read(text); });
    EXPECT_NE(told.find(words), std::string::npos) << told;
    EXPECT_NE(told.find("robot.urdf:"), std::string::npos) << told;
  };
  says("<robot><link name='a'/></robot>", "\"name\" is mandatory");
  says("<robot name='r'/>", "at least one link");
  says("<robot name='r'><xacro:macro name='m'/></robot>", "xacro");
  says("<robot name='r'>\n<link name='a'><collision/></link></robot>", "robot.urdf:2:");
  says("<robot name='r'><link name='a'><collision><geometry/></collision></link></robot>",
       "one of box");
  says(
      "<robot name='r'><link name='a'><collision><geometry><box size='1 1'/></geometry>"
      "</collision></link></robot>",
      "3 numbers");
  says("<robot name='r'><link name='a'><inertial><mass value='-1'/></inertial></link></robot>",
       "a mass from 0");
  says(two_links("", "type='revolut'"), "\"revolute\"");
  says(two_links("", "type='revolute'"), "has a limit");
  says(two_links("<axis xyz='0 0 0'/>", "type='continuous'"), "not zero");
}

}  // namespace
}  // namespace rigor::importing
