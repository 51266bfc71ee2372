// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_mechanism.hpp>
#include <rigor/scene/write_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

/// A scene with one mechanism of one link; `joint` and `more` are as in the file.
std::string with_joint(const std::string& joint, const std::string& more = "mass: 1") {
  return "rigor_scene: 1\nname: t\ngravity: [0, 0, -9.81]\nstop: {time: 1}\nmechanisms:\n"
         "  - name: m\n    links:\n"
         "      - {name: rod, joint: " +
         joint + ", shape: {box: [0.1, 0.1, 1]}, " + more + "}\n";
}

/// A fixed beam and two links on it; `second` is the second one.
std::string with_second(const std::string& second) {
  return with_joint(
             "{revolute: {axis: [0, 1, 0], pose: {position: [0, 0, -1]}, anchor: [0, 0, "
             "0.5]}}",
             "mass: 1, parent: beam") +
         "      - " + second +
         "\nbodies:\n  - {name: beam, fixed: true, shape: {box: [1, 1, 1]}, pose: {position: [0, "
         "0, 3]}}\n  - {name: cube, mass: 1, shape: {box: [1, 1, 1]}, pose: {position: [5, 0, "
         "0]}}\n";
}
const std::string kArm =
    "{name: arm, parent: rod, joint: {prismatic: {axis: [0, 0, -2], pose: {position: [0, 0, -0.7]},"
    " coordinates: [0.25], velocities: -1, limits: [0, 0.5], limit_restitution: 0.3, stiffness: 3, "
    "neutral: 0.1, damping: "
    "[0.2], armature: 0.5}}, shape: {box: [0.1, 0.1, 0.1]}, mass: 2}";

TEST(ReadMechanism, LinksReachTheModelWithTheirJoints) {
  const BuiltScene built = build(read_scene(with_second(kArm), "t.yaml"));
  const Model& model = built.model;
  const Link& rod = model.links[find_link(model, "rod").value()];
  const Link& arm = model.links[find_link(model, "arm").value()];
  EXPECT_EQ(model.links[rod.parent].name, "beam");
  EXPECT_EQ(model.links[arm.parent].name, "rod");
  // The link's frame sits on its joint: shapes and the next joint are seen from there.
  EXPECT_EQ(rod.inertia.com, Vector3(0, 0, -0.5));
  EXPECT_EQ(rod.pieces[0].shape.vertices()[1].z(), 0.0);
  EXPECT_EQ(arm.X_PJ.translation, Vector3(0, 0, -1.2));
  EXPECT_EQ(std::get<Prismatic>(arm.joint).axis, Vector3(0, 0, -1));
  EXPECT_EQ(arm.dofs[0].upper, 0.5);
  EXPECT_EQ(arm.dofs[0].limit_restitution, 0.3);
  EXPECT_EQ(arm.dofs[0].stiffness, 3.0);
  EXPECT_EQ(arm.dofs[0].neutral, 0.1);
  EXPECT_EQ(arm.dofs[0].damping, 0.2);
  EXPECT_EQ(arm.dofs[0].armature, 0.5);
  EXPECT_EQ(built.initial.q[arm.first_q], 0.25);
  EXPECT_EQ(built.initial.v[arm.first_v], -1.0);
  // beam 3 - 1 (joint) - 0.7 - 0.5 (joint of the arm below the rod's) - 0.25
  EXPECT_NEAR(link_poses(model, built.initial)[2].translation.z(), 0.55, 1e-15);
}

