// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/scene_path.hpp>

#include "scene_files.hpp"

namespace rigor {
namespace {

TEST(ScenePath, NamesCountFromTheirOwnFileAndStayInTheScenesFolder) {
  const SceneFolder folder;
  const Sources sources{folder.put("scene.yaml", ""), folder.put("parts/a.yaml", "")};
  const auto path = [&](int source, const std::string& name) {
    return scene_path(sources, {source, 1, 1}, name);
  };
  EXPECT_EQ(path(0, "x.obj"), folder.root / "x.obj");
  EXPECT_EQ(path(1, "x.obj"), folder.root / "parts" / "x.obj");
  EXPECT_TRUE(path(1, "../x.obj").has_value());
  EXPECT_FALSE(path(1, "../../x.obj").has_value());
  EXPECT_FALSE(path(0, "../x.obj").has_value());
  EXPECT_FALSE(path(0, "/x.obj").has_value());
  EXPECT_FALSE(path(0, "").has_value());
  EXPECT_FALSE(path(0, ".").has_value());
  EXPECT_FALSE(path(0, std::string("x\0y", 3)).has_value());
}

TEST(ScenePath, ASceneWithoutFolderLiesInTheCurrentOne) {
  EXPECT_TRUE(scene_path({"scene.yaml"}, {}, "x.obj").has_value());
  EXPECT_FALSE(scene_path({"scene.yaml"}, {}, "../x.obj").has_value());
}

}  // namespace
}  // namespace rigor
