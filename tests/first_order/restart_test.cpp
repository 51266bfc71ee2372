// SPDX-License-Identifier: Apache-2.0
// Driven bodies push what they meet and are never stopped by it.
#include "first_order/small_runs.hpp"

namespace rigor::first_order {
namespace {

std::string pusher(const std::string& speed) {
  return "  - {name: pusher, shape: {box: [0.05, 0.2, 0.08]}, driven: {linear: [" + speed +
         ", 0, 0]}, pose: {position: [-0.2, 0, 0.06]}}\n";
}

TEST(Restart, APusherCarriesACubeAlong) {
  const Recorded run = proved(SmallScene(head(0.6, 0.3) + "bodies:\n" + pusher("0.5") +
                                         cube("cube", 0, 0, 0.0502) + kGround));
  // The pusher's front is at -0.175 + 0.3 at the end, the cube half a width before it.
  EXPECT_NEAR(position_of(run, 0).x(), 0.125 + 0.05, 2e-3);
}

TEST(Restart, ACrushedCubeEndsTheRunWithBothNamed) {
  const SmallScene scene(head(1.0, 0.3) + "bodies:\n" + pusher("0.5") + cube("cube", 0, 0, 0.0502) +
                         "  - {name: wall, shape: {box: [0.1, 1, 1]}, fixed: true, pose: "
                         "{position: [0.2, 0, 0.6]}}\n" +
                         kGround);
  const Recorded run = scene.record();
  EXPECT_FALSE(is_done(run.outcome.stop));
  EXPECT_NE(run.outcome.reason.find("cube"), std::string::npos) << run.outcome.reason;
  // The cube meets the wall when the pusher's front is 0.1 m from it.
  EXPECT_NEAR(trace::seconds(run.outcome.footer.end), (0.15 - 0.1 + 0.175) / 0.5, 0.02);
  EXPECT_EQ(verification::verify(run.trace).status, verification::Status::Proved);
}

}  // namespace
}  // namespace rigor::first_order
