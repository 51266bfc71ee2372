// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/coulomb_motion.hpp>
#include <rigor/motion/mode_margin.hpp>
#include <rigor/motion/scales.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(ModeMargin, ABoxThatSticksIsInsideItsConesUpToMu) {
  // Pushed sideways by tilting gravity: it holds while tan(tilt) < μ.
  const double mu = 0.4;
  for (const double pull : {0.0, 0.2, 0.39, 0.41, 0.6}) {
    BoxOnGround at({0.3, 0.3, 0.05}, mu, moving(0, 0, 0), ContactState::Stick);
    at.boxes.model->gravity = kTestGravity * Vector3(pull, 0, -1);
    const ModeMotion motion = at.motion();
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
    const CarryingCorners corners = carrying_corners(at.boxes.world, at.cluster, at.mode);
    const Instant instant{at.boxes.world, at.cluster, at.mode, motion, solution};
    const double load = load_scale(at.boxes.world, at.cluster);
    const ConeMargin margin = cone_margin(instant, corners, slips, {load, load, -load});
    EXPECT_EQ(margin.margin > 0.0, pull < mu) << pull;
    // What contacts do together: they hold the box against gravity.
    EXPECT_LE((contact_effect(instant, corners).head<3>() + at.boxes.model->gravity).norm(), 1e-10);
    EXPECT_LE((held_effect(instant, corners) - contact_effect(instant, corners)).norm(), 1e-12);
  }
}

TEST(ModeMargin, SlidingCornersPushAlongTheirSlip) {
  const BoxOnGround at({0.3, 0.3, 0.05}, 0.4, moving(2, 0, 0));
  const ModeMotion motion = at.motion();
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(at.cluster.states, slips), RankCheck::Kept);
  const CarryingCorners corners = carrying_corners(at.boxes.world, at.cluster, at.mode);
  const Instant instant{at.boxes.world, at.cluster, at.mode, motion, solution};
  for (const PushingContact& contact : pushing_contacts(instant, corners, slips)) {
    EXPECT_EQ(contact.state, ContactState::Slip);
    EXPECT_NEAR(contact.slip.norm(), 1.0, 1e-12);
    EXPECT_EQ(contact.slack, 0.0);
  }
  for (const PushingContact& contact : held_contacts(instant, corners))
    EXPECT_EQ(contact.state, ContactState::Released);
  EXPECT_LE(held_effect(instant, corners).norm(), 1e-10);  // nothing is left to those that hold
}

}  // namespace
}  // namespace rigor
