// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/classic/link_chain.hpp>
#include <rigor/classic/pair_step.hpp>

#include "small_scene.hpp"

namespace rigor {
namespace {

using testing::small_scene;

const char* kArm =
    "mechanisms:\n  - name: arm\n    links:\n"
    "      - {name: upper, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, 0, 5]}, "
    "anchor: "
    "[0, 0, 0.5], coordinates: 0.4, velocities: 3}}, shape: {box: [0.1, 0.2, 1]}, density: 1000}\n"
    "      - {name: lower, parent: upper, joint: {revolute: {axis: [0, 1, 0], pose: {position: [0, "
    "0, -0.6]}, anchor: [0, 0, 0.5], velocities: -5}}, shape: {box: [0.1, 0.2, 1]}, density: "
    "1000}\n";

TEST(LinkChain, OfTwoHingesHasTheirRatesAndLengths) {
  const auto scene = small_scene(std::string(kArm) + testing::kGroundText);
  const LinkChain lower = link_chain(*scene->bodies, 1, Vector3::UnitZ());
  ASSERT_EQ(lower.chain.joints.size(), 2U);
  EXPECT_NEAR(lower.chain.joints[0].rate, 3.0, 1e-15);
  EXPECT_NEAR(lower.chain.joints[1].rate, 5.0, 1e-15);
  EXPECT_NEAR(lower.chain.joints[0].length, 1.1, 1e-15);  // 0.5 to the frame's origin and 0.6 on
  EXPECT_NEAR(lower.chain.reach, std::hypot(1.0, 0.05, 0.1), 1e-14);
  EXPECT_NEAR(lower.chain.radius, std::hypot(0.5, 0.05, 0.1), 1e-14);
  // Parallel hinges: the second link turns with 3 - 5.
  ASSERT_EQ(lower.spins.size(), 2U);
  EXPECT_NEAR(lower.spins[0], 3.0, 1e-14);
  EXPECT_NEAR(lower.spins[1], 2.0, 1e-14);
  EXPECT_EQ(lower.chain.base.spin, 0.0);
}

// The corrected step of a link never lets it below the level.
TEST(LinkChain, CorrectedStepsKeepLinksAboveTheGround) {
  for (const double spin : {1.0, 3.0, 8.0}) {
    const auto scene = small_scene(std::string(kArm) + testing::kGroundText);
    SteppedBodies& bodies = *scene->bodies;
    bodies.state.q << 1.5, 0.3;
    bodies.state.v << -spin, 0.7 * spin;
    bodies.model.half_spaces[0].shape.offset = 5.0 - 1.2;  // within reach of the lower link
    move_straight(bodies, 0.0);
    for (std::size_t pair = 0; pair < bodies.pairs.size(); ++pair) {
      SurveyMemory memory;
      const Nearness near = nearness(bodies, pair, memory);
      ASSERT_GT(near.distance, 0.1);
      const double longest = 0.5;
      const double h = std::min(corrected_step(bodies, pair, near, longest, 1e-3), longest);
      const State start = bodies.state;
      for (int k = 1; k <= 50; ++k) {
        bodies.state = start;
        move_straight(bodies, h * k / 50.0);
        EXPECT_GE(nearness(bodies, pair, memory).distance, 1e-3 - 1e-12);
      }
      bodies.state = start;
      move_straight(bodies, 0.0);
      EXPECT_GE(top_speed(bodies, 1, Bounds::Corrected, longest) * h,
                h < longest ? near.distance - 1e-3 - 0.2 : 0.0);
    }
  }
}

}  // namespace
}  // namespace rigor
