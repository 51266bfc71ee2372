// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/geometry/solids.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/feature_size.hpp>

#include "scene_text.hpp"

namespace rigor {
namespace {

TEST(FeatureSize, IsTheShortestEdgeOrTheThickness) {
  const Polytope brick = unwrap(make_box(Vector3(0.5, 1.0, 0.05)));
  EXPECT_NEAR(feature_size(brick, 1.0), 0.1, 1e-15);
  // A wedge with long edges that is thin: the height of the triangle is 0.01.
  const std::vector<Vector3> points{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0.01},
                                    {-1, 1, 0}, {1, 1, 0}, {0, 1, 0.01}};
  EXPECT_NEAR(feature_size(unwrap(make_polytope(points)), 1.0), 0.01, 1e-6);
}

TEST(FeatureSize, OnceLargeEnoughItMayBeLarger) {
  const Polytope cube = unwrap(make_box(Vector3(0.5, 0.5, 0.5)));
  EXPECT_GE(feature_size(cube, 1e-7), 1e-7);
}

TEST(FeatureSize, ASkinThatIsNotFarSmallerThanAFeatureIsRefused) {
  const auto refused = [](const std::string& skin) {
    const std::string text =
        scene_text("    mass: 1\n    pose: {position: [0, 0, 1]}\n",
                   "tolerances: {skin: " + skin + "}\n", "{box: [1, 1, 1e-3]}");
    try {
      build(read_scene(text, "t.yaml"));
    } catch (const SceneError& error) {
      return error.problems().at(0).rule;
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused("9e-5"), "accepted");
  EXPECT_EQ(refused("2e-4"), "edges and thickness are at least 10 skins, 0.002 m");
}

}  // namespace
}  // namespace rigor
