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

/// Fingers that close on a cube of 0.1 m to `gap` on either side, then lift by 0.2 m.
std::string fingers(const std::string& gap) {
  std::string text;
  for (const std::string sign : {"-", ""}) {
    const std::string open = sign + "0.15", closed = sign + "0.075" + gap;
    const auto knot = [](const std::string& t, const std::string& x, const std::string& z) {
      return "{time: " + t + ", position: [" + x + ", 0, " + z + "]}";
    };
    text += "  - {name: finger" + std::string(sign.empty() ? "R" : "L") +
            ", shape: {box: [0.05, 0.05, 0.05]}, driven: {knots: [" + knot("0", open, "0.06") +
            ", " + knot("0.3", closed, "0.06") + ", " + knot("0.5", closed, "0.06") + ", " +
            knot("0.9", closed, "0.26") + "]}}\n";
  }
  return text;
}

TEST(Restart, FingersThatLeaveLessRoomThanGapsNeedCarryABlockUnderNoSlip) {
  // 1e-8 m on either side, a ten thousandth of what contacts keep elsewhere.
  SmallScene scene(head(1.2) + "law: no_slip\nbodies:\n" + cube("cube", 0, 0, 0.0502) +
                   fingers("00001") + kGround);
  const Recorded run = proved(scene);
  EXPECT_NEAR(position_of(run, 0).z(), 0.25, 1e-3);
  EXPECT_NEAR(position_of(run, 0).x(), 0.0, 1e-8);
  EXPECT_EQ(run.outcome.stepping->restarts, 0U);
}

TEST(Restart, FingersThatOverlapTheBlockAreRefused) {
  SmallScene scene(head(1.2) + "law: no_slip\nbodies:\n" + cube("cube", 0, 0, 0.0502) +
                   fingers("") + kGround);
  const Recorded run = scene.record();
  EXPECT_EQ(run.outcome.stop, StopKind::Inconsistent);
  EXPECT_NEAR(trace::seconds(run.outcome.footer.end), 0.3, 1e-3);
}

TEST(Restart, AFloorThatSetsOutSidewaysCarriesWhatSleepsOnIt) {
  SmallScene scene(head(2.0, 0.5) + "bodies:\n" + cube("cube", 0, 0, 0.1602) +
                   "  - {name: floor, shape: {box: [2, 1, 0.1]}, driven: {knots: [{time: 1, "
                   "position: [0, 0, 0.06]}, {time: 2, position: [0.5, 0, 0.06]}]}}\n" +
                   kGround);
  scene.options.stop.at_rest = false;
  const Recorded run = proved(scene);
  // It needs at most 3 m/s² of the 5 that friction gives.
  EXPECT_NEAR(position_of(run, 0).x(), 0.5, 2e-3);
}

}  // namespace
}  // namespace rigor::first_order
