// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_mesh_shape.hpp>
#include <rigor/scene/write_scene.hpp>

#include "mesh_files.hpp"
#include "scene_files.hpp"

namespace rigor {
namespace {

struct ReadMeshShape : testing::Test {
  SceneFolder folder;
  ReadMeshShape() {
    folder.put("meshes/cube.stl", stl_bytes(cube_mesh()));
    folder.put("meshes/corner.obj", obj_text(corner_mesh()));
  }
  static std::string text(const std::string& mesh) {
    return scene_text("    mass: 1\n    pose: {position: [0, 0, 1]}\n", "", "{mesh: " + mesh + "}");
  }
};

TEST_F(ReadMeshShape, AConvexMeshBecomesItsCornersInMetres) {
  const Scene scene = folder.read(text("{file: meshes/cube.stl, scale: 0.5}"));
  const auto& hull = std::get<HullSpec>(scene.bodies[0].pieces[0].shape);
  EXPECT_EQ(hull.vertices.size(), 8U);
  for (const Vector3& v : hull.vertices)
    EXPECT_TRUE(v.maxCoeff() == 0.5 || v == Vector3::Zero()) << v;
  EXPECT_EQ(build(scene).model.links[0].pieces[0].shape.vertices().size(), 8U);
}

TEST_F(ReadMeshShape, TheResolvedSceneNeedsNoMeshFile) {
  const Scene scene = folder.read(text("{file: meshes/cube.stl}"));
  const std::string resolved = resolved_text(scene);
  EXPECT_EQ(resolved_text(read_scene(resolved, "elsewhere.yaml")), resolved);
}

TEST_F(ReadMeshShape, AMeshThatIsNotConvexNeedsHull) {
  EXPECT_EQ(folder.refusal(text("{file: meshes/corner.obj}")).substr(0, 26),
            "scene.yaml:10: a convex me");
  const Scene scene = folder.read(text("{file: meshes/corner.obj, hull: true}"));
  EXPECT_EQ(std::get<HullSpec>(scene.bodies[0].pieces[0].shape).vertices.size(), 10U);
}

TEST_F(ReadMeshShape, MistakesAreRefused) {
  EXPECT_EQ(folder.refusal(text("{file: meshes/none.obj}")),
            "scene.yaml:10: the mesh file must exist");
  EXPECT_EQ(folder.refusal(text("{file: /etc/passwd}")),
            "scene.yaml:10: a mesh file lies in the scene's folder or below it");
  EXPECT_EQ(folder.refusal(text("{file: ../a.obj}")),
            "scene.yaml:10: a mesh file lies in the scene's folder or below it");
  EXPECT_EQ(folder.refusal(text("{file: meshes/cube.stl, scale: 0}")),
            "scene.yaml:10: a scale from 1e-9 to 1e3, in metres per unit");
  EXPECT_EQ(folder.refusal(text("{file: meshes/cube.stl, hull: yes}")),
            "scene.yaml:10: true or false");
  EXPECT_EQ(folder.refusal(text("{scale: 1}")), "scene.yaml:10: the key \"file\" is mandatory");
  EXPECT_NE(folder.refusal(text("{file: meshes/cube.stl, scale: 1e-8}")), "accepted");
}

}  // namespace
}  // namespace rigor