TEST(ReadMechanism, EveryKindReadsAndTheResolvedSceneReadsBackToItself) {
  for (const char* joint :
       {"{fixed: {pose: {position: [0, 0, 1]}, anchor: [0, 0.1, 0]}}",
        "{revolute: {axis: [1, 1, 0], limits: [-1, 1]}}",
        "{prismatic: {axis: [3, 4, 0], coordinates: 0.5}}",
        "{universal: {axis: [1, 0, 0], second_axis: [0, 2, 0], coordinates: [1, 2], damping: [1, "
        "2], limits: [[0, 2], [-1, 3]], limit_restitution: 0.5}}",
        "{spherical: {coordinates: [2, 0, 0, 1], velocities: [1, 2, 3], stiffness: 2}}",
        "{planar: {x_axis: [0, 1, 0], y_axis: [1, 0, 0], velocities: [1, 2, 3], neutral: [1, 1, "
        "0], limits: [[-1, 1], [], [-0.5, 0.5]]}}",
        "{free: {coordinates: [1, 2, 3, 0, 1, 0, 0], velocities: [1, 2, 3, 4, 5, 6]}}"}) {
    const std::string text = with_joint(joint) +
                             "bodies: [{name: cube, mass: 1, shape: {box: [1, 1, 1]}, pose: "
                             "{position: [9, 9, 9]}}]\n";
    const std::string resolved = resolved_text(read_scene(text, "t.yaml"));
    EXPECT_EQ(resolved_text(read_scene(resolved, "t.yaml")), resolved) << joint;
    build(read_scene(resolved, "t.yaml"));
  }
  const std::string resolved = resolved_text(read_scene(with_second(kArm), "t.yaml"));
  EXPECT_EQ(resolved_text(read_scene(resolved, "t.yaml")), resolved);
  EXPECT_NE(resolved.find("parent: rod"), std::string::npos);
}

TEST(ReadMechanism, MistakesInJointsAreNamed) {
  EXPECT_EQ(remedy_of(with_joint("{revolut: {axis: [0, 1, 0]}}")), "did you mean \"revolute\"?");
  EXPECT_EQ(rule_of(with_joint("{}")), "exactly one kind of joint");
  EXPECT_EQ(rule_of(with_joint("{spherical: {}, free: {}}")), "exactly one kind of joint");
  EXPECT_EQ(rule_of(with_joint("{revolute: {}}")), "the key \"axis\" is mandatory");
  EXPECT_EQ(rule_of(with_joint("{revolute: {axis: [0, 0, 0]}}")), "a direction, not zero");
  EXPECT_EQ(remedy_of(with_joint("{revolute: {axis: [0, 1, 0], coordinate: 1}}")),
            "did you mean \"coordinates\"?");
  EXPECT_EQ(rule_of(with_joint("{revolute: {axis: [0, 1, 0], coordinates: [1, 2]}}")),
            "a list of 1 numbers");
  EXPECT_EQ(rule_of(with_joint("{revolute: {axis: [0, 1, 0], limits: [1, -1]}}")),
            "a lower limit below the upper one");
  EXPECT_EQ(rule_of(with_joint("{revolute: {axis: [0, 1, 0], limits: [0, 1]}}")),
            "limits with the coordinate at the start, 0, between them");
  const auto planar = [](const std::string& limits) {
    return with_joint("{planar: {x_axis: [0, 1, 0], y_axis: [1, 0, 0], limits: " + limits + "}}");
  };
  EXPECT_EQ(rule_of(planar("[[-1, 1], [-1, 1]]")), "3 pairs of limits, one per coordinate");
  EXPECT_EQ(rule_of(planar("[[-1, 1], [], [0.5, 1]]")),
            "limits with the coordinate at the start, 0, between them");
  EXPECT_EQ(rule_of(planar("[[-1, 1], [1], []]")), "a list of 2 numbers");
  EXPECT_EQ(rule_of(with_joint("{revolute: {axis: [0, 1, 0], limit_restitution: 0.5}}")),
            "limits besides limit_restitution");
  EXPECT_EQ(rule_of(with_joint("{revolute: {axis: [0, 1, 0], damping: -1}}")),
            "a number from 0 to 1e12");
  EXPECT_EQ(rule_of(with_joint("{universal: {axis: [0, 1, 0], second_axis: [0, 1, 1]}}")),
            "axis and second_axis are perpendicular");
  EXPECT_EQ(rule_of(with_joint("{planar: {x_axis: [0, 1, 0], y_axis: [0, 1, 1]}}")),
            "x_axis and y_axis are perpendicular");
  EXPECT_EQ(rule_of(with_joint("{spherical: {coordinates: [0, 0, 0, 0]}}")),
            "a quaternion w, x, y, z, not zero");
  EXPECT_EQ(rule_of(with_joint("{spherical: {stiffness: [1, 2, 1]}}")),
            "a spherical joint's stiffness and armature are equal about all axes");
  EXPECT_EQ(rule_of(with_joint("{spherical: {limits: [0, 1]}}")).rfind("unknown key", 0), 0U);
  EXPECT_EQ(rule_of(with_joint("{free: {pose: {}}}")).rfind("unknown key", 0), 0U);
}

