// SPDX-License-Identifier: Apache-2.0
// Traces with forces that obey the law of contact, in closed form: a cube on the ground that is
// braked by friction, one that stands on a slope, one that bounces.
#pragma once

#include "sample_traces.hpp"

namespace rigor::verification {

inline constexpr double kWeight = 9.81;  ///< N, of 1 kg

/// One record per segment: the four lower vertices of body 0 on half-space 0, `force` at each.
inline void add_ground_forces(Trace& trace, const Triple& force, trace::ContactState state,
                              double friction) {
  for (const Segment& segment : trace.segments) {
    trace::ContactForce record;
    record.a = {trace::kWorld, 0};
    record.b = {0, 0};
    record.segment_b = segment.index;
    record.begin = segment.start;
    record.end = segment.end;
    record.length = segment.length;
    record.normal = trace.half_spaces[0].normal;
    record.friction = friction;
    for (std::uint32_t vertex = 0; vertex < 4; ++vertex) {
      trace::ForcePoint point;
      point.state = state;
      point.vertex_b = vertex;
      for (std::size_t i = 0; i < 3; ++i) point.force[i] = {force[i]};
      record.points.push_back(point);
    }
    trace.forces.push_back(record);
  }
}

inline void add_contact_certificates(Trace& trace) {
  add_ground_certificates(trace, 0);
  for (Certificate& c : trace.certificates) {
    c.kind = CertificateKind::Contact;
    c.active = {0, 1, 2, 3};
    c.band_low = 0.99 * trace.header.skin;
    c.band_high = 1.01 * trace.header.skin;
  }
}

/// A flat cube (its friction acts in its middle plane: half a metre below its centre of mass, which
/// a couple of normal forces balances) that slides along x and is braked by μ = 0.2, for 0.4 s.
inline Trace braked_cube() {
  constexpr double kMu = 0.2, kStart = 2.0;
  Trace trace = blank_trace();
  trace.header.law = "coulomb";
  trace.header.motion = trace::MotionClaim::Full;
  add_ground(trace);
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double skin = trace.header.skin;
  const double brake = kMu * kWeight;
  add_path(
      trace, 0,
      [=](double t) {
        return SamplePose{{kStart * t - brake / 2 * t * t, 0, 0.5 + skin}, {1, 0, 0, 0}};
      },
      4, 0.1, 4);
  add_contact_certificates(trace);
  // Vertices 1 and 3 are in front: they carry more, N (1 ± μ/1) / 4 with arm and height 0.5.
  add_ground_forces(trace, {}, trace::ContactState::Slip, kMu);
  for (trace::ContactForce& record : trace.forces)
    for (trace::ForcePoint& point : record.points) {
      const double normal = kWeight / 4 * (point.vertex_b % 2 == 1 ? 1 + kMu : 1 - kMu);
      point.force = {std::vector<double>{-kMu * normal}, {0.0}, {normal}};
    }
  for (Segment& segment : trace.segments)
    segment.momentum = {kStart - brake * trace::seconds(segment.start), 0, 0};
  const double v = kStart - brake * trace::seconds(trace.footer.end);
  trace.footer.energy_final = v * v / 2 + kWeight * (0.5 + skin);
  return trace;
}

/// A cube that stands still while gravity leans towards x by 0.1 of itself: it sticks with μ = 0.5.
inline Trace leaning_cube() {
  constexpr double kLean = 0.1;
  Trace trace = blank_trace();
  trace.header.law = "coulomb";
  trace.header.motion = trace::MotionClaim::Full;
  trace.header.gravity = {kLean * kWeight, 0, -kWeight};
  add_ground(trace);
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double height = 0.5 + trace.header.skin;
  add_path(
      trace, 0,
      [=](double) {
        return SamplePose{{0, 0, height}, {1, 0, 0, 0}};
      },
      3, 0.1, 0);
  add_contact_certificates(trace);
  add_ground_forces(trace, {}, trace::ContactState::Stick, 0.5);
  for (trace::ContactForce& record : trace.forces)
    for (trace::ForcePoint& point : record.points) {
      const double normal = kWeight / 4 * (point.vertex_b % 2 == 1 ? 1 + kLean : 1 - kLean);
      point.force = {std::vector<double>{-kLean * kWeight / 4}, {0.0}, {normal}};
    }
  trace.footer.energy_final = kWeight * height;
  return trace;
}

/// A cube that falls flat onto the ground at t = 0.1 s with 1 m/s and bounces with e = 0.5.
inline Trace bouncing_cube() {
  constexpr double kHit = 0.1, kSpeed = 1.0, kE = 0.5;
  Trace trace = blank_trace();
  trace.header.law = "frictionless";
  trace.header.motion = trace::MotionClaim::Full;
  add_ground(trace);
  trace.bodies.push_back(cube_body("cube", 0.5));
  const double low = 0.5 + trace.header.skin;
  Segment fall = fitted(
      [=](double t) {
        const double since = t - kHit;
        return SamplePose{{0, 0, low - kSpeed * since - kWeight / 2 * since * since}, {1, 0, 0, 0}};
      },
      trace.header.start, kHit, 3);
  const double hit = trace::seconds(fall.end);
  Segment rise = fitted(
      [=](double t) {
        const double since = t - hit;
        return SamplePose{{0, 0, low + kE * kSpeed * since - kWeight / 2 * since * since},
                          {1, 0, 0, 0}};
      },
      fall.end, 0.05, 3);
  rise.index = 1;
  fall.momentum = {0, 0, -kSpeed + kWeight * kHit};
  rise.momentum = {0, 0, kE * kSpeed};
  trace.segments = {fall, rise};
  trace.footer.end = rise.end;
  add_ground_certificates(trace, 0);
  for (Certificate& c : trace.certificates) c.level = 0.9 * trace.header.skin;
  trace::Event event;
  event.kind = trace::EventKind::Impact;
  event.lo = event.hi = event.at = fall.end;
  event.a = {trace::kWorld, 0};
  event.b = {0, 0};
  for (std::uint32_t vertex = 0; vertex < 4; ++vertex) {
    trace::EventContact contact;
    contact.a = event.a;
    contact.b = event.b;
    contact.point = trace.bodies[0].pieces[0].vertices[vertex];
    contact.point[2] += low;
    contact.normal = {0, 0, 1};
    contact.impulse = {0, 0, (1 + kE) * kSpeed / 4};
    contact.compression = {0, 0, kSpeed / 4};
    contact.restitution = kE;
    event.contacts.push_back(contact);
  }
  trace.events = {event};
  const double v = kE * kSpeed - kWeight * 0.05;
  const double z = low + kE * kSpeed * 0.05 - kWeight / 2 * 0.05 * 0.05;
  trace.footer.energy_final = v * v / 2 + kWeight * z;
  return trace;
}

}  // namespace rigor::verification
