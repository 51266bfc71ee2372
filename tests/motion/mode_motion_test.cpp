// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/mode_motion.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(ModeMotion, ABoxOnItsFaceHasThreeRowsOrSixIfItSticks) {
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(0, 0, 0));
  for (const bool sticks : {false, true}) {
    std::vector<ActiveContact> contacts = at.mode.contacts;
    for (ActiveContact& contact : contacts)
      contact.state = sticks ? ContactState::Stick : ContactState::Frictionless;
    const ModeMotion motion = mode_motion(at.boxes.world, at.cluster, contacts);
    EXPECT_EQ(motion.rows.size(), sticks ? 6U : 3U);
    EXPECT_EQ(motion.contacts.size(), 4U);
    EXPECT_FALSE(motion.slides());
    for (std::size_t k = 1; k < motion.rows.size(); ++k)
      EXPECT_LE(motion.rows[k - 1].contact, motion.rows[k].contact);
  }
}

TEST(ModeMotion, SlidingPointsAreForcesAndThoseThatStickRowsToo) {
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(1, 0, 0));
  std::vector<FrictionPoint> points;
  for (const ActiveContact& contact : at.mode.contacts) {
    FrictionPoint point;
    point.id = contact.id;
    point.friction = 0.4;
    points.push_back(point);
  }
  const ModeMotion all = mode_motion(at.boxes.world, at.cluster, at.mode.contacts, points);
  ASSERT_EQ(all.forces.size(), 4U);
  EXPECT_EQ(all.rows.size(), 3U);
  for (const ModeMotion::Force& force : all.forces) {
    EXPECT_TRUE(force.slips);
    EXPECT_EQ(force.pair, 0);
    EXPECT_EQ(force.friction, 0.4);
  }
  points.front().sticks = true;  // the box turns about that corner
  const ModeMotion pivot = mode_motion(at.boxes.world, at.cluster, at.mode.contacts, points);
  EXPECT_TRUE(pivot.forces.front().sticks);
  EXPECT_EQ(pivot.rows.size(), 5U);
}

}  // namespace
}  // namespace rigor
