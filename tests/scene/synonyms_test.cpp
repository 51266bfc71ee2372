// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <gtest/gtest.h>

#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/synonyms.hpp>

#include "temporary_folder.hpp"

namespace rigor {
namespace {

/// The remedies of all problems of the scene, one a line.
std::string remedies(const std::string& text) {
  try {
    read_scene(text, "test.yaml");
  } catch (const SceneError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) all += problem.remedy + "\n";
    return all;
  }
  return "";
}

std::string scene_with(const std::string& body, const std::string& more = "") {
  return "rigor_scene: 1\ngravity: [0, 0, -9.81]\nstop: {time: 1}\n" + more +
         "bodies:\n  - {name: a, " + body + "}\n";
}

TEST(Synonyms, WordsForJointsAndPiecesAreAnsweredInOurs) {
  const auto link = [](const std::string& joint, const std::string& more) {
    return remedies(
        "rigor_scene: 1\ngravity: [0, 0, -9.81]\nstop: {time: 1}\nmechanisms:\n  - name: arm\n"
        "    links:\n      - {name: upper, mass: 1, shape: {box: [1, 1, 1]}, joint: {revolute: "
        "{axis: [0, 1, 0]" +
        joint + "}}" + more + "}\n");
  };
  for (const char* word : {"position", "angle", "q"})
    EXPECT_NE(link(std::string(", ") + word + ": 0.3", "").find("coordinates: [0.3]"),
              std::string::npos)
        << word;
  EXPECT_NE(link("", ", pose: {position: [0, 0, 1]}").find("pose of its joint"), std::string::npos);
  EXPECT_NE(remedies(scene_with("mass: 1, pieces: [{box: [1, 1, 1]}]")).find("shape: {box:"),
            std::string::npos);
}

TEST(Synonyms, WordsOfOtherSimulatorsAreAnsweredInOurs) {
  struct Row {
    const char* body;   ///< of the scene's only body
    const char* words;  ///< that the answer has
  };
  const std::string box = "shape: {box: [1, 1, 1]}, mass: 1, ";
  for (const Row& row : {
           Row{"mass: 1, shape: {sphere: {radius: 1}}", "spherical"},
           Row{"mass: 1, shape: {ball: {radius: 1}}", "spherical"},
           Row{"mass: 1, shape: {cylinder: {radius: 1, height: 2}}", "prism"},
           Row{"mass: 1, shape: {capsule: {radius: 1}}", "prism"},
           Row{"mass: 1, shape: {cube: 1}", "box: [0.1, 0.1, 0.1]"},
           Row{"mass: 1, shape: {half_extents: [1, 1, 1]}", "full edge lengths"},
           Row{"mass: 1, shape: {convex_hull: []}", "vertices"},
           Row{"mass: 1, geom: {}", "shape"},
           Row{"mass: 1, collision: {}", "shape"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, friction: 0.5", "surfaces: {default: {mu: 0.5}}"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, restitution: 0.5", "restitution: 0.3"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, material: steel", "surface"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, pose: {quaternion: [1, 0, 0, 0]}", "quat_wxyz"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, pose: {rpy: [1, 0, 0]}", "axis"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, pose: {euler: [1, 0, 0]}", "axis"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, pose: {xyz: [1, 0, 0]}", "position"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, position: [0, 0, 1]", "pose: {position"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, static: true", "fixed: true"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, kinematic: true", "driven"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, linear_velocity: [0, 0, 1]", "velocity: {linear"},
           Row{"shape: {box: [1, 1, 1]}, mass: 1, inertial: {}", "inertia"},
       }) {
    const std::string answer = remedies(scene_with(row.body));
    EXPECT_NE(answer.find(row.words), std::string::npos) << row.body << "\n" << answer;
  }
  for (const auto& [key, words] : std::vector<std::pair<std::string, std::string>>{
           {"plane: {}", "half_spaces"},
           {"ground: true", "half_spaces"},
           {"timestep: 0.01", "stepping: {step: 0.01}"},
           {"duration: 3", "stop: {time: 5}"},
           {"joints: []", "mechanisms"},
           {"friction: 0.5", "mu"}}) {
    const std::string answer = remedies(scene_with(box, key + "\n"));
    EXPECT_NE(answer.find(words), std::string::npos) << key << "\n" << answer;
  }
}

TEST(Synonyms, JointsOfOtherSimulatorsAreAnsweredInOurs) {
  for (const auto& [joint, words] : std::vector<std::pair<std::string, std::string>>{
           {"{hinge: {axis: [0, 0, 1]}}", "revolute"},
           {"{slide: {axis: [0, 0, 1]}}", "prismatic"},
           {"{ball: {}}", "joint: {spherical"},
           {"{weld: {}}", "fixed"},
           {"{floating: {}}", "free"},
           {"{revolute: {axis: [0, 0, 1], range: [0, 1]}}", "limits"},
           {"{revolute: {axis: [0, 0, 1], actuator: {}}}", "motor"}}) {
    const std::string answer = remedies(
        "rigor_scene: 1\ngravity: [0, 0, -9.81]\nstop: {time: 1}\nmechanisms:\n  - name: m\n"
        "    links: [{name: a, shape: {box: [1, 1, 1]}, mass: 1, joint: " +
        joint + "}]\n");
    EXPECT_NE(answer.find(words), std::string::npos) << joint << "\n" << answer;
  }
}

TEST(Answers, DegreesAreAnsweredWithTheirValue) {
  const std::string turned = "shape: {box: [1, 1, 1]}, mass: 1, pose: {axis: [0, 1, 0], angle: ";
  for (const char* angle : {"25deg", "25 degrees", "25°"})
    EXPECT_EQ(remedies(scene_with(turned + angle + "}")), "angles are in rad: 0.436332\n");
  EXPECT_EQ(remedies("rigor_scene: 1\ngravity: -9.81\nstop: {time: 1}\nbodies:\n  - {name: a, "
                     "shape: {box: [1, 1, 1]}, mass: 1}\n"),
            "write them as [x, y, z]\n");
}

TEST(Synonyms, CaseAndLinesBetweenWordsMakeNoDifference) {
  EXPECT_EQ(in_our_words("Half-Extents"), in_our_words("half_extents"));
  EXPECT_NE(in_our_words("RPY"), "");
  EXPECT_EQ(in_our_words("nonsense"), "");
}

TEST(Synonyms, MisspeltKeysAreStillAnsweredByTheNearestOne) {
  EXPECT_NE(remedies(scene_with("shape: {box: [1, 1, 1]}, mas: 1")).find("did you mean \"mass\"?"),
            std::string::npos);
}

TEST(Surfaces, ASurfaceThatNoPairSpeaksOfIsAMistake) {
  const std::string pairs = "surfaces: {pairs: [{between: [rubber, default], mu: 0.9}]}\n";
  const std::string good = "shape: {box: [1, 1, 1]}, mass: 1, surface: rubber";
  const std::string bad = "shape: {box: [1, 1, 1]}, mass: 1, surface: ruber";
  EXPECT_EQ(remedies(scene_with(good, pairs)), "");
  EXPECT_NE(remedies(scene_with(bad, pairs)).find("did you mean \"rubber\"?"), std::string::npos);
  EXPECT_NE(remedies(scene_with(good)).find("surfaces.pairs"), std::string::npos);
}

TEST(Surfaces, CoulombWithoutMuIsKnownToLackFriction) {
  const std::string body = "shape: {box: [1, 1, 1]}, mass: 1";
  EXPECT_TRUE(has_no_friction(read_scene(scene_with(body), "t")));
  EXPECT_FALSE(
      has_no_friction(read_scene(scene_with(body, "surfaces: {default: {mu: 0.5}}\n"), "t")));
  EXPECT_FALSE(has_no_friction(read_scene(scene_with(body, "law: frictionless\n"), "t")));
}

TEST(Answers, AParameterSetByItsBareNameIsProposedWithItsPath) {
  ReadOptions options;
  options.settings.push_back({"height", "2", "--set height=2"});
  try {
    read_scene(scene_with("shape: {box: [1, 1, 1]}, mass: $height", "parameters: {height: 1}\n"),
               "t", options);
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problems().at(0).remedy, "did you mean \"parameters.height=2\"?");
  }
}

TEST(Answers, AMissingFileIsAnsweredWithTheOneThatWasMeant) {
  const TemporaryFolder folder;
  std::ofstream(folder / "die.yaml") << "x";
  try {
    load_scene((folder / "dye.yaml").string());
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problems().at(0).rule, "no such file");
    EXPECT_NE(error.problems().at(0).remedy.find("die.yaml\"?"), std::string::npos);
  }
}

}  // namespace
}  // namespace rigor
