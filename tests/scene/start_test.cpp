// SPDX-License-Identifier: Apache-2.0
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

}  // namespace
}  // namespace rigor