TEST(ReadMechanism, MistakesInLinksAreNamed) {
  const auto second = [](const std::string& parent, const std::string& joint) {
    return with_second("{name: arm, parent: " + parent + ", joint: " + joint +
                       ", mass: 1, shape: {box: [0.1, 0.1, 0.1]}}");
  };
  const std::string kBall = "{spherical: {pose: {position: [0, 0, -1]}}}";
  EXPECT_EQ(remedy_of(second("rodd", kBall)), "did you mean \"rod\"?");
  EXPECT_EQ(rule_of(second("cube", kBall)),
            "an earlier link of the same mechanism, or a fixed body");
  EXPECT_EQ(rule_of(second("arm", kBall)),
            "an earlier link of the same mechanism, or a fixed body");
  EXPECT_EQ(rule_of(second("rod", "{free: {}}")),
            "a free joint has no parent: it moves against the world");
  EXPECT_EQ(rule_of(with_joint("{spherical: {}}", "mass: 0")), "a positive number");
  EXPECT_EQ(rule_of(with_joint("{spherical: {}}", "mass: 1, fixed: true")).rfind("unknown key", 0),
            0U);
  EXPECT_EQ(
      rule_of(with_joint("{spherical: {}}", "surface: default")).rfind("exactly one source", 0),
      0U);
  EXPECT_EQ(rule_of(replaced(with_second(kArm), "name: cube", "name: rod")),
            "bodies, links and half-spaces have different names");
  EXPECT_EQ(rule_of(with_joint("{fixed: {}}")), "at least one body that can move");
  EXPECT_EQ(rule_of("rigor_scene: 1\ngravity: [0, 0, 0]\nstop: {time: 1}\nmechanisms:\n"
                    "  - {name: m, links: []}\n"),
            "at least one link");
  EXPECT_EQ(rule_of("rigor_scene: 1\ngravity: [0, 0, 0]\nstop: {time: 1}\n"),
            "the key \"bodies\" is mandatory");
}

TEST(ReadMechanism, LinksCanBeExcludedAndTakeForces) {
  const std::string excluded =
      with_second(kArm) + "exclusions: [{between: [arm, cube], reason: never near}]\n";
  EXPECT_EQ(build(read_scene(excluded, "t.yaml")).model.exclusions.size(), 1U);
  const BuiltScene pushed = build(read_scene(
      with_second(kArm) + "forces: [{body: rod, force: [1, 0, 0], at: [0, 0, -0.5]}]\n", "t.yaml"));
  const auto& wrench = std::get<AppliedWrench>(pushed.model.forces.at(0));
  EXPECT_EQ(pushed.model.links[wrench.link].name, "rod");
  EXPECT_EQ(wrench.point_L, Vector3(0, 0, -1));  // the model's link begins at its joint
}

TEST(ReadMechanism, OverlapsAtTheStartAreFound) {
  const std::string text = with_second(
      "{name: arm, parent: beam, joint: {spherical: {pose: {position: [0, 0, -1.4]}}}, mass: 1, "
      "shape: {box: [0.3, 0.3, 0.3]}}");
  const auto problems = problems_of([&] { build(read_scene(text, "t.yaml")); });
  EXPECT_EQ(problems.at(0).key, "rod and arm");
  EXPECT_GT(problems.at(0).place.line, 0);
}

}  // namespace
}  // namespace rigor
