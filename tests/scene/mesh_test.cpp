// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "mesh_files.hpp"
#include "scene_files.hpp"

namespace rigor {
namespace {

/// The corners of all triangles in a fixed order.
std::vector<std::array<double, 9>> corners(const MeshSurface& mesh) {
  std::vector<std::array<double, 9>> all;
  for (const auto& t : mesh.triangles) {
    std::array<double, 9> nine{};
    for (std::size_t k = 0; k < 9; ++k) nine[k] = mesh.points[t[k / 3]][static_cast<int>(k % 3)];
    all.push_back(nine);
  }
  std::sort(all.begin(), all.end());
  return all;
}

TEST(Mesh, EveryFormatGivesTheSameTriangles) {
  const MeshSurface mesh = corner_mesh();
  const std::vector<std::pair<std::string, std::string>> files{{obj_text(mesh), "obj"},
                                                               {ply_text(mesh), "ply"},
                                                               {stl_text(mesh), "stl"},
                                                               {stl_bytes(mesh), "stl"},
                                                               {dae_text(mesh), "dae"}};
  for (const auto& [bytes, format] : files) {
    const MeshResult read = parse_mesh(bytes, format);
    ASSERT_TRUE(std::holds_alternative<MeshSurface>(read))
        << format << ": " << std::get<MeshDefect>(read).rule;
    EXPECT_EQ(std::get<MeshSurface>(read).points.size(), 12U) << format;
    EXPECT_EQ(corners(std::get<MeshSurface>(read)), corners(mesh)) << format;
  }
}

TEST(Mesh, ColladaUnitsAreTakenAsTheFileSays) {
  const auto read = parse_mesh(dae_text(cube_mesh(), 0.5), "dae");
  double largest = 0.0;
  for (const Vector3& p : std::get<MeshSurface>(read).points)
    largest = std::max(largest, p.maxCoeff());
  EXPECT_NEAR(largest, 0.5, 1e-6);
}

TEST(Mesh, FilesThatAreNoMeshesAreDefects) {
  for (const auto& [bytes, format] : std::vector<std::pair<std::string, std::string>>{
           {"", "obj"},
           {"nonsense", "obj"},
           {"v 0 0 0\n", "obj"},
           {"solid", "stl"},
           {"ply\n", "ply"},
           {"<x/>", "dae"},
           {"v 0 0 0\nv 1 0 0\nv 2 nan 0\nf 1 2 3\n", "obj"},
           {"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 9\n", "obj"}}) {
    EXPECT_TRUE(std::holds_alternative<MeshDefect>(parse_mesh(bytes, format)))
        << format << ": " << bytes;
  }
}

TEST(Mesh, OnlyFilesWithKnownEndingsAndSizesAreOpened) {
  const SceneFolder folder;
  const auto rule = [](const std::string& file) {
    return std::get<MeshDefect>(read_mesh(file)).rule;
  };
  EXPECT_EQ(rule(folder.put("a.fbx", "x")), "a mesh file ends in .obj, .stl, .ply or .dae");
  EXPECT_EQ(rule((folder.root / "none.obj").string()), "the mesh file must exist");
  const std::string large = folder.put("large.obj", "");
  std::filesystem::resize_file(large, kMostMeshBytes + 1);
  EXPECT_EQ(rule(large), "a mesh file has at most 64 MiB");
  EXPECT_TRUE(
      std::holds_alternative<MeshSurface>(read_mesh(folder.put("A.OBJ", obj_text(cube_mesh())))));
}

TEST(Mesh, ConvexityIsToldFromTheTriangles) {
  const auto defect_of = [](const MeshSurface& mesh) {
    return convexity_defect(mesh, unwrap(make_polytope(mesh.points)));
  };
  EXPECT_FALSE(defect_of(cube_mesh()).has_value());
  EXPECT_EQ(defect_of(corner_mesh())->rule.substr(0, 14), "a convex mesh;");
  MeshSurface open = cube_mesh();
  open.triangles.pop_back();
  EXPECT_EQ(defect_of(open)->rule.substr(0, 14), "a closed mesh;");
  // All points on the hull, and yet a groove: the roof of two triangles is turned inside.
  MeshSurface groove =
      extruded({{0, 0}, {2, 0}, {2, 1}, {1, 0.5}, {0, 1}}, {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}});
  EXPECT_TRUE(defect_of(groove).has_value());
}

TEST(Mesh, PointsInsideFacesAndSinglePrecisionAreNoDefect) {
  // A box of odd sizes, every face cut into 32 triangles, rounded to single precision.
  MeshSurface mesh;
  const Vector3 size(0.1, 0.37, 1.3);
  const auto quad = [&](const Vector3& o, const Vector3& u, const Vector3& v) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (int i = 0; i <= 4; ++i) {
      for (int j = 0; j <= 4; ++j) {
        const Vector3 p = (o + u * (i / 4.0) + v * (j / 4.0)).cwiseProduct(size) + Vector3(3, 3, 3);
        mesh.points.push_back(p.cast<float>().cast<double>());
      }
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
      for (std::uint32_t j = 0; j < 4; ++j) {
        const std::uint32_t a = first + 5 * i + j;
        mesh.triangles.push_back({a, a + 5, a + 6});
        mesh.triangles.push_back({a, a + 6, a + 1});
      }
    }
  };
  const Vector3 x = Vector3::UnitX();
  const Vector3 y = Vector3::UnitY();
  const Vector3 z = Vector3::UnitZ();
  const Vector3 zero = Vector3::Zero();
  quad(zero, y, x);
  quad(z, x, y);
  quad(zero, x, z);
  quad(y, z, x);
  quad(zero, z, y);
  quad(x, y, z);
  const PolytopeResult made = make_polytope(mesh.points);
  ASSERT_TRUE(std::holds_alternative<Polytope>(made)) << std::get<PolytopeError>(made).message;
  const auto defect = convexity_defect(mesh, std::get<Polytope>(made));
  EXPECT_FALSE(defect.has_value()) << defect->rule;
}

}  // namespace
}  // namespace rigor
