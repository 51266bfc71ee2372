// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/read_context.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

TEST(ReadContext, WhatIsNotSimulatedYetIsARefusalAndNamed) {
  try {
    read_scene(replaced(scene_text(), "law: no_slip\n", "law: max_dissipation\n"), "t.yaml");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.fault(), SceneFault::Refusal);
    EXPECT_EQ(error.problems().at(0).key, "law");
    EXPECT_EQ(error.problems().at(0).place.line, 4);
  }
}

TEST(ReadContext, SizesOfScenesAreBounded) {
  std::string bodies = "    density: 1\n";
  for (int i = 0; i < 60; ++i) {
    bodies += "  - {name: b" + std::to_string(i) +
              ", density: 1, shape: {spherical: {radius: 1, vertices: 20000}}}\n";
  }
  EXPECT_EQ(reading_problems(scene_text(bodies)).at(0).rule,
            "at most 1000000 vertices in all shapes of a scene");
  std::string many = "    density: 1\n";
  for (int i = 0; i < 10001; ++i) many += "  - {}\n";
  EXPECT_EQ(reading_problems(scene_text(many)).at(0).rule, "at most 10000 items");
}

TEST(ReadContext, ASeedNeedsARandomState) {
  const auto problems = problems_of([] { read_scene(scene_text(), "t.yaml", {.seed = 3}); });
  EXPECT_EQ(problems.at(0).key, "--seed");
}

}  // namespace
}  // namespace rigor
