// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/sdf_include.hpp>

#include "model_files.hpp"
#include "sdf_text.hpp"
#include "temporary_folder.hpp"

namespace rigor::importing {
namespace {

struct SdfIncludeTest : testing::Test {
  TemporaryFolder place;
  std::string file = (place / "world.sdf").string();

  SourceScene world(const std::string& inside, const std::vector<std::string>& folders = {}) {
    const std::string text = "<sdf version='1.9'><world name='w'>" + inside + "</world></sdf>";
    return read_sdf(parse_xml(text, file), file, folders);
  }
  std::string refusal(const std::string& inside) {
    return refusal_of([&] { world(inside); });
  }
  /// A model of one link with a mesh beside it.
  void write_box(const std::string& folder, const std::string& name = "model.sdf",
                 const std::string& version = "1.9") {
    write_file(place / folder.c_str() / name,
               "<sdf version='" + version +
                   "'><model name='box'><link name='a'><collision name='c'><geometry><mesh><uri>"
                   "meshes/a.stl</uri></mesh></geometry></collision></link></model></sdf>");
  }
};

TEST_F(SdfIncludeTest, AModelIsFoundByNamePlacedAndNamedAnew) {
  write_box("models/crate");
  const SourceScene scene = world(
      "<include><uri>model://crate</uri><name>first</name><pose>1 2 3 0 0 0</pose></include>"
      "<include><uri>model://crate</uri><name>second</name><static>true</static></include>",
      {(place / "models").string()});
  ASSERT_EQ(scene.models.size(), 2U);
  EXPECT_EQ(scene.models[0].name, "first");
  EXPECT_EQ(scene.models[0].joints[0].kind, JointKind::Free);
  EXPECT_EQ(scene.models[0].joints[0].X_PC.translation, Vector3(1, 2, 3));
  EXPECT_EQ(scene.models[1].name, "second");
  EXPECT_EQ(scene.models[1].joints[0].kind, JointKind::Fixed);
  const auto& mesh = std::get<SourceMesh>(scene.models[0].links[0].collisions[0].shape);
  EXPECT_EQ(mesh.uri, (place / "models/crate/meshes/a.stl").string()) << "beside its own file";
}

TEST_F(SdfIncludeTest, AFolderMeansTheFileOfTheHighestVersionThatItsConfigNames) {
  write_box("crate", "old.sdf", "1.4");
  write_box("crate", "new.sdf", "1.8");
  write_file(place / "crate/model.config",
             "<model><name>crate</name><sdf version='1.4'>old.sdf</sdf><sdf version='1.8'>new.sdf"
             "</sdf></model>");
  write_file(place / "crate/new.sdf",
             "<sdf version='1.8'><model name='newer'><link name='a'/></model></sdf>");
  EXPECT_EQ(world("<include><uri>crate</uri></include>").models.at(0).name, "newer");
  EXPECT_EQ(world("<include><uri>crate/old.sdf</uri></include>").models.at(0).name, "box");
}

TEST_F(SdfIncludeTest, AModelKeepsTheVersionOfItsOwnFile) {
  for (const std::string version : {"1.4", "1.9"})
    write_file(place / version.c_str() / "model.sdf",
               "<sdf version='" + version + "'>" + sdf_model_text(kSdfAxis, "revolute") + "</sdf>");
  const SourceScene scene =
      world("<include><uri>1.4</uri></include><include><uri>1.9</uri></include>");
  EXPECT_TRUE(scene.models[0].joints[0].axis.isApprox(Vector3(0, -1, 0), 1e-15));
  EXPECT_TRUE(scene.models[1].joints[0].axis.isApprox(Vector3::UnitX(), 1e-15));
}

TEST_F(SdfIncludeTest, ModelsIncludeModels) {
  write_box("crate");
  write_file(place / "cart/model.sdf",
             "<sdf version='1.9'><model name='cart'><link name='bed'/><include><uri>../crate</uri>"
             "<name>load</name><pose>0 0 1 0 0 0</pose></include><joint name='j' type='fixed'>"
             "<parent>bed</parent><child>load::a</child></joint></model></sdf>");
  const SourceModel cart = world("<include><uri>cart</uri></include>").models.at(0);
  EXPECT_EQ(cart.joints[0].child, "load::a");
  EXPECT_TRUE(cart.joints[0].X_PC.translation.isApprox(Vector3(0, 0, 1)));
}

TEST_F(SdfIncludeTest, WhatCanNotBeIncludedIsToldWithItsLine) {
  EXPECT_NE(refusal("\n<include><uri>model://none</uri></include>").find("world.sdf:2"),
            std::string::npos);
  EXPECT_NE(refusal("<include><uri>model://none</uri></include>").find("--folder DIR"),
            std::string::npos);
  EXPECT_NE(refusal("<include><uri>https://a.b/c</uri></include>").find("download it"),
            std::string::npos);
  write_box("crate");
  EXPECT_NE(refusal("<include merge='true'><uri>crate</uri></include>").find("gz sdf -p"),
            std::string::npos);
  EXPECT_NE(refusal("<include><uri>crate</uri><placement_frame>a</placement_frame></include>")
                .find("gz sdf -p"),
            std::string::npos);
  write_file(place / "self/model.sdf",
             "<sdf version='1.9'><model name='s'><link name='a'/><include><uri>../self</uri>"
             "</include></model></sdf>");
  EXPECT_NE(refusal("<include><uri>self</uri></include>").find("include itself"),
            std::string::npos);
  write_file(place / "empty/model.sdf", "<sdf version='1.9'/>");
  EXPECT_NE(refusal("<include><uri>empty</uri></include>").find("one model"), std::string::npos);
  write_file(place / "broken/model.sdf", "<sdf");
  EXPECT_NE(refusal("<include><uri>broken</uri></include>").find("broken/model.sdf"),
            std::string::npos);
}

TEST_F(SdfIncludeTest, AGroundPlaneThatIsThereIsRead) {
  write_file(place / "ground_plane/model.sdf",
             "<sdf version='1.9'><model name='ground_plane'><static>1</static><link name='l'>"
             "<collision name='c'><geometry><plane><normal>0 1 0</normal></plane></geometry>"
             "</collision></link></model></sdf>");
  const SourceScene scene = world("<include><uri>ground_plane</uri></include>");
  EXPECT_EQ(std::get<SourcePlane>(scene.models[0].links[0].collisions[0].shape).normal,
            Vector3::UnitY());
}

}  // namespace
}  // namespace rigor::importing
