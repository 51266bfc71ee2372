// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_exclusions.hpp>
#include <rigor/scene/write_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

std::string with_exclusions(const std::string& list) {
  return scene_text("    mass: 1\n  - {name: peg, shape: {box: [1, 1, 1]}, mass: 1}\n") +
         "exclusions: " + list + "\n";
}

TEST(ReadExclusions, NamesComeInOrderAndTheReasonIsKept) {
  const Scene scene =
      read_scene(with_exclusions("[{between: [peg, ground], reason: \"stands in \\\"it\\\"\"}, "
                                 "{between: [peg, cube], reason: glued}]"),
                 "t.yaml");
  ASSERT_EQ(scene.exclusions.size(), 2U);
  EXPECT_EQ(scene.exclusions[0].a, "ground");
  EXPECT_EQ(scene.exclusions[0].b, "peg");
  EXPECT_EQ(scene.exclusions[0].reason, "stands in \"it\"");
  EXPECT_EQ(scene.exclusions[1].a, "cube");
}

TEST(ReadExclusions, ReachTheModelAndAllowOverlapsAtTheStart) {
  const std::string listed = with_exclusions("[{between: [peg, cube], reason: glued}]");
  const std::string above =
      replaced(listed, "mass: 1\n", "mass: 1\n    pose: {position: [0, 0, 9]}\n");
  const std::string apart = replaced(above, "mass: 1}", "mass: 1, pose: {position: [0, 0, 9.5]}}");
  const BuiltScene built = build(read_scene(apart, "t.yaml"));
  ASSERT_EQ(built.model.exclusions.size(), 1U);
  EXPECT_EQ(built.model.exclusions[0].reason, "glued");
  const std::string unlisted =
      replaced(apart, "exclusions: [{between: [peg, cube], reason: glued}]", "");
  EXPECT_EQ(problems_of([&] { build(read_scene(unlisted, "t.yaml")); }).at(0).key, "cube and peg");
}

TEST(ReadExclusions, TheResolvedSceneReadsBackToItself) {
  const Scene scene =
      read_scene(with_exclusions("[{between: [peg, cube], reason: 'a: \"b\", [c]'}]"), "t.yaml");
  const std::string text = resolved_text(scene);
  EXPECT_NE(text.find("between: [cube, peg]"), std::string::npos);
  EXPECT_EQ(resolved_text(read_scene(text, "t.yaml")), text);
}

TEST(ReadExclusions, MistakesAreNamed) {
  const auto rule = [](const std::string& list) {
    return reading_problems(with_exclusions(list)).at(0).rule;
  };
  EXPECT_EQ(rule("[{between: [peg, cub], reason: x}]"), "the name of a body, link or half-space");
  EXPECT_EQ(reading_problems(with_exclusions("[{between: [peg, cub], reason: x}]")).at(0).remedy,
            "did you mean \"cube\"?");
  EXPECT_EQ(rule("[{between: [peg], reason: x}]"), "two names of bodies or half-spaces");
  EXPECT_EQ(rule("[{between: [peg, peg], reason: x}]"), "two different names");
  EXPECT_EQ(rule("[{between: [peg, cube], reason: \"\"}]"), "why the pair may overlap");
  EXPECT_EQ(rule("[{between: [peg, cube], reason: x}, {between: [cube, peg], reason: y}]"),
            "each pair once");
  EXPECT_EQ(reading_problems(with_exclusions("[{between: [peg, cube]}]")).size(), 1U);
}

}  // namespace
}  // namespace rigor
