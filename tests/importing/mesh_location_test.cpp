// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/importing/mesh_location.hpp>

#include "model_files.hpp"
#include "temporary_folder.hpp"

namespace rigor::importing {
namespace {

class MeshLocation : public ::testing::Test {
 protected:
  MeshLocation() {
    write_file(mesh, "mesh");
    write_file(model, "model");
  }
  bool finds(const std::string& uri, const std::vector<std::string>& folders = {}) const {
    const auto found = mesh_location(uri, model, folders);
    const auto* file = std::get_if<std::filesystem::path>(&found);
    return file != nullptr && std::filesystem::equivalent(*file, mesh);
  }

  TemporaryFolder folder;
  std::filesystem::path mesh = folder / "robot_description" / "meshes" / "arm.stl";
  std::filesystem::path model = folder / "robot_description" / "urdf" / "robot.urdf";
};

TEST_F(MeshLocation, PackagesAreFoundAboveTheFileAndInFolders) {
  EXPECT_TRUE(finds("package://robot_description/meshes/arm.stl"));
  EXPECT_TRUE(finds("model://robot_description/meshes/arm.stl"));
  EXPECT_FALSE(finds("package://other/meshes/arm.stl"));
  EXPECT_FALSE(finds("package://robot_description"));
}

TEST_F(MeshLocation, PathsCountFromTheFileOrFromFolders) {
  EXPECT_TRUE(finds("../meshes/arm.stl"));
  EXPECT_TRUE(finds("file://" + mesh.string()));
  EXPECT_TRUE(finds(mesh.string()));
  EXPECT_FALSE(finds("meshes/arm.stl"));
  EXPECT_TRUE(finds("meshes/arm.stl", {(folder / "robot_description").string()}));
  EXPECT_FALSE(finds("https://example.org/arm.stl"));
}

TEST_F(MeshLocation, WhatIsNotThereTellsWhereItWasLookedFor) {
  const auto found = mesh_location("package://robot_description/meshes/leg.stl", model, {"/extra"});
  const auto& places = std::get<NotFound>(found).looked;
  ASSERT_FALSE(places.empty());
  EXPECT_EQ(places.back().string(), "/extra/robot_description/meshes/leg.stl");
}

}  // namespace
}  // namespace rigor::importing
