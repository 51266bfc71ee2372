// SPDX-License-Identifier: Apache-2.0
// Where the split of the normal forces decides: what it leaves open, and what lets go.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/decision/yielding.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(OpenSplit, SlideAndSpinTogetherAreNotDetermined) {
  const Vector3 half(0.3, 0.2, 0.1);
  const BoxOnGround both(half, 0.3, moving(1, 0, 5));
  const auto open = open_split(both.boxes.world, both.cluster, both.mode);
  ASSERT_TRUE(open.has_value());
  const double known[3][3] = {
      {0, -1.206148, -1.136574}, {1, -0.677108, 0.482459}, {5, -21.766324, -21.686046}};
  for (const auto& [k, low, high] : known) {
    EXPECT_NEAR(open->lowest[static_cast<int>(k)], low, 2e-6) << k;
    EXPECT_NEAR(open->highest[static_cast<int>(k)], high, 2e-6) << k;
  }
  for (const Vector6& v : {moving(1, 0, 0), moving(0.3, -0.8, 0), moving(0, 0, 5)}) {
    const BoxOnGround at(half, 0.3, v);
    EXPECT_FALSE(open_split(at.boxes.world, at.cluster, at.mode).has_value()) << v.transpose();
  }
  const BoxOnGround stuck(half, 0.3, moving(0, 0, 0), ContactState::Stick);
  EXPECT_FALSE(open_split(stuck.boxes.world, stuck.cluster, stuck.mode).has_value());
}

/// The same box with some corners sliding along x and the others stuck.
BoxOnGround half_sliding(double mu) {
  BoxOnGround at({0.2, 0.3, 0.1}, mu, moving(0, 0, 0), ContactState::Stick);
  for (ActiveContact& contact : at.mode.contacts)
    if (at.boxes.world.bodies[0].pieces[0].polytope.vertices()[contact.id.vertex].y() > 0.0)
      contact.state = ContactState::Slip;
  return at;
}

TEST(YieldedMode, LetsGoAgainstTheFrictionThatCanNotHold) {
  // Two corners push along x as if they slid, the other two must hold against that and the slope.
  BoxOnGround at = half_sliding(0.2);
  at.boxes.model->gravity = kTestGravity * Vector3(std::sin(0.4), 0.0, -std::cos(0.4));
  for (const ActiveContact& contact : at.mode.contacts)
    if (contact.state == ContactState::Slip)
      at.mode.onsets.push_back({contact.id, Vector3::UnitX()});
  const auto mode = yielded_mode(at.boxes.world, at.cluster, at.mode);
  ASSERT_TRUE(mode.has_value());
  ASSERT_EQ(mode->onsets.size(), 4U);
  for (const ActiveContact& contact : mode->contacts)
    EXPECT_EQ(contact.state, ContactState::Slip) << contact.id.vertex;
  for (const SlipOnset& onset : mode->onsets)  // downhill
    EXPECT_GT(onset.slip_W.x(), 0.5) << onset.id.vertex;
}

TEST(YieldedMode, IsNothingWhereNothingSlides) {
  const BoxOnGround stuck({0.2, 0.3, 0.1}, 0.3, moving(0, 0, 0), ContactState::Stick);
  EXPECT_FALSE(yielded_mode(stuck.boxes.world, stuck.cluster, stuck.mode).has_value());
}

TEST(YieldedMode, OfABoxThatSlidesEverywhereIsNothing) {
  const BoxOnGround sliding({0.2, 0.3, 0.1}, 0.3, moving(1, 0, 0));
  EXPECT_FALSE(yielded_mode(sliding.boxes.world, sliding.cluster, sliding.mode).has_value());
}

}  // namespace
}  // namespace rigor
