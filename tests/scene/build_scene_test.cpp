// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

BuiltScene built(const std::string& text) { return build(read_scene(text, "t.yaml")); }

std::vector<Problem> building_problems(const std::string& text) {
  const Scene scene = read_scene(text, "t.yaml");  // reading alone must find nothing
  return problems_of([&] { build(scene); });
}

constexpr const char* kLifted = "    mass: 2\n    pose: {position: [0, 0, 1]}\n";

TEST(BuildScene, EveryShippedSceneBuilds) {
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RIGOR_SCENES)) {
    if (entry.path().extension() != ".yaml") continue;
    EXPECT_NO_THROW(build(load_scene(entry.path().string()))) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 20);
}

TEST(BuildScene, StateAndMassAreTheSceneS) {
  const BuiltScene scene = built(
      scene_text(std::string(kLifted) + "    velocity: {linear: [1, 2, 3], angular: [4, 5, 6]}\n"));
  ASSERT_EQ(scene.model.links.size(), 1U);
  EXPECT_EQ(scene.initial.q, (Eigen::VectorXd(7) << 0, 0, 1, 1, 0, 0, 0).finished());
  EXPECT_EQ(scene.initial.v, (Eigen::VectorXd(6) << 1, 2, 3, 4, 5, 6).finished());
  const SpatialInertia& inertia = scene.model.links[0].inertia;
  EXPECT_NEAR(inertia.mass, 2.0, 1e-15);
  EXPECT_LE((inertia.about_com - Matrix3::Identity() / 3.0).norm(), 1e-15);  // m s²/6
  EXPECT_EQ(scene.model.gravity, Vector3(0, 0, -9.81));
}

/// Two boxes of different density on top of each other: the centre of mass and the inertia of the
/// sum by hand, about the common z axis.
TEST(BuildScene, DensitiesOfPiecesAddUp) {
  const std::string lines =
      "    pieces:\n      - {shape: {box: [1, 1, 1]}, density: 1}\n"
      "      - {shape: {box: [1, 1, 1]}, density: 3, pose: {position: [0, 0, 1]}}\n"
      "    pose: {position: [0, 0, 1]}\n";
  const BuiltScene scene =
      built(replaced(scene_text(lines), "    shape: {box: [1, 1, 1]}\n    pieces", "    pieces"));
  const SpatialInertia& inertia = scene.model.links[0].inertia;
  EXPECT_NEAR(inertia.mass, 4.0, 1e-15);
  EXPECT_NEAR(inertia.com.z(), 0.75, 1e-15);
  EXPECT_NEAR(inertia.about_com(2, 2), 4.0 / 6.0, 1e-15);
  // 4/6 + 1 · 0.75² + 3 · 0.25²
  EXPECT_NEAR(inertia.about_com(0, 0), 4.0 / 6.0 + 0.75, 1e-15);
}

TEST(BuildScene, SurfacesReachTheModelWithoutMixing) {
  const std::string top =
      "surfaces:\n  default: {restitution: 0.25, mu: 0.5, viscosity: 0.1}\n"
      "  pairs: [{between: [wood, default], restitution: 0.5}]\n";
  const Model model = built(scene_text(std::string(kLifted) + "    surface: wood\n", top)).model;
  const int wood = model.links[0].pieces[0].material;
  const int ground = model.half_spaces[0].material;
  EXPECT_EQ(surface(model, wood, ground).restitution, 0.5);
  EXPECT_EQ(surface(model, wood, wood).restitution, 0.25);
  EXPECT_EQ(surface(model, ground, wood).friction, 0.5);
  EXPECT_EQ(surface(model, ground, wood).viscous, 0.1);
}

TEST(BuildScene, FlatShapesAndUnsoundInertiaNameTheirPlace) {
  const auto flat = building_problems(
      scene_text(kLifted, "", "{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}"));
  EXPECT_EQ(flat.at(0).place.line, 10);
  const auto heavy =
      building_problems(scene_text("    mass: 1\n    com: [0, 0, 0]\n    inertia: [1, 1, 3]\n    "
                                   "pose: {position: [0, 0, 1]}\n"));
  EXPECT_EQ(heavy.at(0).place.line, 9);
  EXPECT_NE(heavy.at(0).rule.find("triangle"), std::string::npos);
}

TEST(BuildScene, OverlappingStartsNamePairAndDepth) {
  const auto at = [](const std::string& z) {
    return scene_text("    mass: 1\n    pose: {position: [0, 0, " + z + "]}\n");
  };
  const auto problems = building_problems(at("0.4"));
  EXPECT_NE(problems.at(0).value.find("0.1 m deep"), std::string::npos);
  EXPECT_EQ(problems.at(0).key, "ground and cube");
  EXPECT_NO_THROW(built(at("0.5")));          // touching
  EXPECT_NO_THROW(built(at("0.499999985")));  // 1.5e-8 < 2 δ
  EXPECT_EQ(building_problems(at("0.499999975")).size(), 1U);
}

}  // namespace
}  // namespace rigor
