// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gtest/gtest.h>

#include <rigor/scene/sha256.hpp>
#include <rigor/scene/write_scene.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

std::vector<std::string> shipped_scenes() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(RIGOR_SCENES)) {
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  }
  return files;
}

/// Resolving is a projection: the resolved text reads back to a scene with the same text.
TEST(WriteScene, ResolvedTextReadsBackToItself) {
  int count = 0;
  for (const std::string& file : shipped_scenes()) {
    const std::string text = resolved_text(load_scene(file));
    EXPECT_EQ(resolved_text(read_scene(text, "resolved.yaml")), text) << file;
    ++count;
  }
  EXPECT_GE(count, 20);
}

TEST(WriteScene, EveryKindOfEntrySurvives) {
  const std::string body =
      "    surface: wood\n    pieces:\n"
      "      - {shape: {prism: {sides: 5, radius: 0.1, height: 0.3}}, density: 0.1}\n"
      "      - {shape: {dodecahedron: {edge: 0.7}}, density: 3}\n"
      "      - {shape: {spherical: {radius: 0.3, vertices: 99}}, density: 3}\n"
      "      - {shape: {vertices: [[0, 0, 0], [1e-3, 0, 0], [0, 0.1, 0], [0, 0, 0.7]]}, density: "
      "1,\n"
      "         pose: {axis: [1, 2, 3], angle: 0.3}}\n"
      "    random: {position: {min: [-1, -1, 2], max: [1, 1, 3]}, rotation: uniform}\n"
      "  - name: other\n    shape: {box: [1, 2, 3]}\n    mass: 0.1\n    com: [0.1, 0, 0]\n"
      "    inertia: [[1, 0.1, 0], [0.1, 1, 0], [0, 0, 1]]\n"
      "    pose: {axis: [3, 1, 2], angle: 1}\n    velocity: {linear: [0.1, 0.2, 0.3]}\n"
      "  - {name: wall, fixed: true, shape: {box: [1, 1, 1]}}\n";
  const std::string top =
      "seed: 3\ndescription: \"a \\\"b\\\" \\\\ \\u00e9 <&>\\n: # x\"\n"
      "surfaces: {pairs: [{between: [wood, default], viscosity: 0.3}]}\n";
  const std::string text =
      replaced(scene_text(body, top), "    shape: {box: [1, 1, 1]}\n    surf", "    surf");
  const Scene scene = read_scene(text, "t.yaml");
  const std::string resolved = resolved_text(scene);
  const Scene again = read_scene(resolved, "t.yaml");
  EXPECT_EQ(resolved_text(again), resolved);
  EXPECT_EQ(again.bodies[0].X_WB.translation, scene.bodies[0].X_WB.translation);
  EXPECT_EQ(again.bodies[1].X_WB.rotation.coeffs(), scene.bodies[1].X_WB.rotation.coeffs());
  EXPECT_EQ(again.description, scene.description);
  EXPECT_EQ(again.pairs.at(0).pair, scene.pairs.at(0).pair);
  EXPECT_EQ(again.bodies[1].mass->inertia.value(), scene.bodies[1].mass->inertia.value());
}

TEST(WriteScene, TheHashTellsScenesApartAndIgnoresLayout) {
  const std::string text = scene_text();
  const auto hash = [](const std::string& t) { return scene_hash(read_scene(t, "t.yaml")); };
  EXPECT_EQ(hash(text), hash("# a comment\n" + text));
  EXPECT_EQ(hash(text), hash(replaced(text, "-9.81", "-9.810")));
  // The next double above 9.81 is another scene.
  EXPECT_NE(hash(text), hash(replaced(text, "-9.81", "-9.810000000000002")));
  EXPECT_NE(hash(text), hash(replaced(text, "-9.81", "-9.80")));
  EXPECT_EQ(hash(text), sha256(resolved_text(read_scene(text, "t.yaml"))));
}

}  // namespace
}  // namespace rigor
