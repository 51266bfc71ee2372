// SPDX-License-Identifier: Apache-2.0
// Modes hold by the forces that they move by.
#include <gtest/gtest.h>

#include <rigor/decision/own_split.hpp>
#include <rigor/decision/slip_onset.hpp>

#include "event_box.hpp"

namespace rigor {
namespace {

/// The mode of a box on a slope that turns about a corner, slowly or fast. It must move as decided;
/// returns whether it does so by the loads that the law decided with.
bool moves_by_the_laws_loads(std::uint64_t seed) {
  Random random(seed);
  const BoxOnGround at = turning_box(random, -6.0, 1.0);
  EventProblem event =
      make_event(at.boxes.world, at.cluster,
                 touching_pairs(at.boxes.world, at.cluster, {}, at.mode.contacts), {});
  Selection selection;
  Mode mode;
  EXPECT_FALSE(decide_mode(event, selection, mode)) << "Random random(" << seed << ")";
  EXPECT_TRUE(moves_as_decided(at.boxes.world, event.cluster, mode))
      << "Random random(" << seed << ")";
  return !mode.loads.empty();
}

TEST(OwnSplit, OfTurningBoxesMovesAsDecided) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) moves_by_the_laws_loads(seed);
}

// The two of the first 16,000 whose springs drive a slip elsewhere than the law lets it set out to.
TEST(OwnSplit, IsThatOfTheLawWhereSpringsMoveOtherwise) {
  EXPECT_TRUE(moves_by_the_laws_loads(1916));
  EXPECT_TRUE(moves_by_the_laws_loads(14765));
}

// A mode may go on by other forces than it moved by, but not by the same once more: that changes
// nothing, and its end would come again at once.
TEST(OwnSplit, IsNoOtherOneTwice) {
  int others = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const BoxOnGround at = turning_box(random, -6.0, 1.0);
    EventProblem event =
        make_event(at.boxes.world, at.cluster,
                   touching_pairs(at.boxes.world, at.cluster, {}, at.mode.contacts), {});
    EventProblem decided = event;
    Selection selection;
    Mode mode;
    ASSERT_FALSE(decide_mode(decided, selection, mode)) << "Random random(" << seed << ")";
    mode.loads.clear();
    const std::optional<Mode> other = other_split(event, mode);
    if (!other) continue;
    ++others;
    EXPECT_FALSE(other->loads.empty()) << "Random random(" << seed << ")";
    EXPECT_FALSE(other_split(event, *other)) << "Random random(" << seed << ")";
  }
  EXPECT_GT(others, 10);
}

}  // namespace
}  // namespace rigor
