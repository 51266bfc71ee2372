// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/read_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

TEST(ReadScene, DefaultsAreTheStatedOnes) {
  const Scene scene = read_scene(scene_text(), "t.yaml");
  EXPECT_EQ(scene.name, "test");
  EXPECT_EQ(scene.method, Method::Oracle);
  EXPECT_EQ(scene.law, Law::NoSlip);
  EXPECT_EQ(scene.tol, 1e-10);
  EXPECT_EQ(scene.skin, 1e-8);
  EXPECT_EQ(scene.start_tolerance, 2e-8);
  EXPECT_EQ(scene.jam, OnJam::BondBreak);
  EXPECT_EQ(scene.indeterminate, OnIndeterminate::Continue);
  EXPECT_TRUE(scene.stop.at_rest);
  EXPECT_EQ(scene.default_pair, PairSpec{});
}

TEST(ReadScene, StartToleranceFollowsTheSkin) {
  const Scene scene = read_scene(scene_text("    mass: 1\n", "tolerances: {skin: 1e-6}\n"), "t");
  EXPECT_EQ(scene.start_tolerance, 2e-6);
}

TEST(ReadScene, MandatoryKeysAreMissedByName) {
  for (const std::string key :
       {"rigor_scene: 1\n", "gravity: [0, 0, -9.81]\n", "stop: {time: 1}\n"}) {
    const auto problems = reading_problems(replaced(scene_text(), key, ""));
    EXPECT_NE(problems.at(0).rule.find('"' + key.substr(0, key.find(':')) + '"'),
              std::string::npos);
  }
  EXPECT_GE(reading_problems("").size(), 1U);
  EXPECT_GE(reading_problems("[]").size(), 1U);
}

TEST(ReadScene, SeveralProblemsAreToldAtOnceInTheOrderOfTheFile) {
  const std::string text =
      replaced(replaced(scene_text("    mas: 1\n"), "gravity", "gravty"), "time: 1", "time: -1");
  const auto problems = reading_problems(text);
  ASSERT_GE(problems.size(), 4U);  // unknown and missing gravity, stop.time, body without mass
  const std::size_t last = problems.size() - 1;
  for (std::size_t i = 1; i < last; ++i) EXPECT_LE(problems[i - 1].place, problems[i].place);
  // That the body has no mass comes after its cause, the unknown key.
  EXPECT_EQ(problems[last - 1].value, "mas");
  EXPECT_EQ(problems[last].rule.rfind("exactly one source of mass", 0), 0U);
}

TEST(ReadScene, CoulombIsTheLawIfNoneIsGiven) {
  EXPECT_EQ(read_scene(replaced(scene_text(), "law: no_slip\n", ""), "t").law, Law::Coulomb);
  const Scene scene = read_scene(replaced(scene_text(), "no_slip", "coulomb"), "t");
  EXPECT_EQ(scene.law, Law::Coulomb);
  EXPECT_EQ(scene.normal_split, NormalSplit::EqualStiffness);
}

TEST(ReadScene, OpenNormalForcesAreSplitAsAskedFor) {
  const auto with = [](const std::string& split) {
    return scene_text("    mass: 1\n", "normal_split: " + split + "\n");
  };
  EXPECT_EQ(read_scene(with("refuse"), "t").normal_split, NormalSplit::Refuse);
  EXPECT_EQ(read_scene(with("equal_stiffness"), "t").normal_split, NormalSplit::EqualStiffness);
  EXPECT_EQ(reading_problems(with("least_norm")).size(), 1U);
}

TEST(ReadScene, LawsThatAreNotCompleteAreRefusedNotMisread) {
  try {
    read_scene(replaced(scene_text(), "no_slip", "max_dissipation"), "t.yaml");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.fault(), SceneFault::Refusal);
    EXPECT_NE(std::string(error.what()).find("no_slip_active"), std::string::npos);
  }
  try {
    read_scene(replaced(scene_text(), "no_slip", "noslip"), "t.yaml");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.fault(), SceneFault::BadInput);
  }
}

TEST(ReadScene, SurfacePairsOverrideTheDefault) {
  const std::string top =
      "surfaces:\n  default: {restitution: 0.25, mu: 0.5}\n"
      "  pairs: [{between: [wood, default], restitution: 0.5}]\n";
  const Scene scene = read_scene(scene_text("    mass: 1\n    surface: wood\n", top), "t.yaml");
  EXPECT_EQ(pair_of(scene, "default", "wood").restitution, 0.5);
  EXPECT_EQ(pair_of(scene, "wood", "default").mu, 0.5);  // what a pair leaves out is the default's
  EXPECT_EQ(pair_of(scene, "wood", "wood").restitution, 0.25);
  const std::string twice = replaced(top, "}]", "}, {between: [default, wood]}]");
  EXPECT_GE(reading_problems(scene_text("    mass: 1\n    surface: wood\n", twice)).size(), 1U);
  EXPECT_GE(reading_problems(scene_text("    mass: 1\n    surface: wod\n", top)).size(), 1U);
}

TEST(ReadScene, LimitsAndPoliciesAreRead) {
  const std::string top =
      "jam: refuse\nindeterminate: refuse\nstart_tolerance: 1e-4\n"
      "tolerances: {tol: 1e-12, skin: 1e-9, beta: 0.01}\n";
  const std::string text =
      replaced(scene_text("    mass: 1\n", top), "{time: 1}",
               "{time: 2, at_rest: false, events: 5, segments: 6, wall_time: 7}");
  const Scene scene = read_scene(text, "t.yaml");
  EXPECT_EQ(scene.jam, OnJam::Refuse);
  EXPECT_EQ(scene.indeterminate, OnIndeterminate::Refuse);
  EXPECT_EQ(scene.start_tolerance, 1e-4);
  EXPECT_EQ(scene.stop.events, 5);
  EXPECT_EQ(scene.stop.segments, 6);
  EXPECT_EQ(scene.stop.wall_time, 7.0);
  EXPECT_GE(reading_problems(replaced(text, "beta: 0.01", "beta: 0.02")).size(), 1U);
  EXPECT_GE(reading_problems(replaced(text, "1e-4", "1e-3")).size(), 1U);
}

TEST(ReadScene, NamesAreUniqueAndSomethingMoves) {
  EXPECT_GE(reading_problems(replaced(scene_text(), "name: ground", "name: cube")).size(), 1U);
  EXPECT_GE(reading_problems(scene_text("    fixed: true\n")).size(), 1U);
  EXPECT_EQ(read_scene(replaced(scene_text(), "name: test\n", ""), "a/My die.yaml").name, "My_die");
}

}  // namespace
}  // namespace rigor
