// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/converge/event_matching.hpp>

namespace rigor {
namespace {

using trace::EventKind;

constexpr trace::PieceId kGround{trace::kWorld, 0};

trace::Trace bodies(int count) {
  trace::Trace trace;
  trace.bodies.resize(static_cast<std::size_t>(count));
  return trace;
}

void add(trace::Trace& trace, EventKind kind, double time, trace::PieceId a, trace::PieceId b,
         double limit = 0.0) {
  trace::Event event;
  event.kind = kind;
  event.lo = event.hi = event.at = trace::time_from(time);
  event.a = a;
  event.b = b;
  event.limit_time = limit;
  trace.events.push_back(event);
}

TEST(EventMatching, IsByPairsNotByTheWholeList) {
  trace::Trace x = bodies(2);
  trace::Trace y = bodies(2);
  add(x, EventKind::Impact, 1.0, kGround, {0, 0});
  add(x, EventKind::Impact, 1.1, kGround, {1, 0});
  add(y, EventKind::Impact, 1.2, kGround, {1, 0});  // in the other order
  add(y, EventKind::Touch, 1.3, kGround, {0, 0});   // and one of another kind of the family
  const MatchedEvents matched = match_events({&x, &y});
  ASSERT_EQ(matched.events.size(), 2U);
  EXPECT_EQ(matched.events[0].times, (std::vector<double>{1.0, 1.3}));
  EXPECT_EQ(matched.events[1].times, (std::vector<double>{1.1, 1.2}));
  EXPECT_TRUE(std::isinf(matched.agrees_until[0]) && std::isinf(matched.agrees_until[1]));
}

TEST(EventMatching, BouncesUpToALimitNeedNotBeEquallyMany) {
  trace::Trace x = bodies(1);
  trace::Trace y = bodies(1);
  for (const double t : {1.0, 1.5, 1.75}) add(x, EventKind::Impact, t, kGround, {0, 0});
  add(x, EventKind::Accumulation, 1.875, kGround, {0, 0}, 2.0);
  for (const double t : {1.0, 1.5}) add(y, EventKind::Impact, t, kGround, {0, 0});
  add(y, EventKind::Accumulation, 1.75, kGround, {0, 0}, 2.01);
  add(x, EventKind::Slip, 3.0, kGround, {0, 0});
  add(y, EventKind::Slip, 3.1, kGround, {0, 0});
  const MatchedEvents matched = match_events({&x, &y});
  ASSERT_EQ(matched.events.size(), 4U);
  EXPECT_EQ(matched.events[2].times, (std::vector<double>{2.0, 2.01}));
  EXPECT_EQ(matched.events[3].family, EventFamily::Friction);
  EXPECT_TRUE(std::isinf(matched.agrees_until[0]));
}

TEST(EventMatching, AnotherOrderOfOneBodysEventsEndsItsAnswer) {
  constexpr trace::PieceId kWall{trace::kWorld, 1};
  trace::Trace x = bodies(2);
  trace::Trace y = bodies(2);
  for (trace::Trace* run : {&x, &y}) add(*run, EventKind::Impact, 1.0, kGround, {0, 0});
  add(x, EventKind::Impact, 2.0, kGround, {0, 0});
  add(x, EventKind::Impact, 2.5, kWall, {0, 0});
  add(y, EventKind::Impact, 2.1, kWall, {0, 0});  // the wall first
  add(y, EventKind::Impact, 2.6, kGround, {0, 0});
  // Of another body, in the other order by less than matters.
  add(x, EventKind::Impact, 3.0, kGround, {1, 0});
  add(x, EventKind::Impact, 3.0 + 1e-8, kWall, {1, 0});
  add(y, EventKind::Impact, 3.0 + 1e-8, kGround, {1, 0});
  add(y, EventKind::Impact, 3.0, kWall, {1, 0});
  const MatchedEvents matched = match_events({&x, &y});
  EXPECT_EQ(matched.events.size(), 5U);
  EXPECT_EQ(matched.agrees_until[0], 2.5);
  EXPECT_TRUE(std::isinf(matched.agrees_until[1]));
}

TEST(EventMatching, WhatOneRunLacksEndsTheAnswerOfItsBodiesAndOfThoseTheyMeet) {
  trace::Trace x = bodies(4);
  trace::Trace y = bodies(4);
  for (trace::Trace* run : {&x, &y}) add(*run, EventKind::Impact, 1.0, kGround, {0, 0});
  add(x, EventKind::Impact, 2.0, kGround, {0, 0});  // y lacks it
  for (trace::Trace* run : {&x, &y}) {
    add(*run, EventKind::Impact, 1.5, {0, 0}, {2, 0});  // before: body 2 stays clean
    add(*run, EventKind::Impact, 3.0, {0, 0}, {1, 0});  // after: body 1 does not
    add(*run, EventKind::Impact, 4.0, {1, 0}, {3, 0});  // nor body 3
  }
  const MatchedEvents matched = match_events({&x, &y});
  EXPECT_EQ(matched.agrees_until[0], 2.0);
  EXPECT_EQ(matched.agrees_until[1], 3.0);
  EXPECT_TRUE(std::isinf(matched.agrees_until[2]));
  EXPECT_EQ(matched.agrees_until[3], 4.0);
}

TEST(EventMatching, LinksOfOneMechanismDifferTogether) {
  trace::Trace x = bodies(4);
  x.joints.resize(2);
  x.joints[0].parent = 0;
  x.joints[0].child = 1;
  x.joints[1].parent = 1;
  x.joints[1].child = 2;
  trace::Trace y = x;
  add(x, EventKind::Impact, 2.0, kGround, {2, 0});  // y lacks it
  for (trace::Trace* run : {&x, &y})
    add(*run, EventKind::Impact, 3.0, {0, 0}, {3, 0});  // the other end of the chain hits body 3
  const MatchedEvents matched = match_events({&x, &y});
  for (const int link : {0, 1, 2}) EXPECT_EQ(matched.agrees_until[link], 2.0) << link;
  EXPECT_EQ(matched.agrees_until[3], 3.0);
}

TEST(EventMatching, FeaturesAndRepetitionsOfOneInstantAreNoEvents) {
  trace::Trace x = bodies(1);
  trace::Trace y = bodies(1);
  add(x, EventKind::Impact, 1.0, kGround, {0, 0});
  add(x, EventKind::MultiImpact, 1.0, kGround, {0, 0});
  add(x, EventKind::Feature, 1.2, kGround, {0, 0});
  add(y, EventKind::Impact, 1.0, kGround, {0, 0});
  const MatchedEvents matched = match_events({&x, &y});
  EXPECT_EQ(matched.events.size(), 1U);
  EXPECT_TRUE(std::isinf(matched.agrees_until[0]));
}

/// Rounding makes bodies that go on together after an impact come and go at that instant.
TEST(EventMatching, AllThatAPairDoesAtAnImpactIsOneEvent) {
  trace::Trace x = bodies(2);
  trace::Trace y = bodies(2);
  add(x, EventKind::Impact, 1.0, {0, 0}, {1, 0});
  add(x, EventKind::Slip, 1.0, {0, 0}, {1, 0});
  for (const EventKind kind : {EventKind::Lift, EventKind::Touch, EventKind::Lift})
    add(x, kind, 1.0, {0, 0}, {1, 0});
  add(y, EventKind::Impact, 1.0, {0, 0}, {1, 0});
  add(y, EventKind::Slip, 1.0, {0, 0}, {1, 0});
  // Without an impact the last counts; a lift later on is one of its own.
  add(x, EventKind::Touch, 2.0, {0, 0}, {1, 0});
  add(x, EventKind::Lift, 2.0, {0, 0}, {1, 0});
  add(y, EventKind::Lift, 2.0, {0, 0}, {1, 0});
  for (trace::Trace* run : {&x, &y}) {
    add(*run, EventKind::Impact, 3.0, {0, 0}, {1, 0});
    add(*run, EventKind::Lift, 3.1, {0, 0}, {1, 0});
  }
  const MatchedEvents matched = match_events({&x, &y});
  ASSERT_EQ(matched.events.size(), 5U);
  EXPECT_EQ(matched.events[2].family, EventFamily::Lift);
  EXPECT_EQ(matched.events[3].family, EventFamily::Meeting);
  EXPECT_EQ(matched.events[4].family, EventFamily::Lift);
  EXPECT_TRUE(std::isinf(matched.agrees_until[0]));
}

}  // namespace
}  // namespace rigor
