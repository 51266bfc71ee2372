// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/setting.hpp>

#include "scene_files.hpp"

namespace rigor {
namespace {

Scene with(const std::string& path, const std::string& value) {
  return read_scene(scene_text(), "t.yaml", {.settings = {{path, value, "--set " + path}}});
}

Problem refusal(const std::string& path, const std::string& value) {
  return problems_of([&] { with(path, value); }).at(0);
}

TEST(Setting, ReplacesAndAddsValues) {
  EXPECT_EQ(with("bodies[0].mass", "2").bodies[0].mass->mass, 2.0);
  EXPECT_EQ(with("bodies[cube].mass", "2").bodies[0].mass->mass, 2.0);
  EXPECT_EQ(with("stop.time", "3").stop.time, 3.0);
  EXPECT_EQ(with("tolerances.skin", "1e-7").skin, 1e-7);
  EXPECT_EQ(with("gravity[2]", "-1.62").gravity.z(), -1.62);
  EXPECT_EQ(with("bodies[cube].pose", "{position: [1, 2, 3]}").bodies[0].X_WB.translation.y(), 2.0);
  EXPECT_EQ(with("half_spaces[ground].offset", "-1").half_spaces[0].offset, -1.0);
}

TEST(Setting, ProblemsNameTheOption) {
  try {
    with("bodies[0].mass", "0");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(source_of(error.sources(), error.problems()[0].place), "--set bodies[0].mass");
    EXPECT_EQ(error.problems()[0].key, "bodies[0].mass");
  }
  EXPECT_EQ(refusal("stop.tme", "3").remedy, "did you mean \"time\"?");
  EXPECT_EQ(refusal("bodies[cubr].mass", "3").remedy, "did you mean \"cube\"?");
  EXPECT_EQ(refusal("bodies[1].mass", "3").rule, "the list has 1 items, counted from 0");
  EXPECT_EQ(refusal("bodies.mass", "3").rule, "\"mass\" must be a key of a map");
  EXPECT_EQ(refusal("stop[0]", "3").rule, "[0] needs a list");
  EXPECT_EQ(refusal("stop.time", "{a: ]").rule.substr(0, 11), "YAML syntax");
}

TEST(Setting, WhatIsNoPathIsRefused) {
  for (const char* path :
       {"", ".", "a.", ".a", "[0]", "a[", "a[]", "a]b", "a..b", "a[0]b", "a[0"}) {
    EXPECT_EQ(refusal(path, "1").rule, "a path of keys and items, then = and a value") << path;
  }
}

}  // namespace
}  // namespace rigor
