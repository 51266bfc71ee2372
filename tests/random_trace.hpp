// SPDX-License-Identifier: Apache-2.0
// Traces full of random values: no motion, but every field in use.
#pragma once

#include <rigor/random.hpp>
#include <rigor/trace/types.hpp>

namespace rigor::trace {

inline Triple random_triple(Random& random) {
  return {random.normal(), random.normal(), random.normal()};
}

inline std::vector<double> random_row(Random& random, int count) {
  std::vector<double> row;
  for (int i = 0; i < count; ++i) row.push_back(random.normal());
  return row;
}

inline std::string random_name(Random& random) {
  std::string name;
  for (int i = random.index(12); i > 0; --i) name += static_cast<char>('a' + random.index(26));
  return name;
}

inline Piece random_piece(Random& random) {
  Piece piece{random_name(random), {}, {}, {}};
  for (int i = random.index(9); i > 0; --i) piece.vertices.push_back(random_triple(random));
  for (int i = random.index(5); i > 0; --i) piece.edges.push_back({random.bits(), random.bits()});
  for (int i = random.index(4); i > 0; --i) {
    piece.faces.emplace_back(static_cast<std::size_t>(random.index(5)), random.bits());
  }
  return piece;
}

inline Body random_body(Random& random) {
  Body body;
  body.name = random_name(random);
  body.kind = static_cast<BodyKind>(random.index(4));
  body.mass = random.unit();
  body.com = random_triple(random);
  for (double& entry : body.inertia) entry = random.normal();
  for (int i = random.index(4); i > 0; --i) body.pieces.push_back(random_piece(random));
  return body;
}

inline PieceId random_piece_id(Random& random) {
  return {random.index(4) == 0 ? kWorld : random.bits(), random.bits()};
}

inline Segment random_segment(Random& random) {
  Segment segment;
  segment.body = random.bits();
  segment.index = random.bits();
  segment.start = time_from(random.unit());
  segment.end = advanced(segment.start, random.unit());
  segment.length = random.unit();
  const int degree = random.index(14);
  for (auto& row : segment.position) row = random_row(random, degree);
  for (auto& row : segment.quaternion) row = random_row(random, degree + 1);
  segment.reason = static_cast<EndReason>(random.index(10));
  segment.error_estimate = random.unit();
  segment.residual = random.unit();
  segment.momentum = random_triple(random);
  segment.angular_momentum = random_triple(random);
  return segment;
}

inline ContactForce random_force(Random& random) {
  ContactForce f;
  f.a = random_piece_id(random);
  f.b = random_piece_id(random);
  f.segment_a = random.bits();
  f.segment_b = random.bits();
  f.begin = time_from(random.unit());
  f.end = advanced(f.begin, 1e-3);
  f.length = random.unit();
  f.frame = static_cast<PlaneFrame>(random.index(3));
  f.normal = random_triple(random);
  f.edge_a = {random.bits(), random.bits()};
  f.edge_b = {random.bits(), random.bits()};
  f.friction = random.unit();
  f.viscosity = random.unit();
  for (int i = random.index(4); i > 0; --i) {
    ForcePoint point;
    point.state = static_cast<ContactState>(random.index(7));
    point.vertex_a = random.bits();
    point.vertex_b = random.bits();
    for (auto& row : point.path) row = random_row(random, random.index(3));
    for (auto& row : point.force) row = random_row(random, 1 + random.index(3));
    f.points.push_back(point);
  }
  return f;
}

inline Certificate random_certificate(Random& random) {
  Certificate c;
  c.a = random_piece_id(random);
  c.b = random_piece_id(random);
  c.kind = static_cast<CertificateKind>(random.index(3));
  c.frame = static_cast<PlaneFrame>(random.index(3));
  c.segment_a = random.bits();
  c.segment_b = random.bits();
  c.begin = time_from(random.unit());
  c.end = advanced(c.begin, 1e-19);
  c.normal = random_triple(random);
  c.offset = random.normal();
  c.speed = random.normal();
  c.level = random.unit();
  c.edge_a = {random.bits(), random.bits()};
  c.edge_b = {random.bits(), random.bits()};
  c.sign = random.index(2) == 0 ? std::int8_t{1} : std::int8_t{-1};
  c.slack = random.unit();
  for (int i = random.index(4); i > 0; --i) c.active.push_back(random.bits());
  c.band_low = random.unit();
  c.band_high = random.unit();
  return c;
}

inline Event random_event(Random& random, std::uint32_t index) {
  Event e;
  e.index = index;
  e.kind = static_cast<EventKind>(random.index(12));
  e.lo = time_from(random.unit());
  e.hi = advanced(e.lo, 1e-12);
  e.at = advanced(e.lo, 1e-13);
  e.proved = random.index(2) == 0;
  e.location_error = random.unit();
  e.a = random_piece_id(random);
  e.b = random_piece_id(random);
  for (int i = random.index(3); i > 0; --i) {
    e.contacts.push_back({random_piece_id(random), random_piece_id(random), random_triple(random),
                          random_triple(random), random_triple(random), random_triple(random),
                          random.unit(), random.unit(), random.bits(), random.bits()});
  }
  e.energy_before = random.normal();
  e.energy_after = random.normal();
  e.residual = random.unit();
  e.limit_time = random.unit();
  e.limit_bound = random.unit();
  e.contacts_before = random.bits();
  e.contacts_after = random.bits();
  e.note = random_name(random);
  return e;
}

inline Joint random_joint(Random& random) {
  Joint joint;
  joint.name = random_name(random);
  joint.kind = static_cast<JointKind>(random.index(7));
  joint.parent = random.bits();
  joint.child = random.bits();
  for (Triple* x : {&joint.anchor_parent, &joint.anchor_child, &joint.axis_parent,
                    &joint.axis_child, &joint.reference_parent, &joint.reference_child}) {
    *x = random_triple(random);
  }
  joint.limits = {random.normal(), random.normal()};
  return joint;
}

inline Load random_load(Random& random) {
  Load load;
  load.body = random.bits();
  load.axes = static_cast<LoadAxes>(random.index(2));
  load.point = random_triple(random);
  for (int i = random.index(4); i > 0; --i) {
    load.times.push_back(random.normal());
    load.forces.push_back(random_triple(random));
    load.moments.push_back(random_triple(random));
  }
  return load;
}

/// Not sorted; `size` bodies, segments, certificates and events.
inline Trace random_trace(Random& random, int size) {
  Trace trace;
  trace.header = {
      1,  random_name(random), random_name(random), "a: 1\nb: µ\n", random_name(random),
      "", random_name(random), random.unit(),       random.unit(),  random_triple(random),
      {}, random.index(2) == 0};
  for (int i = 0; i < size; ++i) {
    trace.bodies.push_back(random_body(random));
    trace.half_spaces.push_back({random_name(random), random_triple(random), random.normal()});
    trace.joints.push_back(random_joint(random));
    trace.exclusions.push_back(
        {random_piece_id(random), random_piece_id(random), random_name(random)});
    trace.loads.push_back(random_load(random));
    trace.segments.push_back(random_segment(random));
    trace.certificates.push_back(random_certificate(random));
    trace.forces.push_back(random_force(random));
    trace.events.push_back(random_event(random, static_cast<std::uint32_t>(i)));
  }
  trace.footer = {time_from(2.5),   "time", random.normal(), random.normal(), random.unit(),
                  random.normal(),  7,      random.unit(),   random.unit(),   random.unit(),
                  (1ULL << 40U) + 3};
  trace.complete = true;
  return trace;
}

}  // namespace rigor::trace
