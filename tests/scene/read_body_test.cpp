// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/random.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_body.hpp>
#include <rigor/scene/write_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

BodySpec body_of(const std::string& lines, const std::string& top = "") {
  return read_scene(scene_text(lines, top), "t.yaml").bodies.at(0);
}

TEST(ReadBody, MassComesFromExactlyOneSource) {
  EXPECT_EQ(body_of("    density: 2\n").pieces[0].density, 2.0);
  EXPECT_EQ(body_of("    mass: 3\n").mass->mass, 3.0);
  const BodySpec full = body_of("    mass: 3\n    com: [0, 0, 1]\n    inertia: [1, 2, 2.5]\n");
  EXPECT_EQ(full.mass->inertia.value()(1, 1), 2.0);
  const BodySpec centred = body_of("    mass: 3\n    inertia: [1, 2, 2.5]\n");
  EXPECT_EQ(centred.mass->com.value(), Vector3::Zero());
  const BodySpec rows = body_of(
      "    mass: 3\n    com: [0, 0, 1]\n    inertia: [[1, .1, 0], [.1, 2, 0], [0, 0, 2]]\n");
  EXPECT_EQ(rows.mass->inertia.value()(0, 1), 0.1);
  for (const std::string lines :
       {"", "    mass: 1\n    density: 1\n", "    mass: 0\n", "    mass: -1\n", "    mass: .nan\n",
        "    density: 0\n", "    mass: 1\n    com: [0, 0, 0]\n",
        "    density: 1\n    inertia: [1, 1, 1]\n", "    fixed: true\n    mass: 1\n",
        "    density: 1\n    com: [0, 0, 0]\n    inertia: [1, 1, 1]\n"}) {
    EXPECT_GE(reading_problems(scene_text(lines)).size(), 1U) << lines;
  }
}

TEST(ReadBody, ABodyNeedsNoShapeIfItsMassIsToldWhole) {
  const auto text = [](const std::string& lines) {
    return "rigor_scene: 1\ngravity: [0, 0, 0]\nstop: {time: 1}\nbodies:\n  - name: a\n" + lines;
  };
  const std::string whole = "    mass: 2\n    com: [0, 0, 1]\n    inertia: [1, 2, 2.5]\n";
  const Scene scene = read_scene(text(whole), "t.yaml");
  EXPECT_TRUE(scene.bodies.at(0).pieces.empty());
  EXPECT_EQ(resolved_text(read_scene(resolved_text(scene), "t.yaml")), resolved_text(scene));
  EXPECT_EQ(build(scene).model.links.at(0).inertia.mass, 2.0);
  for (const std::string& lines : {std::string("    mass: 2\n"), std::string("    density: 2\n"),
                                   std::string("    fixed: true\n"), "    fixed: true\n" + whole})
    EXPECT_GE(reading_problems(text(lines)).size(), 1U) << lines;
}

TEST(ReadBody, PiecesHaveTheirOwnPosesDensitiesAndSurfaces) {
  const std::string lines =
      "    surface: wood\n    pieces:\n      - {shape: {box: [1, 1, 1]}, density: 1}\n"
      "      - {name: top, shape: {box: [1, 1, 2]}, density: 2, surface: felt,\n"
      "         pose: {position: [0, 0, 1.5]}}\n";
  const std::string text =
      replaced(scene_text(lines, "surfaces: {pairs: [{between: [wood, felt], mu: 0.4}]}\n"),
               "    shape: {box: [1, 1, 1]}\n", "");
  const BodySpec body = read_scene(text, "t.yaml").bodies.at(0);
  ASSERT_EQ(body.pieces.size(), 2U);
  EXPECT_EQ(body.pieces[0].surface, "wood");
  EXPECT_EQ(body.pieces[0].name, "piece_0");
  EXPECT_EQ(body.pieces[1].surface, "felt");
  EXPECT_EQ(body.pieces[1].X_BP.translation.z(), 1.5);
  EXPECT_GE(reading_problems(replaced(text, ", density: 2", "")).size(), 1U);
}

constexpr const char* kRandom =
    "    mass: 1\n    random:\n      position: {min: [-1, -1, 2], max: [1, 1, 3]}\n"
    "      rotation: uniform\n      linear: {min: [-1, 0, 0], max: [1, 0, 0]}\n"
    "      angular: {min: [-9, -9, -9], max: [9, 9, 9]}\n";

