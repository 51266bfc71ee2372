// SPDX-License-Identifier: Apache-2.0
// What is left of one body's motion: sums, scales and the energy at the end.
#include <gtest/gtest.h>

#include <rigor/verification/body_motion.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

/// A cube in free fall from rest, in segments of 0.1 s.
Trace falling(int segments) {
  Trace trace = blank_trace();
  trace.bodies = {cube_body("cube", 0.5)};
  add_path(
      trace, 0,
      [](double t) {
        return SamplePose{{0, 0, -9.81 / 2 * t * t}, {1, 0, 0, 0}};
      },
      segments, 0.1, 4);
  for (Segment& segment : trace.segments)
    segment.momentum = {0, 0, -9.81 * trace::seconds(segment.start)};
  return trace;
}

/// The one body of a trace, with what the rules ask of it.
struct OneBody {
  explicit OneBody(const Trace& trace)
      : records(records_of(trace)),
        courses(1),
        mover{trace, 0, records[0], courses},
        mass(*body_mass(trace.bodies[0])) {
    for (const Segment& segment : trace.segments) courses[0].push_back(&segment);
  }
  OneBody(const OneBody&) = delete;

  std::vector<BodyRecords> records;
  std::vector<Course> courses;
  Mover mover;
  BodyMass mass;
};

Left left_of(const Trace& trace, Energy* energy = nullptr) {
  const OneBody body(trace);
  const Left left = explained(body.mover, body.mass);
  if (energy != nullptr)
    *energy = energy_at_end(body.mover, body.mass, *body.courses[0].back(), left.reached.back());
  return left;
}

TEST(BodyMotion, AFallIsExplained) {
  const Trace trace = falling(5);
  Energy energy;
  const Left left = left_of(trace, &energy);
  EXPECT_EQ(left.problem, nullptr);
  EXPECT_LT(left.displacement, 1e-13L);
  EXPECT_LT(left.turn, 1e-13L);
  EXPECT_LT(left.impulse, 1e-13L);
  EXPECT_NEAR(static_cast<double>(left.scale), 9.81 * 0.5, 1e-12);
  EXPECT_EQ(left.reached.size(), 5U);
  EXPECT_NEAR(static_cast<double>(energy.sum), 0.0, 1e-13);
}

/// Each seam may hide little: the sum counts.
TEST(BodyMotion, ResidualsAddUp) {
  for (const int segments : {2, 4, 8}) {
    Trace trace = falling(segments);
    for (Segment& segment : trace.segments) segment.momentum[0] = 1e-9 * segment.index;
    const Left left = left_of(trace);
    EXPECT_NEAR(static_cast<double>(left.impulse), 1e-9 * (segments - 1), 1e-13);
    EXPECT_GE(static_cast<double>(left.displacement), 1e-10 * segments * (segments - 1) / 2);
  }
}

/// A link that weighs a hundredth of what it counts with: its own momenta count that much less.
TEST(BodyMotion, LightLinksAreMeasuredByWhatTheyAreJoinedTo) {
  Trace trace = falling(4);
  for (Segment& segment : trace.segments) segment.momentum[0] = 1e-9 * segment.index;
  const OneBody body(trace);
  const Left own = explained(body.mover, body.mass);
  const Left light = explained(body.mover, body.mass, {0.01L, 0.001L});
  EXPECT_NEAR(static_cast<double>(light.scale / own.scale), 100.0, 1e-9);
  EXPECT_EQ(light.impulse, own.impulse);
  EXPECT_NEAR(static_cast<double>(light.displacement / own.displacement), 0.01, 1e-4);
}

/// Bodies that start and end every segment at rest have momenta in between.
TEST(BodyMotion, WithoutGravityTheLargestMomentumCounts) {
  Trace trace = blank_trace();
  trace.header.gravity = {0, 0, 0};
  trace.bodies = {cube_body("cube", 0.5)};
  add_path(
      trace, 0,
      [](double t) {
        return SamplePose{{t * t * (0.3 - 2.0 * t), 0, 0}, {1, 0, 0, 0}};
      },
      1, 0.1, 4);
  EXPECT_NEAR(static_cast<double>(left_of(trace).scale), 0.05 * 0.6 - 6.0 * 0.05 * 0.05, 1e-9);
}

TEST(BodyMotion, ImpulsesWhereNoSegmentEndsAreLeft) {
  Trace trace = falling(3);
  trace::Event event;
  trace::EventContact contact;
  contact.b = {0, 0};
  contact.impulse = {0, 0.25, 0};
  event.contacts = {contact};
  event.at = trace::time_from(0.15);
  trace.events = {event};
  EXPECT_NEAR(static_cast<double>(left_of(trace).impulse), 0.25, 1e-12);
  trace.events[0].at = trace::time_from(0.25);
  EXPECT_NEAR(static_cast<double>(left_of(trace).impulse), 0.25, 1e-12);
}

TEST(BodyMotion, LongQuaternionsAreAProblem) {
  Trace trace = falling(2);
  for (Segment& segment : trace.segments) segment.quaternion[0][0] = 1.1;
  EXPECT_NE(left_of(trace).problem, nullptr);
}

// A turn of small bodies counts by how far it moves their matter.
TEST(BodyMotion, SmallBodiesMayTurnByWhatTheyMayMove) {
  BodyMass crate;
  crate.gyration = 0.5;
  BodyMass coin;
  coin.gyration = 0.01;
  EXPECT_EQ(static_cast<double>(most_turn(crate)), 1e-6);
  EXPECT_NEAR(static_cast<double>(most_turn(coin)), 1e-5, 1e-20);
}

}  // namespace
}  // namespace rigor::verification
