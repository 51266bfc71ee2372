// SPDX-License-Identifier: Apache-2.0
// What each body feels of the records.
#include <gtest/gtest.h>

#include <rigor/verification/body_records.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

TEST(BodyRecords, BothSidesFeelAForceAndAnImpulse) {
  Trace trace = blank_trace();
  trace.bodies = {cube_body("one", 0.5), cube_body("two", 0.5)};
  trace::ContactForce force;
  force.a = {0, 0};
  force.b = {1, 0};
  trace.forces = {force};
  force.a = {trace::kWorld, 0};
  trace.forces.push_back(force);
  trace::Event event;
  trace::EventContact contact;
  contact.a = {0, 0};
  contact.b = {1, 0};
  contact.impulse = {1, 2, 3};
  event.contacts = {contact};
  trace.events = {event};
  const auto records = records_of(trace);
  ASSERT_EQ(records[0].forces.size(), 1U);
  ASSERT_EQ(records[1].forces.size(), 2U);
  EXPECT_EQ(records[0].forces[0].sign, -1);
  EXPECT_EQ(records[1].forces[0].sign, 1);
  EXPECT_EQ(records[0].impulses[0].impulse, (Vec{-1, -2, -3}));
  EXPECT_EQ(records[1].impulses[0].impulse, (Vec{1, 2, 3}));
}

TEST(BodyRecords, VerticesOfBComeFirst) {
  trace::ContactForce force;
  force.a = {3, 1};
  force.b = {4, 2};
  trace::ForcePoint point;
  EXPECT_EQ(carrier_of(force, point).vertex, trace::kWorld);
  point.vertex_a = 7;
  EXPECT_EQ(carrier_of(force, point).vertex, 7U);
  EXPECT_EQ(carrier_of(force, point).piece, force.a);
  point.vertex_b = 5;
  EXPECT_EQ(carrier_of(force, point).vertex, 5U);
  EXPECT_TRUE(carrier_of(force, point).of_b);
}

TEST(BodyRecords, OneSegmentCoversATime) {
  const Trace trace = thrown_cube(3, 0.1, 6);
  Course course;
  for (const Segment& segment : trace.segments) course.push_back(&segment);
  const auto time = [](double t) { return trace::time_from(t); };
  EXPECT_EQ(segment_over(course, course[1]->start, course[1]->end), course[1]);
  EXPECT_EQ(segment_over(course, time(0.12), time(0.18)), course[1]);
  EXPECT_EQ(segment_over(course, time(0.05), time(0.15)), nullptr);
  EXPECT_EQ(segment_over(course, time(0.25), time(0.35)), nullptr);
  EXPECT_EQ(segment_over({}, time(0), time(1)), nullptr);
}

/// Linear between knots, a jump where two are equal, constant outside; body axes turn.
TEST(BodyRecords, LoadsAreReadAsTheFormatSays) {
  trace::Load load;
  load.point = {0, 0, 1};
  load.times = {1, 2, 2, 3};
  load.forces = {{0, 0, 0}, {4, 0, 0}, {8, 0, 0}, {8, 0, 0}};
  load.moments.assign(4, {0, 0, 1});
  Place at{};
  at.q = {1, 0, 0, 0};
  const auto force = [&](Real t) {
    return static_cast<double>(wrench_of(load, at, {}, t).force[0]);
  };
  EXPECT_EQ(force(0), 0);
  EXPECT_EQ(force(1.5L), 2);
  EXPECT_NEAR(force(1.999999L), 4, 1e-5);
  EXPECT_EQ(force(2), 8);
  EXPECT_EQ(force(9), 8);
  EXPECT_EQ(wrench_of(load, at, {}, 9).moment, (Vec{0, 8, 1}));
  load.axes = trace::LoadAxes::Body;
  at.q = {0, 0, 0, 1};  // half a turn about z
  EXPECT_EQ(wrench_of(load, at, {}, 9).force, (Vec{-8, 0, 0}));
  EXPECT_EQ(wrench_of(load, at, {}, 9).moment, (Vec{0, -8, 1}));
}

}  // namespace
}  // namespace rigor::verification
