// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/first_guess.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(FirstGuess, IsTheMotionOfABodyThatFalls) {
  SmallWorld small;
  small.add_box(Vector3(0.5, 0.5, 0.5), 2.0);
  BodyState start = resting_at(Vector3(0, 0, 2));
  start.v << 1.0, 0.5, 3.0, 0.3, 4.0, -2.0;
  const ModeMotion motion = mode_motion(small.world, Cluster{{0}, {start}}, {});
  ModeSolution mode(motion);
  ASSERT_EQ(mode.solve(std::vector{start}), RankCheck::Kept);
  const LobattoNodes& nodes = lobatto_nodes(10);
  const double length = 0.4;
  const MotionNodes all = first_guess(mode, std::vector{start}, length, nodes);
  std::vector<BodyState> states{start};
  for (int j = 0; j <= 10; ++j) {
    const double t = length * nodes.s[j];
    set_states(all, j, states);
    const Vector3 x = start.x + t * start.v.head<3>() - Vector3(0, 0, 0.5 * kTestGravity * t * t);
    EXPECT_LE((states[0].x - x).norm(), 1e-14);
    EXPECT_NEAR(states[0].v[2], 3.0 - kTestGravity * t, 1e-14);
    // A cube keeps its spin.
    EXPECT_LE((states[0].q.coeffs() - exp_rotation(t * start.v.tail<3>()).coeffs()).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace rigor