TEST(ReadBody, RandomStatesFollowTheStatedGeneratorAndOrder) {
  const BodySpec body = body_of(kRandom, "seed: 7\n");
  Random random(7, 0);
  EXPECT_EQ(body.X_WB.translation.x(), random.uniform(-1, 1));
  EXPECT_EQ(body.X_WB.translation.y(), random.uniform(-1, 1));
  EXPECT_EQ(body.X_WB.translation.z(), random.uniform(2, 3));
  const auto quat = random.direction<4>();
  EXPECT_NEAR(body.X_WB.rotation.w(), quat[0], 1e-15);
  EXPECT_NEAR(body.X_WB.rotation.z(), quat[3], 1e-15);
  EXPECT_EQ(body.V_WB.linear.x(), random.uniform(-1, 1));
  EXPECT_EQ(body.V_WB.linear.y(), random.uniform(0, 0));
  random.uniform(0, 0);
  EXPECT_EQ(body.V_WB.angular.x(), random.uniform(-9, 9));
}

TEST(ReadBody, TheSeedIsMandatoryForRandomStatesAndCanBeOverridden) {
  EXPECT_NE(reading_problems(scene_text(kRandom)).at(0).rule.find("seed"), std::string::npos);
  const std::string text = scene_text(kRandom, "seed: 7\n");
  const auto x = [&](std::uint64_t seed) {
    return read_scene(text, "t.yaml", {.seed = seed}).bodies[0].X_WB.translation.x();
  };
  EXPECT_EQ(x(7), body_of(kRandom, "seed: 7\n").X_WB.translation.x());
  EXPECT_NE(x(8), x(7));
}

TEST(ReadBody, HalfSpacesTakeAnOffsetOrAPoint) {
  const std::string by_point = "normal: [0, 3, 4], point: [0, 5, 5]";
  const Scene scene =
      read_scene(replaced(scene_text(), "normal: [0, 0, 1], offset: 0", by_point), "t.yaml");
  EXPECT_EQ(scene.half_spaces[0].normal, Vector3(0, 0.6, 0.8));
  EXPECT_NEAR(scene.half_spaces[0].offset, 7.0, 1e-15);
  for (const std::string wrong : {"normal: [0, 0, 0], offset: 0", "normal: [0, 0, 1]",
                                  "normal: [0, 0, 1], offset: 0, point: [0, 0, 0]"}) {
    EXPECT_GE(
        reading_problems(replaced(scene_text(), "normal: [0, 0, 1], offset: 0", wrong)).size(), 1U)
        << wrong;
  }
}

TEST(ReadBody, BeltsRunOverFixedBodiesAndAlongPlanes) {
  const std::string top = "rigor_scene: 1\nname: t\ngravity: [0, 0, -1]\nstop: {time: 1}\n";
  const std::string free =
      "  - {name: box, mass: 1, shape: {box: [1, 1, 1]}, pose: {position: [0, 0, 9]}";
  const Scene scene = read_scene(
      top + "half_spaces: [{name: g, normal: [0, 0, 2], offset: 0, belt: [1, 2, 0]}]\nbodies:\n" +
          free +
          "}\n  - {name: b, fixed: true, shape: {box: [1, 1, 1]}, belt: [0, 0.5, 0], pose: "
          "{position: [5, 0, 5]}}\n",
      "t.yaml");
  const Model model = build(read_scene(resolved_text(scene), "t.yaml")).model;
  EXPECT_EQ(model.half_spaces[0].belt, Vector3(1, 2, 0));
  EXPECT_EQ(model.links[*find_link(model, "b")].belt, Vector3(0, 0.5, 0));
  EXPECT_TRUE(has_belts(model));
  EXPECT_EQ(reading_problems(top + "bodies:\n" + free + ", belt: [1, 0, 0]}\n").at(0).rule,
            "a belt runs over a fixed body");
  EXPECT_EQ(
      reading_problems(
          top +
          "half_spaces: [{name: g, normal: [0, 0, 1], offset: 0, belt: [1, 0, 1]}]\nbodies:\n" +
          free + "}\n")
          .at(0)
          .rule,
      "a belt runs along its plane");
}

}  // namespace
}  // namespace rigor
