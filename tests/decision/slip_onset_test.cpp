// SPDX-License-Identifier: Apache-2.0
// Slips that set out by the forces of the mode, from directions that are wrong.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/decision/slip_onset.hpp>
#include <rigor/random.hpp>

#include "box_on_ground.hpp"

namespace rigor {
namespace {

/// A box at rest on a slope, of which every corner was decided to set out somewhere.
BoxOnGround on_slope(double slope, double heading, double mu, Random& random) {
  BoxOnGround at({0.2, 0.3, 0.1}, mu, moving(0, 0, 0));
  at.boxes.model->gravity =
      kTestGravity * Vector3(std::sin(slope) * std::cos(heading),
                             std::sin(slope) * std::sin(heading), -std::cos(slope));
  for (const ActiveContact& contact : at.mode.contacts) {
    const double wrong = heading + random.uniform(-1.7, 1.7);
    at.mode.onsets.push_back({contact.id, Vector3(std::cos(wrong), std::sin(wrong), 0.0)});
  }
  return at;
}

TEST(SlipOnset, OnASteepSlopeIsDownhillAtEveryCorner) {
  Random random(11);
  for (int trial = 0; trial < 20; ++trial) {
    const double heading = random.uniform(-3.0, 3.0);
    const double mu = random.uniform(0.1, 0.5);
    BoxOnGround at = on_slope(std::atan(mu) + 0.05, heading, mu, random);
    settle_onsets(at.boxes.world, at.cluster, at.mode);
    ASSERT_EQ(at.mode.onsets.size(), 4U) << "Random(11), trial " << trial;
    for (const SlipOnset& onset : at.mode.onsets)
      EXPECT_LE((onset.slip_W - Vector3(std::cos(heading), std::sin(heading), 0.0)).norm(), 1e-7)
          << "Random(11), trial " << trial;
  }
}

// Four corners share what two could hold: some may be left at the rim of their cones, about to set
// out, but the box does not move.
TEST(SlipOnset, OnAGentleSlopeLeavesTheBoxAtRest) {
  Random random(12);
  for (int trial = 0; trial < 20; ++trial) {
    const double mu = random.uniform(0.1, 0.5);
    BoxOnGround at = on_slope(std::atan(mu) - 0.02, random.uniform(-3.0, 3.0), mu, random);
    settle_onsets(at.boxes.world, at.cluster, at.mode);
    const ModeMotion motion = at.motion();
    ModeSolution solution(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    ASSERT_EQ(solution.solve(at.cluster.states, slips, ModeSolution::Directions::Kept),
              RankCheck::Kept);
    EXPECT_LE(solution.a().norm(), 1e-6) << "Random(12), trial " << trial;
  }
}

// Two corners that stick hold the box, and with it the other two; one alone lets it turn.
TEST(SlipOnset, OfACornerThatCannotGoAnywhereIsHeld) {
  for (const std::size_t stuck : {1U, 2U, 3U}) {
    Random random(16);
    BoxOnGround at = on_slope(0.1, 0.3, 0.5, random);
    for (std::size_t i = 0; i < stuck; ++i) at.mode.contacts[i].state = ContactState::Stick;
    at.mode.onsets.erase(at.mode.onsets.begin(),
                         at.mode.onsets.begin() + static_cast<std::ptrdiff_t>(stuck));
    hold_tied(at.boxes.world, at.cluster, at.mode);
    const bool turns = stuck == 1;
    EXPECT_EQ(at.mode.onsets.size(), turns ? 3U : 0U);
    EXPECT_EQ(slides(at.mode), turns);
  }
}

TEST(SlipOnset, ThatIsRightIsLeftAsItIs) {
  Random random(13);
  BoxOnGround at = on_slope(0.5, 0.3, 0.2, random);
  for (SlipOnset& onset : at.mode.onsets)
    onset.slip_W = Vector3(std::cos(0.301), std::sin(0.301), 0.0);  // to a thousandth
  const Mode before = at.mode;
  settle_onsets(at.boxes.world, at.cluster, at.mode);
  ASSERT_EQ(at.mode.onsets.size(), before.onsets.size());
  for (std::size_t k = 0; k < before.onsets.size(); ++k)
    EXPECT_EQ(at.mode.onsets[k].slip_W, before.onsets[k].slip_W);
}

}  // namespace
}  // namespace rigor
