// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/member_blocks.hpp>

#include "first_order/small_mechanisms.hpp"

namespace rigor::first_order {
namespace {

TEST(MemberBlocks, FreeBodiesHaveBlocksAndOthersMoveOn) {
  const SmallScene scene(head(1) + "bodies:\n" + cube("a", 0, 0, 1) + cube("b", 1, 0, 1) +
                         cube("c", 2, 0, 1));
  const auto run = scene.start();
  run->bodies[0].u = Vector6::Unit(0);
  run->bodies[1].path_u = 3.0 * Vector6::Unit(1);
  ConeProblem cone;
  MemberBlocks blocks(run->bodies, {0, 2}, cone);
  EXPECT_EQ(cone.mass.size(), 2U);
  EXPECT_EQ(blocks.place_of(0), 0);
  EXPECT_EQ(blocks.place_of(1), -1);
  EXPECT_EQ(blocks.place_of(2), 1);
  EXPECT_TRUE(blocks.trees().empty());
  const ConeState state = state_at_start(cone);
  EXPECT_EQ(blocks.velocity(0, state), Vector6::Unit(0));
  EXPECT_EQ(blocks.velocity(1, state), 3.0 * Vector6::Unit(1));
  EXPECT_EQ(blocks.velocity(-1, state), Vector6::Zero());
}

TEST(MemberBlocks, LinksHaveTheVelocitiesOfTheirTree) {
  const SmallScene scene(double_pendulum_scene(1.0));
  const auto run = scene.start();
  const int lead = static_cast<int>(run->bodies.trees[0].links.front());
  const int tip = static_cast<int>(run->bodies.trees[0].links.back());
  run->bodies.trees[0].v = Eigen::Vector2d(0.7, -0.4);
  ConeProblem cone;
  MemberBlocks blocks(run->bodies, {lead}, cone);
  ASSERT_EQ(cone.trees.size(), 1U);
  EXPECT_EQ(blocks.place_of(tip), 0);
  ConeContact contact;
  ConeContact::Rows rows = ConeContact::Rows::Zero();
  rows(0, 4) = 1.0;  // the tip turns about y at the sum of both rates
  blocks.add_side(tip, rows, 1, contact);
  ASSERT_EQ(contact.parts.size(), 1U);
  EXPECT_LE((contact.parts[0].rows.row(0) - Eigen::RowVector2d(1, 1)).norm(), 1e-12);
  EXPECT_NEAR(blocks.velocity(tip, state_at_start(cone))[4], 0.3, 1e-12);
}

}  // namespace
}  // namespace rigor::first_order
