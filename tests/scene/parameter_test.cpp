// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/parameter.hpp>

#include "scene_files.hpp"

namespace rigor {
namespace {

TEST(Parameter, ValuesStandWhereTheirNamesAre) {
  const std::string text = scene_text("    mass: $m\n    pose: {position: $at}\n",
                                      "parameters: {m: 3, at: [1, 2, 3]}\n");
  const Scene scene = read_scene(text, "t.yaml");
  EXPECT_EQ(scene.bodies[0].mass->mass, 3.0);
  EXPECT_EQ(scene.bodies[0].X_WB.translation, Vector3(1, 2, 3));
  const Scene changed =
      read_scene(text, "t.yaml", {.settings = {{"parameters.m", "5", "--set parameters.m=5"}}});
  EXPECT_EQ(changed.bodies[0].mass->mass, 5.0);
}

TEST(Parameter, MistakesAreRefusedWithTheirPlace) {
  const auto rule = [](const std::string& body, const std::string& top) {
    const Problem problem = reading_problems(scene_text(body, top)).at(0);
    EXPECT_GT(problem.place.line, 0);
    return problem.rule;
  };
  EXPECT_EQ(rule("    mass: $m\n", ""), "a parameter \"m\" must be given");
  EXPECT_EQ(rule("    mass: 1\n", "parameters: {m: 1}\n"), "every parameter is used somewhere");
  EXPECT_EQ(rule("    mass: $a\n", "parameters: {a: $b, b: 1}\n"),
            "parameters cannot refer to each other");
  EXPECT_EQ(rule("    mass: $a\n", "parameters: [1]\n"), "a map of names and values");
  EXPECT_EQ(rule("    mass: $a\n", "parameters: {a: -1}\n"), "a positive number");
  EXPECT_EQ(reading_problems(scene_text("    mass: $mss\n", "parameters: {mass: 1}\n"))[0].remedy,
            "did you mean \"$mass\"?");
}

TEST(Parameter, QuotedTextIsNeverAReference) {
  EXPECT_EQ(read_scene(scene_text("    mass: 1\n", "description: \"$5\"\n"), "t.yaml").description,
            "$5");
}

TEST(Parameter, GrowthIsBounded) {
  std::string top = "parameters: {big: [" + std::string(4000, ' ');
  for (int i = 0; i < 20000; ++i) top += "1,";
  top += "1]}\n";
  std::string body = "    pieces: [";
  for (int i = 0; i < 100; ++i) body += "$big,";
  const auto problems = reading_problems(
      replaced(scene_text(body + "]\n", top), "    shape: {box: [1, 1, 1]}\n", ""));
  EXPECT_EQ(problems.at(0).rule,
            "at most 1000000 values in a scene, with its parameters filled in");
}

}  // namespace
}  // namespace rigor
