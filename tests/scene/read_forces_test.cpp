// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/read_forces.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

std::string with_forces(const std::string& forces) {
  return scene_text(
      "    mass: 1\n  - {name: wall, fixed: true, shape: {box: [1, 1, 1]}, "
      "pose: {position: [9, 0, 3]}}\n",
      "forces: [" + forces + "]\n");
}

TEST(ReadForces, BothFormsAreRead) {
  const Scene scene = read_scene(
      with_forces("{body: cube, force: [1, 2, 3], until: 4}, {body: cube, axes: body, at: [0, 0, "
                  "1], knots: [{time: 0, torque: [0, 0, 1]}, {time: 2, force: [5, 0, 0]}]}"),
      "t.yaml");
  ASSERT_EQ(scene.forces.size(), 2U);
  EXPECT_EQ(scene.forces[0].body, "cube");
  EXPECT_EQ(scene.forces[0].axes, ForceAxes::World);
  EXPECT_FALSE(scene.forces[0].at.has_value());
  EXPECT_EQ(scene.forces[0].constant.force, Vector3(1, 2, 3));
  EXPECT_EQ(scene.forces[0].constant.torque, Vector3::Zero());
  EXPECT_EQ(scene.forces[0].from, 0.0);
  EXPECT_EQ(scene.forces[0].until, 4.0);
  EXPECT_EQ(scene.forces[1].axes, ForceAxes::Body);
  EXPECT_EQ(scene.forces[1].at, Vector3(0, 0, 1));
  ASSERT_EQ(scene.forces[1].knots.size(), 2U);
  EXPECT_EQ(scene.forces[1].knots[0].torque.z(), 1.0);
  EXPECT_EQ(scene.forces[1].knots[1].time, 2.0);
}

TEST(ReadForces, MistakesAreNotedWithTheirPlaceAndRule) {
  const std::pair<const char*, const char*> cases[] = {
      {"{}", "body"},
      {"{body: cube}", "a force, a torque or both"},
      {"{body: cub, force: [1, 0, 0]}", "the name of a free body"},
      {"{body: ground, force: [1, 0, 0]}", "the name of a free body"},
      {"{body: wall, force: [1, 0, 0]}", "the name of a free body"},
      {"{body: cube, force: [1, 0]}", "3 numbers"},
      {"{body: cube, force: [1, 0, .nan]}", ""},
      {"{body: cube, force: [1e13, 0, 0]}", "a force of at most 1e12 N or N m"},
      {"{body: cube, force: [1, 0, 0], form: 3}", ""},
      {"{body: cube, force: [1, 0, 0], axes: local}", ""},
      {"{body: cube, force: [1, 0, 0], at: com}", ""},
      {"{body: cube, force: [1, 0, 0], at: [1e9, 0, 0]}",
       "a coordinate within 1e4 m of the origin"},
      {"{body: cube, force: [1, 0, 0], from: -1}", "a time from 0 to 1e9 s"},
      {"{body: cube, force: [1, 0, 0], until: 0}", "an end after the start of the force (from)"},
      {"{body: cube, force: [1, 0, 0], from: 2, until: 1}",
       "an end after the start of the force (from)"},
      {"{body: cube, knots: []}", "at least two knots"},
      {"{body: cube, knots: [{time: 0, force: [1, 0, 0]}]}", "at least two knots"},
      {"{body: cube, knots: [{time: 1, force: [1, 0, 0]}, {time: 1, force: [0, 0, 0]}]}",
       "times of knots increase"},
      {"{body: cube, knots: [{time: 0}, {time: 1, force: [0, 0, 0]}]}",
       "a force, a torque or both"},
      {"{body: cube, knots: [{force: [1, 0, 0]}, {time: 1, force: [0, 0, 0]}]}", ""},
      {"{body: cube, until: 3, knots: [{time: 0, force: [1, 0, 0]}, {time: 1, force: [0, 0, 0]}]}",
       "either knots, or a constant force with from and until"},
      {"3", ""},
  };
  for (const auto& [text, rule] : cases) {
    const std::vector<Problem> problems = reading_problems(with_forces(text));
    ASSERT_FALSE(problems.empty()) << text;
    EXPECT_EQ(problems.front().place.line, 6) << text;
    EXPECT_NE(problems.front().rule.find(rule), std::string::npos)
        << text << ": " << problems.front().rule;
    EXPECT_FALSE(problems.front().remedy.empty()) << text;
  }
  EXPECT_EQ(reading_problems(with_forces("{body: cub, force: [1, 0, 0]}")).at(0).remedy,
            "did you mean \"cube\"?");
}

TEST(ReadForces, ThereAreNotTooMany) {
  std::string many = "{body: cube, force: [1, 0, 0]}";
  for (int i = 0; i < 10000; ++i) many += ", {body: cube, force: [1, 0, 0]}";
  EXPECT_EQ(reading_problems(with_forces(many)).at(0).rule, "at most 10000 items");
}

}  // namespace
}  // namespace rigor
