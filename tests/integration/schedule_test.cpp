// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/schedule.hpp>

namespace rigor {
namespace {

Island island_of(std::vector<std::uint32_t> bodies, double time) {
  Island island;
  island.departure.time = trace::time_from(time);
  island.departure.cluster.bodies = std::move(bodies);
  return island;
}

DriveCourse course_of(std::uint32_t body, double until) {
  DriveCourse course;
  course.body = body;
  course.until = trace::time_from(until);
  return course;
}

TEST(Schedule, TakesWhatIsEarliestThenDrivenBodiesThenLowNumbers) {
  Schedule schedule(8);
  schedule.keep(schedule.new_number(), island_of({5}, 2.0));
  schedule.keep(schedule.new_number(), island_of({0, 1}, 1.0));
  schedule.keep(schedule.new_number(), island_of({2}, 1.0));
  schedule.keep(schedule.new_number(), course_of(7, 1.0), false);
  schedule.keep(schedule.new_number(), course_of(6, 0.5), true);  // never due
  const auto next = [&] { return std::pair(schedule.next()->kind, schedule.next()->number); };
  EXPECT_EQ(next(), std::pair(DueKind::Turn, std::uint64_t{7}));
  schedule.keep(schedule.new_number(), course_of(7, 3.0), false);  // its next piece
  EXPECT_EQ(next(), std::pair(DueKind::Island, std::uint64_t{1}));
  EXPECT_EQ(schedule.take(1).departure.cluster.bodies, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(next(), std::pair(DueKind::Island, std::uint64_t{2}));
  schedule.take(2);
  EXPECT_EQ(next(), std::pair(DueKind::Island, std::uint64_t{0}));
  schedule.take(0);
  EXPECT_EQ(next(), std::pair(DueKind::Turn, std::uint64_t{7}));
  EXPECT_EQ(schedule.next()->time, trace::time_from(3.0));
  schedule.keep(schedule.new_number(), course_of(7, 4.0), true);
  EXPECT_FALSE(schedule.next().has_value());
}

TEST(Schedule, MeetingsComeBetweenDrivenBodiesAndIslands) {
  const trace::Time now = trace::time_from(1.0);
  const Due turn{now, DueKind::Turn, 9};
  const Due meeting{now, DueKind::Meeting, 0};
  const Due island{now, DueKind::Island, 1};
  EXPECT_LT(turn, meeting);
  EXPECT_LT(meeting, island);
  EXPECT_LT(island, (Due{trace::time_from(1.5), DueKind::Turn, 0}));
}

TEST(Schedule, KnowsTheIslandOfEachBodyAndForgetsOnesThatRest) {
  Schedule schedule(3);
  Island resting = island_of({0, 2}, 1.0);
  resting.at_rest = true;
  schedule.keep(schedule.new_number(), std::move(resting));
  schedule.keep(schedule.new_number(), island_of({1}, 0.25));
  EXPECT_EQ(schedule.island_of(0), 0U);
  EXPECT_EQ(schedule.island_of(1), 1U);
  EXPECT_EQ(schedule.island_of(2), 0U);
  schedule.take(1);
  EXPECT_FALSE(schedule.next().has_value());  // what rests is never due
  EXPECT_EQ(schedule.islands().size(), 1U);
  schedule.keep(schedule.new_number(), island_of({0}, 2.0));
  EXPECT_EQ(schedule.island_of(0), 2U);  // numbers are not used again
}

}  // namespace
}  // namespace rigor
