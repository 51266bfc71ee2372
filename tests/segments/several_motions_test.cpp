// SPDX-License-Identifier: Apache-2.0
// What the law leaves open between events; whole motions: integration/indeterminate_test.
#include <gtest/gtest.h>

#include <rigor/segments/several_motions.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

TEST(SeveralMotions, AreNoneOfBoxesThatSlideOrStick) {
  for (const ContactState state : {ContactState::Slip, ContactState::Stick}) {
    const double speed = state == ContactState::Slip ? 3.0 : 0.0;
    const BoxOnGround at({0.2, 0.2, 0.1}, 0.4, moving(speed, 0, 0), state);
    const ModeMotion motion = at.motion();
    const Collocation step = collocate(motion, at.cluster.states, 0.1, 12);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    EXPECT_FALSE(several_from({at.boxes.world, at.cluster, at.mode, motion, step, 0.1}, 1.0));
  }
}

}  // namespace
}  // namespace rigor
