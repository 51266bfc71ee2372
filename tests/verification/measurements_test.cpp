// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/verification/measurements.hpp>
#include <rigor/verification/sampled_separation.hpp>
#include <rigor/verification/verify.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

TEST(Measurements, AxisSeparationOfBoxesIsKnown) {
  const trace::Piece a = box_piece(0.5, 0.5, 0.5);
  trace::Piece b = a;
  for (Triple& v : b.vertices) v[2] += 1.25;
  EXPECT_NEAR(axis_separation(a, b), 0.25, 1e-15);
  for (Triple& v : b.vertices) v[2] -= 0.5;
  EXPECT_NEAR(axis_separation(a, b), -0.25, 1e-15);
}

TEST(Measurements, WrongGravityShowsAsAForce) {
  Trace trace = thrown_cube(4, 0.05, 8);
  trace.header.gravity[2] = -9.0;
  EXPECT_NEAR(verify(trace).measured.force_defect, 0.81, 1e-6);
}

TEST(Measurements, GivenForcesAreTakenIntoAccount) {
  // A force that rises from 0 at t = 0 to 1 N at the end, and one that ends at the second segment's
  // start.
  Trace trace = blank_trace();
  trace.header.gravity = {0, 0, -1};
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double mass = trace.bodies[0].mass;
  const Path path = [mass](double t) {
    const double after = std::max(0.0, t - 0.125);
    const double pushed = 0.5 * t * t - 0.5 * after * after;  // 1 N until t = 0.125
    return SamplePose{{2.0 * t * t * t / 3.0 / mass, pushed / mass, 5.0 - 0.5 * t * t},
                      {1, 0, 0, 0}};
  };
  add_path(trace, 0, path, 2, 0.125, 3);
  EXPECT_GT(verify(trace).measured.force_defect, 0.9);
  trace.loads.push_back(
      {0, trace::LoadAxes::World, {}, {0.0, 0.25}, {{0, 0, 0}, {1, 0, 0}}, {{}, {}}});
  trace.loads.push_back(
      {0, trace::LoadAxes::Body, {}, {0.125, 0.125}, {{0, 1, 0}, {0, 0, 0}}, {{}, {}}});
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_LT(verdict.measured.force_defect, 1e-9);
  // The same force beside the centre would turn the cube; a moment against it balances.
  trace.loads[1].point = {0.5, 0, 0};
  EXPECT_NEAR(verify(trace).measured.torque_defect, 0.5, 1e-9);
  trace.loads[1].moments[0] = {0, 0, -0.5};
  EXPECT_LT(verify(trace).measured.torque_defect, 1e-9);
}

TEST(Measurements, LoadsThatMakeNoSenseAreRefused) {
  Trace trace = thrown_cube(4, 0.05, 8);
  const trace::Load good{0, trace::LoadAxes::World, {}, {0.0, 1.0}, {{}, {}}, {{}, {}}};
  const auto status = [&](const trace::Load& load) {
    Trace with = trace;
    with.loads.push_back(load);
    return verify(with).status;
  };
  EXPECT_EQ(status(good), Status::Proved);
  trace::Load bad = good;
  bad.body = 7;
  EXPECT_EQ(status(bad), Status::Refused);
  bad = good;
  bad.times = {1.0, 0.0};
  EXPECT_EQ(status(bad), Status::Refused);
  bad = good;
  bad.forces.pop_back();
  EXPECT_EQ(status(bad), Status::Refused);
  bad = good;
  bad.moments[1][2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(status(bad), Status::Refused);
  bad = good;
  bad.times = {};
  bad.forces = bad.moments = {};
  EXPECT_EQ(status(bad), Status::Refused);
  trace.bodies.push_back(trace.bodies[0]);
  trace.bodies[1].kind = trace::BodyKind::Fixed;
  bad = good;
  bad.body = 1;
  EXPECT_EQ(status(bad), Status::Refused);
}

TEST(Measurements, AnUnevenInertiaShowsAsATorque) {
  Trace trace = thrown_cube(4, 0.05, 8);
  trace.bodies[0].inertia[0] *= 2.0;
  EXPECT_GT(verify(trace).measured.torque_defect, 0.1);
}

TEST(Measurements, RoundingInAVeryShortSegmentIsNoDefect) {
  Trace trace = thrown_cube(4, 0.05, 8);
  EXPECT_LT(verify(trace).measured.force_defect, 1e-6);
  EXPECT_EQ(verify(trace).measured.too_short, 0U);
  const Trace shorter = thrown_cube(4, 1e-12, 8);
  const Measurements measured = verify(shorter).measured;
  EXPECT_EQ(measured.force_defect, 0.0);
  EXPECT_EQ(measured.too_short, 4U);
}

TEST(Measurements, MomentumJumpsAreComparedWithImpulses) {
  // Falls at 1 m/s, then rises at 2 m/s: an impulse of 3 N s upwards.
  Trace trace = blank_trace();
  add_ground(trace);
  trace.header.gravity = {};
  trace.bodies.push_back(cube_body("cube", 0.5));
  const Path path = [](double t) {
    return SamplePose{{0, 0, t < 0.125 ? 1.0 - t : 0.875 + 2.0 * (t - 0.125)}, {1, 0, 0, 0}};
  };
  add_path(trace, 0, path, 2, 0.125, 3);
  trace::Event event;
  event.kind = trace::EventKind::Impact;
  event.lo = event.hi = trace.segments[1].start;
  event.a = {trace::kWorld, 0};
  event.b = {0, 0};
  event.contacts.push_back({event.a, event.b, {0, 0, 0}, {0, 0, 1}, {0, 0, 2.5}, {0, 0, 2.5}, 0.0});
  trace.events.push_back(event);
  const Verdict verdict = verify(trace);
  EXPECT_EQ(verdict.status, Status::Proved) << text_of(verdict, trace);
  EXPECT_NEAR(verdict.measured.impulse_defect, 0.5, 1e-9);
}

}  // namespace
}  // namespace rigor::verification
