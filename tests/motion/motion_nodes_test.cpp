// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/first_guess.hpp>
#include <rigor/motion/motion_nodes.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

TEST(MotionNodes, AConstantPushGivesAParabola) {
  SmallWorld small;
  small.add_box(Vector3(0.5, 0.35, 0.2), 2.0);
  const LobattoNodes& nodes = lobatto_nodes(8);
  const double length = 0.3;
  BodyState start = resting_at(Vector3(1, 2, 3));
  start.v << 0.4, -0.2, 0.1, 0, 0, 0;
  MotionNodes all;
  all.bodies.push_back({NodeBlock<kTrajectoryRows>::Zero(kTrajectoryRows, 9), {}, {}});
  const Vector3 push(1.0, -2.0, 0.5);
  all.bodies[0].a = NodeBlock<6>::Zero(6, 9);
  all.bodies[0].a.topRows<3>().colwise() = push;
  EXPECT_GT(integrate(all, nodes, std::vector{start}, length), 0.1);
  EXPECT_EQ(integrate(all, nodes, std::vector{start}, length), 0.0);  // nothing changes any more
  std::vector<BodyState> states{start};
  for (int j = 0; j < 9; ++j) {
    const double t = length * nodes.s[j];
    set_states(all, j, states);
    EXPECT_LE((states[0].v.head<3>() - start.v.head<3>() - t * push).norm(), 1e-15);
    EXPECT_LE((states[0].x - start.x - t * start.v.head<3>() - 0.5 * t * t * push).norm(), 1e-15);
    EXPECT_LE((rotation_at(all.bodies[0], j).coeffs() - start.q.coeffs()).norm(), 1e-15);
  }
}

TEST(MotionNodes, OrientationFollowsAConstantSpin) {
  // Three sweeps of q' = ½ ω q from a guess that is exact change nothing.
  SmallWorld small(0.0);
  small.add_box(Vector3(0.5, 0.5, 0.5), 2.0);
  BodyState start;
  start.v << 0, 0, 0, 0.5, -1.0, 2.0;
  const ModeMotion motion = mode_motion(small.world, Cluster{{0}, {start}}, {});
  ModeSolution mode(motion);
  ASSERT_EQ(mode.solve(std::vector{start}), RankCheck::Kept);
  const LobattoNodes& nodes = lobatto_nodes(16);
  MotionNodes all = first_guess(mode, std::vector{start}, 0.2, nodes);
  all.bodies[0].a.setZero();
  EXPECT_LE(integrate(all, nodes, std::vector{start}, 0.2), 1e-14);
}

}  // namespace
}  // namespace rigor
