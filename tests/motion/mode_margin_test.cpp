// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

/// Two boxes side by side slide over the ground together, and along each other: lower corners of
/// the one touch the ground and the other box at one place, and slip there in two directions.
TEST(ModeMargin, CornersOfSeveralPairsAtOnePlaceKeepTheirOwnSlips) {
  const Vector3 half(0.1, 0.1, 0.05);
  BoxWorldSetup setup;
  setup.ground = true;
  setup.law = Law::Coulomb;
  setup.friction = 0.4;
  const BoxWorld boxes = box_world({half, half}, setup);
  const double skin = boxes.world.tolerances.skin;
  Cluster cluster{{0, 1},
                  {resting_at(Vector3(0, 0, half.z() + skin)),
                   resting_at(Vector3(2.0 * half.x() + skin, 0.03, half.z() + skin))}};
  cluster.states[0].v = moving(1.0, 0.0, 0.0);
  cluster.states[1].v = moving(1.0, 0.1, 0.0);
  Mode mode;
  mode.contacts = full_mode(boxes.world, cluster, {pair_of(0, 1)});
  for (ActiveContact& contact : mode.contacts) contact.state = ContactState::Slip;
  std::sort(mode.contacts.begin(), mode.contacts.end(),
            [](const ActiveContact& x, const ActiveContact& y) { return x.id < y.id; });
  const ModeMotion motion = coulomb_motion(boxes.world, cluster, mode);
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  ASSERT_EQ(solution.solve(cluster.states, slips), RankCheck::Kept);
  const CarryingCorners corners = carrying_corners(boxes.world, cluster, mode);
  const Eigen::VectorXd v = velocity_of(cluster);
  const auto pushing =
      pushing_contacts({boxes.world, cluster, mode, motion, solution}, corners, slips);
  int shared = 0;  // places
  for (int i = 0; i < std::ssize(corners.ids); ++i) {
    const auto& tangents = corners.rows[i].tangents_W;
    const Vector2& slip = pushing[static_cast<std::size_t>(i)].slip;
    const Vector3 along = slip[0] * tangents[0] + slip[1] * tangents[1];
    EXPECT_LE((along - slip_of(corners, i, v).normalized()).norm(), 1e-9) << "corner " << i;
    for (int k = 0; k < i; ++k)
      shared += corners.ids[k].pair != corners.ids[i].pair &&
                (corners.rows[k].point_W - corners.rows[i].point_W).norm() < 10.0 * skin;
  }
  EXPECT_GE(shared, 2);
}

}  // namespace
}  // namespace rigor
