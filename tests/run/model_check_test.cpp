// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include <gtest/gtest.h>

#include <rigor/run/model_check.hpp>
#include <rigor/run/record.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>
#include <rigor/scene/write_scene.hpp>

namespace rigor {
namespace {

Scene scene_named(const std::string& name) {
  return load_scene(std::string(RIGOR_SCENES) + "/" + name);
}

/// What a run of the scene would open its trace with.
trace::Trace opening(const Scene& scene) {
  const BuiltScene built = build(scene);
  trace::Trace trace = trace_prelude(built.model, built.initial, simulation_options(scene));
  trace.header.scene_name = scene.name;
  trace.header.scene_text = resolved_text(scene);
  trace.header.scene_hash = scene_hash(scene);
  return trace;
}

TEST(ModelCheck, BundledScenesAreRebuiltBitByBit) {
  for (const char* name : {"die.yaml", "chain.yaml", "gripper-by-force.yaml", "ell-on-tee.yaml",
                           "moving-tray.yaml", "gem.yaml", "dice.yaml"}) {
    const ModelCheck check = check_model(opening(scene_named(name)));
    EXPECT_TRUE(check.holds()) << name << ": " << check.obstacle
                               << (check.differences.empty() ? "" : check.differences.front());
  }
}

/// Forgeries that leave the scene text alone, and what is said about each.
TEST(ModelCheck, ForgedModelsAreFound) {
  const trace::Trace good = opening(scene_named("gripper-by-force.yaml"));
  const struct {
    const char* what;
    std::function<void(trace::Trace&)> forge;
    const char* said;
  } kForgeries[] = {
      {"a floor invented", [](trace::Trace& t) { t.half_spaces.push_back({}); }, "half-spaces"},
      {"a body left out", [](trace::Trace& t) { t.bodies.pop_back(); }, "bodies"},
      {"pair excluded",
       [](trace::Trace& t) {
         t.exclusions.push_back({{0, 0}, {1, 0}, "forged"});
       },
       "excluded pairs"},
      {"body shrunk", [](trace::Trace& t) { t.bodies[0].pieces[0].vertices[0][0] *= 0.5; },
       "bodies"},
      {"called fixed", [](trace::Trace& t) { t.bodies[0].kind = trace::BodyKind::Fixed; },
       "bodies"},
      {"other mass", [](trace::Trace& t) { t.bodies[0].mass += 1.0; }, "bodies"},
      {"other gravity", [](trace::Trace& t) { t.header.gravity[2] = -9.8; }, "gravity"},
      {"other law", [](trace::Trace& t) { t.header.law = "frictionless"; }, "law"},
      {"other skin", [](trace::Trace& t) { t.header.skin = 1e-6; }, "skin"},
      {"other force", [](trace::Trace& t) { t.loads.at(0).forces.at(0)[0] += 1.0; },
       "given forces"},
      {"other text", [](trace::Trace& t) { t.header.scene_text += "# changed\n"; }, "hash"},
  };
  ASSERT_TRUE(check_model(good).holds());
  for (const auto& forgery : kForgeries) {
    trace::Trace forged = good;
    forgery.forge(forged);
    const ModelCheck check = check_model(forged);
    EXPECT_FALSE(check.holds()) << forgery.what;
    ASSERT_FALSE(check.differences.empty()) << forgery.what;
    EXPECT_NE(check.differences.front().find(forgery.said), std::string::npos)
        << forgery.what << ": " << check.differences.front();
  }
}

TEST(ModelCheck, AGroundLeftOutIsFound) {
  trace::Trace trace = opening(scene_named("die.yaml"));
  trace.half_spaces.clear();
  EXPECT_EQ(check_model(trace).differences.size(), 1U);
}

TEST(ModelCheck, SaysWhyNothingCouldBeCompared) {
  trace::Trace trace = opening(scene_named("die.yaml"));
  trace.header.scene_text.clear();
  EXPECT_FALSE(check_model(trace).compared);
  EXPECT_FALSE(check_model(trace).obstacle.empty());
}

}  // namespace
}  // namespace rigor
