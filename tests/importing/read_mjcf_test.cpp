// SPDX-License-Identifier: Apache-2.0
// What MuJoCo makes of a file is on file: models/arm.mjcf.json. MuJoCo itself is asked by
// scripts/import-full.
#include <gtest/gtest.h>

#include <rigor/importing/read_mjcf.hpp>

#include "model_files.hpp"

namespace rigor::importing {
namespace {

SourceScene arm() {
  std::ifstream in(model_file("arm.mjcf.json"));
  return from_mjcf_facts({(std::istreambuf_iterator<char>(in)), {}}, "arm.xml");
}

TEST(ReadMjcf, LinksJointsAndShapesAreRead) {
  const SourceScene scene = arm();
  ASSERT_EQ(scene.models.size(), 1U);
  const SourceModel& model = scene.models[0];
  ASSERT_EQ(model.links.size(), 5U);
  EXPECT_EQ(model.links[1].name, "tower");
  EXPECT_EQ(model.links[1].inertia->mass, 4.5);
  EXPECT_TRUE(model.links[1].inertia->com.isApprox(Vector3(0.01, -0.02, 0.2), 1e-15));
  EXPECT_EQ(std::get<SourceCylinder>(model.links[1].collisions[0].shape).length, 0.3);
  ASSERT_EQ(model.joints.size(), 5U);
  EXPECT_EQ(model.joints[1].friction, 0.05);
  EXPECT_EQ(model.joints[3].kind, JointKind::Prismatic);
  EXPECT_EQ(*model.joints[2].effort, 80.0);
  EXPECT_EQ(*scene.gravity, Vector3(0, 0, -9.81));
  EXPECT_FALSE(scene.notes.empty());
}

TEST(ReadMjcf, EqualityConstraintsAreLoops) {
  std::ifstream in(model_file("arm.mjcf.json"));
  std::string facts((std::istreambuf_iterator<char>(in)), {});
  facts.insert(facts.find("\"exclusions\""),
               R"("loops": [{"name": "pin", "kind": "spherical", "parent": "world", "child": "hand",
      "pose": [1, 2, 3, 1, 0, 0, 0], "anchor": [0, 0, 0.5], "axis": [1, 0, 0]},
      {"name": "weld", "kind": "fixed", "parent": "tower", "child": "hand",
       "pose": [0, 0, 1, 0, 0, 0, 1]}], )");
  const SourceModel model = from_mjcf_facts(facts, "arm.xml").models[0];
  EXPECT_EQ(model.joints.size(), 5U);
  ASSERT_EQ(model.loops.size(), 2U);
  EXPECT_EQ(model.loops[0].kind, JointKind::Spherical);
  EXPECT_TRUE((model.loops[0].X_PC * model.loops[0].anchor).isApprox(Vector3(1, 2, 3.5), 1e-15));
  EXPECT_EQ(model.loops[1].kind, JointKind::Fixed);
  EXPECT_NEAR(std::abs(model.loops[1].X_PC.rotation.z()), 1.0, 1e-15);
}

TEST(ReadMjcf, WhatGoesWrongIsTold) {
  const auto told = [](const std::string& facts) {
    return refusal_of([&] { from_mjcf_facts(facts, "f.xml"); });
  };
  EXPECT_NE(told(R"({"missing": "No module named 'mujoco'"})").find("pip install mujoco"),
            std::string::npos);
  EXPECT_NE(told(R"({"error": "Schema violation: unrecognized element, line 3"})").find("line 3"),
            std::string::npos);
  EXPECT_NE(told("").find("an answer"), std::string::npos);
  EXPECT_NE(told("{}").find("an answer"), std::string::npos);
  EXPECT_NE(told(R"({"name": 3})").find("an answer"), std::string::npos);
}

TEST(ReadMjcf, WithoutMuJoCoTheImportIsARefusal) {
  setenv("RIGOR_PYTHON", "/nonexistent/python", 1);
  try {
    read_mjcf("f.xml");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.fault(), SceneFault::Refusal);
    EXPECT_NE(std::string(error.what()).find("RIGOR_PYTHON"), std::string::npos);
  }
  unsetenv("RIGOR_PYTHON");
}

TEST(ReadMjcf, TheReaderIsPartOfTheLibrary) {
  EXPECT_NE(mjcf_reader().find("import mujoco"), std::string_view::npos);
}

}  // namespace
}  // namespace rigor::importing
