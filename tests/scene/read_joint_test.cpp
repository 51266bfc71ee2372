// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/write_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

/// A link on a ball joint, and a loop's joint that holds it to the world there.
std::string with_loop(const std::string& joint) {
  return "rigor_scene: 1\nname: t\ngravity: [0, 0, -9.81]\nstop: {time: 1}\nmechanisms:\n"
         "  - name: m\n    links:\n"
         "      - {name: rod, joint: {spherical: {pose: {position: [0, 0, 1]}, anchor: [0, 0, "
         "0.5]}},"
         " shape: {box: [0.1, 0.1, 1]}, mass: 1}\n"
         "    loops:\n      - {name: pin, child: rod, joint: " +
         joint + "}\n";
}

TEST(ReadJoint, LoopsOfEveryKindReadAndTheResolvedSceneReadsBackToItself) {
  const std::string place = "pose: {position: [0, 0, 1]}, anchor: [0, 0, 0.5]";
  const std::vector<std::pair<std::string, int>> kinds{
      {"{fixed: {" + place + "}}", 6},
      {"{revolute: {axis: [0, 2, 0], " + place + "}}", 5},
      {"{prismatic: {axis: [0, 0, 1], " + place + "}}", 5},
      {"{universal: {axis: [1, 0, 0], second_axis: [0, 1, 0], " + place + "}}", 4},
      {"{spherical: {" + place + "}}", 3},
      {"{planar: {x_axis: [1, 0, 0], y_axis: [0, 1, 0], " + place + "}}", 3}};
  for (const auto& [joint, rows] : kinds) {
    const Scene scene = read_scene(with_loop(joint), "t.yaml");
    const std::string text = resolved_text(scene);
    EXPECT_EQ(resolved_text(read_scene(text, "r.yaml")), text) << joint;
    const BuiltScene built = build(scene);
    ASSERT_EQ(built.model.loops.size(), 1u);
    const Loop& loop = built.model.loops.front();
    EXPECT_EQ(6 - velocity_count(loop.joint), rows) << joint;
    EXPECT_EQ(loop.p_CJ, Vector3(0, 0, 0));  // the link's frame sits on its own joint
    EXPECT_EQ(loop.X_PJ.translation, Vector3(0, 0, 1));
    EXPECT_EQ(loop.parent, kWorldLink);
  }
}

TEST(ReadJoint, MistakesInLoopsAreNamed) {
  const auto rule_of = [](const std::string& joint) {
    return reading_problems(with_loop(joint)).at(0).rule;
  };
  EXPECT_NE(rule_of("{revolute: {}}").find("axis"), std::string::npos);
  EXPECT_NE(rule_of("{}").find("exactly one kind of joint"), std::string::npos);
  EXPECT_FALSE(rule_of("{free: {}}").empty());
  EXPECT_FALSE(rule_of("{spherical: {motor: {effort: 1}}}").empty());
}

TEST(ReadJoint, ALoopThatCannotBeClosedIsNamedWithItsPlace) {
  const Scene scene = read_scene(with_loop("{spherical: {pose: {position: [0, 0, 5]}}}"), "t.yaml");
  try {
    build(scene);
    FAIL() << "it was closed";
  } catch (const SceneError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("pin"), std::string::npos) << what;
    EXPECT_NE(what.find("t.yaml:10"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace rigor
