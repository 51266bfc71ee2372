// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/motion/scales.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(LoadOf, IsWeightAndWhatSpinningAdds) {
  // The load that judgements are relative to: m (g + r ω²).
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(0, 0, 0));
  BodyState state = at.cluster.states[0];
  const Body& body = at.boxes.world.bodies[at.cluster.bodies[0]];
  const Vector3 gravity = at.boxes.world.gravity();
  EXPECT_NEAR(load_of(body, state, gravity), body.mass * gravity.norm(), 1e-12);
  state.v.tail<3>() = Vector3(0, 0, 3);
  EXPECT_NEAR(load_of(body, state, gravity), body.mass * (gravity.norm() + body.radius * 9.0),
              1e-12);
}

TEST(StopSpeed, IsFarBelowTheCaptureSpeed) {
  const BoxOnGround at({0.2, 0.2, 0.1}, 0.4, moving(0, 0, 0));
  EXPECT_NEAR(stop_speed(at.boxes.world), 2e-5 * std::sqrt(2.0 * kTestGravity * 0.01 * 1e-8),
              1e-15);
}

}  // namespace
}  // namespace rigor
