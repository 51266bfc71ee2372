// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/assembly/world.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

TEST(World, HasTheBodiesAndHalfSpacesOfItsModel) {
  const BoxWorld boxes =
      box_world(std::vector<Vector3>(3, Vector3::Constant(0.5)),
                {.gravity = 3.0, .ground = true, .fixed = 1, .law = Law::Coulomb});
  const World& world = boxes.world;
  ASSERT_EQ(world.bodies.size(), 3U);
  ASSERT_EQ(world.half_spaces.size(), 1U);
  EXPECT_EQ(world.bodies[0].role, BodyRole::Fixed);
  EXPECT_EQ(world.bodies[1].role, BodyRole::Free);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(world.bodies[i].id, i);
  EXPECT_EQ(world.gravity(), Vector3(0, 0, -3));
  EXPECT_EQ(world.law, Law::Coulomb);
}

TEST(World, ExcludesWhatIsFixedTogetherAndTheBodyItself) {
  const BoxWorld boxes =
      box_world(std::vector<Vector3>(4, Vector3::Constant(0.5)), {.ground = true, .fixed = 2});
  const trace::PieceId ground{trace::kWorld, 0};
  EXPECT_TRUE(is_excluded(boxes.world, {0, 0}, {1, 0}));
  EXPECT_TRUE(is_excluded(boxes.world, ground, {0, 0}));
  EXPECT_TRUE(is_excluded(boxes.world, {2, 0}, {2, 0}));
  EXPECT_FALSE(is_excluded(boxes.world, {1, 0}, {2, 0}));
  EXPECT_FALSE(is_excluded(boxes.world, {2, 0}, {3, 0}));
  EXPECT_FALSE(is_excluded(boxes.world, ground, {3, 0}));
}

}  // namespace
}  // namespace rigor
