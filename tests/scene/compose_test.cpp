// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/compose.hpp>

#include "scene_files.hpp"

namespace rigor {
namespace {

TEST(Compose, SettingsReachParametersOfIncludedFiles) {
  const SceneFolder folder;
  folder.put("part.yaml",
             "parameters: {m: 1}\nbodies: [{name: a, shape: {box: [1, 1, 1]}, mass: $m}]\n");
  const Scene scene = folder.read(
      "rigor_scene: 1\ngravity: [0, 0, 0]\nlaw: no_slip\nstop: {time: 1}\ninclude: [part.yaml]\n",
      {.settings = {{"parameters.m", "7", "--set parameters.m=7"}}});
  EXPECT_EQ(scene.bodies.at(0).mass->mass, 7.0);
}

TEST(Compose, JsonIsAccepted) {
  const std::string json =
      "{\n\t\"rigor_scene\": 1,\n\t\"gravity\": [0, 0, -9.81],\n\t\"law\": \"no_slip\",\n"
      "\t\"stop\": {\"time\": 1, \"at_rest\": true},\n\t\"bodies\": [\n\t\t{\"name\": \"die\", "
      "\"shape\": {\"box\": [1, 1, 1]}, \"mass\": 1.5e0}\n\t]\n}\n";
  const Scene scene = read_scene(json, "t.json");
  EXPECT_EQ(scene.bodies.at(0).mass->mass, 1.5);
  const auto problems = reading_problems(replaced(json, "1.5e0", "\"heavy\""));
  EXPECT_EQ(problems.at(0).place.line, 7);
}

TEST(Compose, SourcesAreTheFileThenIncludedOnesThenSettings) {
  const Document document = compose("a: 1\n", "t.yaml", {{"b", "2", "--set b=2"}});
  EXPECT_EQ(document.sources, (Sources{"t.yaml", "--set b=2"}));
  EXPECT_EQ(document.root.keys, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace rigor
