// SPDX-License-Identifier: Apache-2.0
// The motion rules against motions known in closed form, and against forgeries: traces whose every
// pair is apart, but whose motion no force on file explains.
#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

#include "pressed_traces.hpp"

namespace rigor::verification {
namespace {

constexpr double kGravity = 9.81;

/// A thrown cube (closed form, see sample_traces.hpp) with its momenta.
Trace thrown() {
  constexpr int kSegments = 20;
  constexpr double kLength = 0.02;
  Trace trace = thrown_cube(kSegments, kLength, 12);
  trace.header.motion = trace::MotionClaim::Full;
  const double inertia = trace.bodies[0].inertia[0];
  for (Segment& segment : trace.segments) {
    const double t = trace::seconds(segment.start);
    segment.momentum = {0.3, -0.2, kGravity / 2.0 * (kSegments * kLength - 2.0 * t)};
    segment.angular_momentum = {5.0 * inertia * 2 / 7, 5.0 * inertia * 3 / 7,
                                5.0 * inertia * 6 / 7};
  }
  const double v = kGravity / 2.0 * kSegments * kLength;
  trace.footer.energy_final =
      0.5 * (0.13 + v * v + 25.0 * inertia) + kGravity * (std::sqrt(0.75) + 0.1);
  return trace;
}

/// A cube that slides and spins on ice: four vertices push a quarter of its weight each.
Trace sliding() {
  Trace trace = sliding_cube(4, 0.1, 12);
  trace.footer.energy_final =
      0.5 * (0.26 + 4.0 * trace.bodies[0].inertia[8]) + kGravity * (0.5 + trace.header.skin);
  trace.header.motion = trace::MotionClaim::Full;
  trace.header.law = "frictionless";
  for (Segment& segment : trace.segments) {
    segment.momentum = {0.5, 0.1, 0.0};
    segment.angular_momentum = {0.0, 0.0, 2.0 * trace.bodies[0].inertia[8]};
    trace::ContactForce force;
    force.a = {trace::kWorld, 0};
    force.b = {0, 0};
    force.segment_b = segment.index;
    force.begin = segment.start;
    force.end = segment.end;
    force.length = segment.length;
    force.normal = {0, 0, 1};
    for (std::uint32_t vertex = 0; vertex < 4; ++vertex) {
      trace::ForcePoint point;
      point.vertex_b = vertex;
      point.force = {std::vector<double>{0.0}, {0.0}, {kGravity / 4.0}};
      force.points.push_back(point);
    }
    trace.forces.push_back(force);
  }
  return trace;
}

Verdict expect_explained(const Trace& trace, double most) {
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_TRUE(verdict.motion.ok);
  EXPECT_EQ(verdict.motion.bodies, 1U);
  EXPECT_LE(verdict.motion.displacement, most) << text_of(verdict, trace);
  EXPECT_LE(verdict.motion.turn, most);
  EXPECT_LE(verdict.motion.impulse, most);
  return verdict;
}

void expect_refused(const Trace& trace, const char* what) {
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Refused) << what << "\n" << text_of(verdict, trace);
  EXPECT_FALSE(verdict.motion.ok) << what;
  ASSERT_FALSE(verdict.failures.empty()) << what;
  EXPECT_EQ(verdict.failures[0].rule, Rule::Motion) << what;
}

/// The twenty paths are fits, each good to about 1e-12 m.
TEST(MotionRules, AFlightIsExplainedByGravityAlone) { expect_explained(thrown(), 5e-11); }

TEST(MotionRules, ASlideIsExplainedByItsForces) { expect_explained(sliding(), 1e-11); }

/// A force at a point of its own, and one at a vertex that belongs to the other side, count alike.
TEST(MotionRules, PathsOfPointsCountLikeVertices) {
  Trace trace = sliding();
  for (std::size_t k = 0; k < trace.forces.size(); ++k) {
    const Segment& segment = trace.segments[k];
    for (trace::ForcePoint& point : trace.forces[k].points) {
      const auto vertex = point.vertex_b;
      const Path path = [&](double t) {
        SamplePose pose;
        const Triple r =
            turned(rotation({0, 0, 1}, 2.0 * t), trace.bodies[0].pieces[0].vertices[vertex]);
        pose.x = {0.5 * t + r[0], 0.1 * t + r[1], 0.5 + trace.header.skin + r[2]};
        return pose;
      };
      point.path = fitted(path, segment.start, segment.length / (1.0 + 1e-12), 14).position;
      point.vertex_b = trace::kWorld;
    }
  }
  expect_explained(trace, 1e-10);
}

/// Forces that turn the body: a couple at two opposite vertices, and the spin that it gives.
TEST(MotionRules, ACoupleSpinsTheBodyUp) {
  Trace trace = blank_trace();
  trace.header.gravity = {};
  trace.header.motion = trace::MotionClaim::Full;
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double rate = 2.0;  // rad/s²
  const double inertia = trace.bodies[0].inertia[8];
  add_path(
      trace, 0,
      [=](double t) {
        return SamplePose{{}, rotation({0, 0, 1}, rate / 2 * t * t)};
      },
      5, 0.1, 14);
  trace.loads.push_back(
      {0, trace::LoadAxes::World, {}, {0.0}, {{0, 0, 0}}, {{0, 0, inertia * rate}}});
  for (Segment& segment : trace.segments)
    segment.angular_momentum = {0, 0, inertia * rate * trace::seconds(segment.start)};
  const double end = trace::seconds(trace.footer.end);
  trace.footer.energy_final = 0.5 * inertia * rate * rate * end * end;
  expect_explained(trace, 1e-10);
  trace.loads[0].moments[0][2] *= 1.001;
  expect_refused(trace, "another moment");
}

TEST(MotionRules, ForgeriesAreRefused) {
  Trace hovering = thrown();
  for (Segment& segment : hovering.segments) {
    segment.position[2] = {2.0};
    for (std::size_t i = 0; i < 2; ++i) segment.position[i].resize(1);
    segment.momentum[2] = 0.0;
  }
  for (std::size_t i = 0; i < 2; ++i)
    for (Segment& segment : hovering.segments) segment.position[i] = {0.0};
  for (Segment& segment : hovering.segments) segment.momentum = {};
  expect_refused(hovering, "a cube that hovers");

  Trace turning = thrown();
  for (Segment& segment : turning.segments) segment.angular_momentum = {};
  expect_refused(turning, "a cube that turns without momentum");

  Trace heavier = sliding();
  heavier.bodies[0].mass *= 1.0001;
  expect_refused(heavier, "another mass");

  Trace lighter = sliding();
  lighter.header.gravity[2] *= 0.9999;
  expect_refused(lighter, "another gravity");

  Trace unloaded = sliding();
  unloaded.forces[2].points.pop_back();
  expect_refused(unloaded, "a force left out");

  Trace swapped = sliding();
  swapped.forces[1].points[0].force[2][0] *= 2.0;
  swapped.forces[1].points[3].force[2][0] = 0.0;
  expect_refused(swapped, "forces at other points: the sum is right, the moment is not");

  Trace jumping = sliding();
  jumping.segments[2].momentum[0] += 1e-4;
  expect_refused(jumping, "a momentum that jumps");

  Trace rich = sliding();
  rich.footer.energy_final += 1e6;
  expect_refused(rich, "a megajoule in the footer");

  Trace thin = sliding();
  thin.bodies[0].inertia = {1, 0, 0, 0, 1, 0, 0, 0, 3};
  expect_refused(thin, "an inertia that no body has");

  Trace late = sliding();
  late.forces.erase(late.forces.begin() + 1);
  expect_refused(late, "a stretch without forces");
}

/// Small jumps of velocity at every seam instead of one bounce: each is small, their sum is not.
TEST(MotionRules, ManySmallJumpsAddUp) {
  Trace trace = thrown_cube(400, 0.001, 6);
  trace.header.motion = trace::MotionClaim::Full;
  const double inertia = trace.bodies[0].inertia[0];
  for (Segment& segment : trace.segments) {
    segment.momentum = {0.3, -0.2, kGravity / 2.0 * (0.4 - 2.0 * trace::seconds(segment.start))};
    segment.angular_momentum = {5.0 * inertia * 2 / 7, 5.0 * inertia * 3 / 7,
                                5.0 * inertia * 6 / 7};
  }
  const double v = kGravity / 2.0 * 0.4;
  trace.footer.energy_final =
      0.5 * (0.13 + v * v + 25.0 * inertia) + kGravity * (std::sqrt(0.75) + 0.1);
  const Verdict good = expect_explained(trace, 1e-9);
  trace.header.gravity[2] *= 1.0 - 1e-5;  // 4e-8 N s a segment
  const Verdict bad = verify(trace);
  EXPECT_EQ(bad.status, Status::Refused);
  EXPECT_GT(bad.motion.impulse, 5e-6);
  EXPECT_GT(bad.motion.impulse, 100 * good.motion.impulse);
}

/// An impulse on file explains a jump of momentum; scaled it does not, nor in part, nor where no
/// segment ends.
TEST(MotionRules, ImpulsesExplainJumps) {
  const Trace good = bouncing_cube();
  expect_explained(good, 1e-11);
  Trace trace = good;
  for (trace::EventContact& contact : trace.events[0].contacts) contact.impulse[2] *= 1.0001;
  expect_refused(trace, "scaled impulses");
  trace = good;
  trace.events[0].contacts.resize(2);
  expect_refused(trace, "half of them");
  trace = good;
  trace.events[0].at = trace::advanced(trace.events[0].at, 1e-3);
  expect_refused(trace, "a millisecond later");
  trace = good;
  trace.events.clear();
  expect_refused(trace, "no impulse");
}

/// Bodies that nothing moves have no momentum; a trace that claims nothing is not asked.
TEST(MotionRules, OnlyFullClaimsAreAsked) {
  Trace trace = sliding();
  trace.forces.clear();
  trace.header.motion = trace::MotionClaim::None;
  EXPECT_EQ(verify(trace).status, Status::Proved);
  trace.header.motion = trace::MotionClaim::PerStep;
  EXPECT_EQ(verify(trace).status, Status::Proved);
  trace.header.motion = trace::MotionClaim::Full;
  expect_refused(trace, "nothing on file");
}

/// What is printed is a bound: the same trace with an error of known size.
TEST(MotionRules, WhatIsPrintedBoundsWhatIsThere) {
  for (const double error : {1e-12, 1e-10, 1e-8, 3e-7}) {
    Trace trace = sliding();
    for (trace::ContactForce& force : trace.forces)
      for (trace::ForcePoint& point : force.points) point.force[0][0] = 0.25 * error;
    // A side force of `error` newtons for 0.1 s on 1 kg, four times, momenta on file as before.
    const Verdict verdict = verify(trace);
    EXPECT_GE(verdict.motion.displacement, 0.999 * 4 * 0.1 * (0.1 * error)) << error;
    EXPECT_GE(verdict.motion.impulse, 0.999 * 3 * 0.1 * error / (kGravity * 0.4)) << error;
    EXPECT_LE(verdict.motion.displacement, 3 * 4 * 0.1 * 0.1 * error + 1e-11) << error;
  }
}

}  // namespace
}  // namespace rigor::verification
