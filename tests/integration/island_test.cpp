// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/island.hpp>

#include "small_world.hpp"

namespace rigor {
namespace {

/// Four boxes in a row after some event, with the contacts given as pairs of bodies.
struct AfterEvent {
  BoxWorld boxes =
      box_world(std::vector<Vector3>(5, Vector3::Constant(0.5)), {.ground = true, .fixed = 1});
  ResolvedEvent result;
  Island before;

  explicit AfterEvent(const std::vector<PairId>& contacts) {
    for (std::uint32_t i = 1; i < 5; ++i) {
      result.cluster.bodies.push_back(i);
      result.cluster.states.push_back(resting_at(Vector3(2.0 * i, 0, 0.5)));
      before.departure.segments.push_back(10 * i);
    }
    result.at_rest = {1, 0, 1, 1};
    for (const PairId& pair : contacts)
      result.mode.contacts.push_back({{pair, {}, 0}, ContactState::Frictionless, 0.0});
    before.departure.cluster = result.cluster;
    before.departure.time = trace::time_from(1.5);
    before.events_without_progress = 7;
  }

  std::vector<std::vector<std::uint32_t>> groups() const {
    std::vector<std::vector<std::uint32_t>> out;
    for (const Island& island : islands_after(result, before, boxes.world))
      out.push_back(island.departure.cluster.bodies);
    return out;
  }
};

using Groups = std::vector<std::vector<std::uint32_t>>;

TEST(Islands, PartWhereNoContactIs) {
  EXPECT_EQ(AfterEvent({}).groups(), (Groups{{1}, {2}, {3}, {4}}));
}

TEST(Islands, JoinByContactsWhateverTheirOrder) {
  EXPECT_EQ(AfterEvent({pair_of(3, 4), pair_of(1, 3)}).groups(), (Groups{{1, 3, 4}, {2}}));
  EXPECT_EQ(AfterEvent({pair_of(1, 2), pair_of(3, 4), pair_of(2, 3)}).groups(),
            (Groups{{1, 2, 3, 4}}));
}

TEST(Islands, AreNotJoinedByTheGroundOrAFixedBody) {
  const PairId ground_1{{trace::kWorld, 0}, {1, 0}};
  const PairId ground_2{{trace::kWorld, 0}, {2, 0}};
  EXPECT_EQ(AfterEvent({ground_1, ground_2, pair_of(0, 3), pair_of(0, 4)}).groups(),
            (Groups{{1}, {2}, {3}, {4}}));
}

TEST(Islands, TakeTheirContactsSegmentsRestAndCountersAlong) {
  const PairId ground_1{{trace::kWorld, 0}, {1, 0}};
  AfterEvent at({ground_1, pair_of(0, 3), pair_of(2, 4)});
  at.result.mode.broken = {{ground_1, 3}};
  const auto islands = islands_after(at.result, at.before, at.boxes.world);
  ASSERT_EQ(islands.size(), 3U);  // {1}, {2, 4}, {3}
  EXPECT_EQ(islands[0].departure.mode.contacts.size(), 1U);
  EXPECT_EQ(islands[0].departure.mode.broken.size(), 1U);
  EXPECT_TRUE(islands[0].at_rest);
  EXPECT_EQ(islands[1].departure.segments, (std::vector<std::uint32_t>{20, 40}));
  EXPECT_EQ(islands[1].departure.mode.contacts.size(), 1U);
  EXPECT_TRUE(islands[1].departure.mode.broken.empty());
  EXPECT_FALSE(islands[1].at_rest);  // body 2 is not
  EXPECT_EQ(islands[2].departure.mode.contacts[0].id.pair, pair_of(0, 3));
  for (const Island& island : islands) {
    EXPECT_EQ(island.departure.time, trace::time_from(1.5));
    EXPECT_EQ(island.events_without_progress, 7);
    EXPECT_NEAR(island.energy, energy(at.boxes.world, island.departure.cluster), 1e-12);
  }
}

TEST(Islands, StallAfterAThousandEventsAtOneInstantOnly) {
  Island island;
  island.departure.time = trace::time_from(2.0);
  int count = 0;
  while (!stalls(island) && count < 5000) ++count;
  EXPECT_EQ(count, 1000);
  island.departure.time = trace::advanced(island.departure.time, 1e-11);
  EXPECT_FALSE(stalls(island));
}

TEST(Islands, AtRestHaveTheirEventNow) {
  Island island;
  island.departure.time = trace::time_from(3.0);
  island.due_now = trace::EndReason::Touch;
  const Moment moment = moment_of(island);
  EXPECT_EQ(moment.lo, island.departure.time);
  EXPECT_EQ(moment.hi, island.departure.time);
  EXPECT_TRUE(moment.proved);
  EXPECT_TRUE(ends_quietly(trace::EndReason::Accuracy));
  EXPECT_FALSE(ends_quietly(trace::EndReason::Touch));
}

}  // namespace
}  // namespace rigor
