// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/read_driven.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

DrivenSpec driven_of(const std::string& text, std::vector<Problem>& problems) {
  const DocumentNode node = parse_document(text, "t.yaml");
  return read_driven({node, "driven", problems});
}

TEST(ReadDriven, BothFormsAreRead) {
  std::vector<Problem> problems;
  EXPECT_EQ(driven_of("{linear: [1, 0, 0]}", problems).velocity.linear.x(), 1.0);
  const DrivenSpec spec = driven_of(
      "{axis: [0, 2, 0], knots: [{time: 0, position: [0, 0, 0]}, {time: 1, position: [1, 0, 0], "
      "angle: 3}]}",
      problems);
  EXPECT_EQ(spec.axis, Vector3::UnitY());
  EXPECT_EQ(spec.knots.at(1).angle, 3.0);
  EXPECT_TRUE(problems.empty());
}

TEST(ReadDriven, MistakesAreNoted) {
  for (const char* text :
       {"{}", "{axis: [0, 0, 1]}", "{knots: [{time: 0, position: [0, 0, 0]}]}", "{knots: 1}",
        "{linear: [1, 0, 0], knots: []}", "{linear: [1, 0, 0], axis: [0, 0, 1]}", "3",
        "{knots: [{time: 1, position: [0, 0, 0]}, {time: 1, position: [0, 0, 0]}]}"}) {
    std::vector<Problem> problems;
    driven_of(text, problems);
    EXPECT_FALSE(problems.empty()) << text;
  }
}

TEST(ReadDriven, DrivenBodiesAreReadWithTheScene) {
  const std::string text = scene_text(
      "    mass: 1\n  - {name: belt, shape: {box: [1, 1, 1]}, driven: {linear: [1, 0, 0]}}\n");
  const Scene scene = read_scene(text, "t.yaml");
  ASSERT_EQ(scene.bodies.size(), 2u);
  ASSERT_TRUE(scene.bodies[1].driven.has_value());
  EXPECT_EQ(scene.bodies[1].driven->velocity.linear.x(), 1.0);
  EXPECT_FALSE(scene.bodies[0].driven.has_value());
}

}  // namespace
}  // namespace rigor
