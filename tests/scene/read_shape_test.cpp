// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/scene/read_shape.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

ShapeSpec shape_of(const std::string& shape) {
  return read_scene(scene_text("    mass: 1\n", "", shape), "t.yaml").bodies[0].pieces[0].shape;
}

TEST(ReadShape, EveryKindIsRead) {
  EXPECT_EQ(std::get<BoxSpec>(shape_of("{box: [1, 2, 3]}")).size, Vector3(1, 2, 3));
  const auto prism = std::get<PrismSpec>(shape_of("{prism: {sides: 12, radius: 2, height: 3}}"));
  EXPECT_EQ(prism.sides, 12);
  EXPECT_EQ(prism.height, 3.0);
  const auto ball = std::get<SphericalSpec>(shape_of("{spherical: {radius: 2, vertices: 50}}"));
  EXPECT_EQ(ball.vertices, 50);
  const auto hull =
      std::get<HullSpec>(shape_of("{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}"));
  EXPECT_EQ(hull.vertices.at(3), Vector3(0, 0, 1));
}

/// The circumradius of each solid from the coordinates of its usual vertices.
TEST(ReadShape, EdgesOfRegularSolidsBecomeRadii) {
  const double phi = std::numbers::phi;
  const auto radius = [](const std::string& kind) {
    return std::get<RegularSolidSpec>(shape_of("{" + kind + ": {edge: 2}}")).radius;
  };
  EXPECT_NEAR(radius("tetrahedron"), std::sqrt(3.0) / std::sqrt(2.0), 1e-15);  // (±1, ±1, ±1)/√2
  EXPECT_NEAR(radius("octahedron"), std::sqrt(2.0), 1e-15);                    // ±√2 on the axes
  EXPECT_NEAR(radius("icosahedron"), std::sqrt(1 + phi * phi), 1e-15);         // (0, ±1, ±φ)
  EXPECT_NEAR(radius("dodecahedron"), std::sqrt(3.0) * phi, 1e-15);  // (±1, ±1, ±1), edge 2/φ
}

TEST(ReadShape, UnsoundShapesAreRefused) {
  for (const std::string shape :
       {"{box: [1, 0, 1]}", "{box: [1, -1, 1]}", "{box: [1, 1]}", "{box: [1, .nan, 1]}", "{}",
        "{box: [1, 1, 1], prism: {sides: 3, radius: 1, height: 1}}", "cube", "{ball: 1}",
        "{prism: {sides: 2, radius: 1, height: 1}}", "{prism: {sides: 5, radius: 1}}",
        "{tetrahedron: {radius: 1, edge: 1}}", "{tetrahedron: {}}",
        "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}", "{vertices: [[0, 0, 0], 1, 2, 3]}"}) {
    EXPECT_EQ(reading_problems(scene_text("    mass: 1\n", "", shape)).at(0).place.line, 10)
        << shape;
  }
}

TEST(ReadShape, AxisAngleAndQuaternionAgree) {
  const auto rotation = [](const std::string& pose) {
    return read_scene(scene_text("    mass: 1\n    pose: " + pose + "\n"), "t.yaml")
        .bodies[0]
        .X_WB.rotation;
  };
  const double angle = 0.7;
  const Quaternion a = rotation("{axis: [0, 3, 0], angle: 0.7}");
  EXPECT_NEAR(a.w(), std::cos(angle / 2), 1e-16);
  EXPECT_NEAR(a.y(), std::sin(angle / 2), 1e-16);
  EXPECT_EQ(rotation("{position: [1, 2, 3]}").w(), 1.0);
}

TEST(ReadShape, PosesAreStrict) {
  for (const std::string pose :
       {"{axis: [0, 0, 1]}", "{angle: 1}", "{axis: [0, 0, 0], angle: 1}",
        "{quat_wxyz: [1, 0, 0, 0], axis: [0, 0, 1], angle: 1}", "{quat: [1, 0, 0, 0]}",
        "{position: [0, 0, 20000]}", "{quat_wxyz: [0, 0, 0]}"}) {
    EXPECT_GE(reading_problems(scene_text("    mass: 1\n    pose: " + pose + "\n")).size(), 1U)
        << pose;
  }
}

}  // namespace
}  // namespace rigor
