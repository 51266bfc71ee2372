// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/include.hpp>

#include "scene_files.hpp"

namespace rigor {
namespace {

const std::string kShort =
    "rigor_scene: 1\nlaw: no_slip\nstop: {time: 1}\ninclude: [parts/ground.yaml, parts/die.yaml]\n";
const std::string kGround =
    "gravity: [0, 0, -9.81]\nhalf_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]\n";
const std::string kDie =
    "stop: {time: 5, at_rest: false}\nbodies: [{name: die, shape: {box: [1, 1, 1]}, mass: 1}]\n";

struct Include : testing::Test {
  SceneFolder folder;
  Include() {
    folder.put("parts/ground.yaml", kGround);
    folder.put("parts/die.yaml", kDie);
  }
};

TEST_F(Include, MapsAreUnitedListsOfThingsJoinedAndTheIncludingFileWins) {
  const Scene scene =
      folder.read(kShort + "bodies: [{name: cube, shape: {box: [1, 1, 1]}, mass: 2}]\n");
  EXPECT_EQ(scene.gravity.z(), -9.81);
  EXPECT_EQ(scene.half_spaces.at(0).name, "ground");
  EXPECT_EQ(scene.bodies.at(0).name, "die");
  EXPECT_EQ(scene.bodies.at(1).name, "cube");
  EXPECT_EQ(scene.stop.time, 1.0);
  EXPECT_FALSE(scene.stop.at_rest);
  EXPECT_EQ(scene.sources.size(), 3U);
}

TEST_F(Include, ProblemsOfIncludedFilesNameTheFileAndLine) {
  folder.put("parts/die.yaml",
             "bodies:\n  - name: die\n    shape: {box: [1, 1, 1]}\n    mass: -1\n");
  EXPECT_EQ(folder.refusal(kShort), "die.yaml:4: a positive number");
  folder.put("parts/die.yaml", "bodies: [\n");
  EXPECT_EQ(folder.refusal(kShort).substr(0, 12), "die.yaml:2: ");
}

TEST_F(Include, FilesIncludeFilesRelativeToThemselves) {
  folder.put("parts/all.yaml", "include: [ground.yaml, die.yaml]\n");
  EXPECT_EQ(folder.read("rigor_scene: 1\nlaw: no_slip\ninclude: [parts/all.yaml]\n").bodies.size(),
            1U);
}

TEST_F(Include, WhatLeadsOutOfTheFolderIsRefused) {
  for (const char* name : {"/etc/hostname", "../x.yaml", "parts/../../x.yaml", "\"\"", "."}) {
    EXPECT_EQ(folder.refusal("rigor_scene: 1\ninclude: [" + std::string(name) + "]\n"),
              "scene.yaml:2: an included file lies in the scene's folder or below it")
        << name;
  }
  std::filesystem::create_symlink("/etc", folder.root / "link");
  EXPECT_EQ(folder.refusal("include: [link/hostname]\n"),
            "scene.yaml:1: an included file lies in the scene's folder or below it");
}

TEST_F(Include, CyclesMissingFilesAndOddValuesAreRefused) {
  folder.put("parts/a.yaml", "include: [b.yaml]\n");
  folder.put("parts/b.yaml", "include: [a.yaml]\n");
  EXPECT_EQ(folder.refusal("include: [parts/a.yaml]\n"),
            "b.yaml:1: no file includes itself, not even through others");
  EXPECT_EQ(folder.refusal("include: [scene.yaml]\n"),
            "scene.yaml:1: no file includes itself, not even through others");
  EXPECT_EQ(folder.refusal("include: [none.yaml]\n"), "scene.yaml:1: an included file must exist");
  EXPECT_EQ(folder.refusal("include: parts/a.yaml\n"), "scene.yaml:1: a list of files");
  EXPECT_EQ(folder.refusal("include: [[a]]\n"), "scene.yaml:1: the name of a file");
  folder.put("parts/list.yaml", "- 1\n");
  EXPECT_EQ(folder.refusal("include: [parts/list.yaml]\n"),
            "scene.yaml:1: an included file holds key: value pairs");
}

TEST_F(Include, ChainsAndCountsAreBounded) {
  for (int i = 0; i < 20; ++i) {
    folder.put(("c" + std::to_string(i) + ".yaml").c_str(),
               "include: [c" + std::to_string(i + 1) + ".yaml]\n");
  }
  EXPECT_EQ(folder.refusal("include: [c0.yaml]\n"), "c7.yaml:1: files nested at most 8 deep");
  std::string many = "include: [";
  for (int i = 0; i < 100; ++i) many += "parts/ground.yaml, ";
  EXPECT_EQ(folder.refusal(many + "]\n"), "scene.yaml:1: at most 64 included files");
}

}  // namespace
}  // namespace rigor
