// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/read_sdf.hpp>

#include "model_files.hpp"
#include "sdf_text.hpp"

namespace rigor::importing {
namespace {

TEST(ReadSdf, AWorldHasGravityModelsAndWellKnownIncludes) {
  const SourceScene scene = sdf_scene(
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
    const std::string told = refusal_of([&] { sdf_scene(text); });
    EXPECT_NE(told.find(words), std::string::npos) << told;
    EXPECT_NE(told.find("m.sdf:"), std::string::npos) << told;
  };
  says("", "a model or a world");
  says(sdf_model_text(kSdfAxis, "screw"), "not");
  says(sdf_model_text(kSdfAxis, "hinge"), "a type of joint");
  says("<model name='m'><include><uri>model://x</uri></include></model>", "--folder");
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
