// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/start.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

/// A cube balanced on a vertex: its depth in the ground is the closed form √3/2 - z.
TEST(Start, DepthInAHalfSpaceIsThatOfTheLowestVertex) {
  const std::string pose =
      "{position: [3, 4, 2], axis: [1, -1, 0], angle: 0.9553166181245093}";  // acos(1/√3)
  BuiltScene built =
      build(read_scene(scene_text("    mass: 1\n    pose: " + pose + "\n"), "t.yaml"));
  built.initial.q[2] = 0.8;
  const auto overlaps = start_overlaps(built.model, built.initial, 0.0);
  ASSERT_EQ(overlaps.size(), 1U);
  EXPECT_EQ(overlaps[0].a, "ground");
  EXPECT_EQ(overlaps[0].b, "cube");
  EXPECT_NEAR(overlaps[0].depth, std::sqrt(0.75) - 0.8, 1e-14);
  EXPECT_TRUE(start_overlaps(built.model, built.initial, 0.07).empty());
}

/// Two unit cubes side by side, the second turned by 45 degrees about z: apart while their centres
/// are more than 1/2 + √2/2 apart.
TEST(Start, DepthOfTwoBodiesIsTheShortestWayOut) {
  const std::string other =
      "    mass: 1\n    pose: {position: [0, 0, 5]}\n  - name: other\n    shape: {box: [1, 1, 1]}\n"
      "    mass: 1\n    pose: {position: [2, 0, 5], axis: [0, 0, 1], angle: 0.7853981633974483}\n";
  BuiltScene built = build(read_scene(scene_text(other), "t.yaml"));
  EXPECT_TRUE(start_overlaps(built.model, built.initial, 0.0).empty());
  built.initial.q[7] = 1.2;
  const auto overlaps = start_overlaps(built.model, built.initial, 0.0);
  ASSERT_EQ(overlaps.size(), 1U);
  EXPECT_EQ(overlaps[0].a, "cube");
  EXPECT_EQ(overlaps[0].b, "other");
  EXPECT_NEAR(overlaps[0].depth, 0.5 + std::sqrt(0.5) - 1.2, 1e-14);
  built.initial.q[7] = 1.3;  // boxes meet, bodies do not
  EXPECT_TRUE(start_overlaps(built.model, built.initial, 0.0).empty());
}

}  // namespace
}  // namespace rigor
