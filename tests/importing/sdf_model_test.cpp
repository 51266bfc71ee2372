// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/sdf_model.hpp>

#include "model_files.hpp"
#include "sdf_text.hpp"

namespace rigor::importing {
namespace {

TEST(SdfModel, RootsAreFreeAndStaticModelsHeld) {
  const SourceModel moving =
      sdf_scene(sdf_model_text(kSdfAxis, "revolute", "<pose>5 0 0 0 0 0</pose>")).models[0];
  EXPECT_EQ(moving.joints.back().kind, JointKind::Free);
  EXPECT_TRUE(moving.joints.back().X_PC.translation.isApprox(Vector3(5, 0, 1)));
  EXPECT_FALSE(moving.self_contact) << "SDF's default";
  const SourceModel still =
      sdf_scene(sdf_model_text(kSdfAxis, "revolute", "<static>true</static>")).models[0];
  EXPECT_EQ(still.joints.size(), 2U);
  for (const SourceJoint& joint : still.joints) EXPECT_EQ(joint.kind, JointKind::Fixed);
}

TEST(SdfModel, ModelsInsideBecomeOneWithIt) {
  const SourceModel whole =
      sdf_scene(
          "<model name='m'><link name='base'/><model name='arm'><pose>0 0 3 0 0 0</pose>"
          "<link name='tip'><pose>1 0 0 0 0 0</pose></link></model>"
          "<joint name='j' type='fixed'><parent>base</parent><child>arm::tip</child></joint>"
          "</model>")
          .models[0];
  ASSERT_EQ(whole.links.size(), 2U);
  EXPECT_EQ(whole.links[0].name, "arm::tip");
  EXPECT_EQ(whole.joints[0].child, "arm::tip");
  EXPECT_TRUE(whole.joints[0].X_PC.translation.isApprox(Vector3(1, 0, 3)));
}

TEST(SdfModel, AFrameStandsForTheLinkItIsAttachedTo) {
  const SourceModel whole =
      sdf_scene(
          "<model name='m'><link name='a'/><link name='b'/>"
          "<frame name='f' attached_to='a'><pose>0 2 0 0 0 0</pose></frame>"
          "<joint name='j' type='fixed'><parent>f</parent><child>b</child></joint></model>")
          .models[0];
  EXPECT_EQ(whole.joints[0].parent, "a");
}

TEST(SdfModel, ModelsAreNotNestedWithoutEnd) {
  std::string text = "<link name='a'/>";
  for (int i = 0; i < 9; ++i) text = "<model name='m'>" + text + "</model>";
  EXPECT_NE(refusal_of([&] { sdf_scene(text); }).find("at most 8 models"), std::string::npos);
}

}  // namespace
}  // namespace rigor::importing
