// SPDX-License-Identifier: Apache-2.0
// The one list of the fields of every record. Journal and HDF5 file, reading and writing, all
// follow it, so they can not disagree. The order of the fields is the order of the bytes in the
// journal.
#pragma once

#include <concepts>
#include <type_traits>

#include <rigor/trace/types.hpp>

namespace rigor::trace {

template <class T, class Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

template <class Visitor, Is<Time> T>
void fields(Visitor& visit, T& x) {
  visit("base", x.base);
  visit("offset", x.offset);
}

template <class Visitor, Is<PieceId> T>
void fields(Visitor& visit, T& x) {
  visit("body", x.body);
  visit("piece", x.piece);
}

template <class Visitor, Is<Piece> T>
void fields(Visitor& visit, T& x) {
  visit("name", x.name);
  visit("vertices", x.vertices);
  visit("edges", x.edges);
  visit("faces", x.faces);
}

template <class Visitor, Is<Body> T>
void fields(Visitor& visit, T& x) {
  visit("name", x.name);
  visit("kind", x.kind);
  visit("mass", x.mass);
  visit("com", x.com);
  visit("inertia", x.inertia);
  visit("pieces", x.pieces);
  visit("belt", x.belt);
}

template <class Visitor, Is<HalfSpace> T>
void fields(Visitor& visit, T& x) {
  visit("name", x.name);
  visit("normal", x.normal);
  visit("offset", x.offset);
  visit("belt", x.belt);
}

template <class Visitor, Is<Joint> T>
void fields(Visitor& visit, T& x) {
  visit("name", x.name);
  visit("kind", x.kind);
  visit("parent", x.parent);
  visit("child", x.child);
  visit("anchor_parent", x.anchor_parent);
  visit("anchor_child", x.anchor_child);
  visit("axis_parent", x.axis_parent);
  visit("axis_child", x.axis_child);
  visit("limits", x.limits);
  visit("reference_parent", x.reference_parent);
  visit("reference_child", x.reference_child);
  visit("acting", x.acting);
}

template <class Visitor, Is<Exclusion> T>
void fields(Visitor& visit, T& x) {
  visit("a", x.a);
  visit("b", x.b);
  visit("reason", x.reason);
}

template <class Visitor, Is<Load> T>
void fields(Visitor& visit, T& x) {
  visit("body", x.body);
  visit("axes", x.axes);
  visit("point", x.point);
  visit("times", x.times);
  visit("forces", x.forces);
  visit("moments", x.moments);
}

template <class Visitor, Is<Segment> T>
void fields(Visitor& visit, T& x) {
  visit("body", x.body);
  visit("index", x.index);
  visit("start", x.start);
  visit("end", x.end);
  visit("length", x.length);
  visit("position", x.position);
  visit("quaternion", x.quaternion);
  visit("reason", x.reason);
  visit("error_estimate", x.error_estimate);
  visit("residual", x.residual);
  visit("momentum", x.momentum);
  visit("angular_momentum", x.angular_momentum);
}

template <class Visitor, Is<Certificate> T>
void fields(Visitor& visit, T& x) {
  visit("a", x.a);
  visit("b", x.b);
  visit("kind", x.kind);
  visit("frame", x.frame);
  visit("segment_a", x.segment_a);
  visit("segment_b", x.segment_b);
  visit("begin", x.begin);
  visit("end", x.end);
  visit("normal", x.normal);
  visit("offset", x.offset);
  visit("speed", x.speed);
  visit("level", x.level);
  visit("edge_a", x.edge_a);
  visit("edge_b", x.edge_b);
  visit("sign", x.sign);
  visit("slack", x.slack);
  visit("active", x.active);
  visit("band_low", x.band_low);
  visit("band_high", x.band_high);
}

template <class Visitor, Is<ForcePoint> T>
void fields(Visitor& visit, T& x) {
  visit("state", x.state);
  visit("vertex_a", x.vertex_a);
  visit("vertex_b", x.vertex_b);
  visit("path", x.path);
  visit("force", x.force);
}

template <class Visitor, Is<ContactForce> T>
void fields(Visitor& visit, T& x) {
  visit("a", x.a);
  visit("b", x.b);
  visit("segment_a", x.segment_a);
  visit("segment_b", x.segment_b);
  visit("begin", x.begin);
  visit("end", x.end);
  visit("length", x.length);
  visit("frame", x.frame);
  visit("normal", x.normal);
  visit("edge_a", x.edge_a);
  visit("edge_b", x.edge_b);
  visit("friction", x.friction);
  visit("viscosity", x.viscosity);
  visit("points", x.points);
}

template <class Visitor, Is<EventContact> T>
void fields(Visitor& visit, T& x) {
  visit("a", x.a);
  visit("b", x.b);
  visit("point", x.point);
  visit("normal", x.normal);
  visit("impulse", x.impulse);
  visit("compression", x.compression);
  visit("restitution", x.restitution);
  visit("friction", x.friction);
  visit("vertex_a", x.vertex_a);
  visit("vertex_b", x.vertex_b);
}

template <class Visitor, Is<JointForce> T>
void fields(Visitor& visit, T& x) {
  visit("joint", x.joint);
  visit("begin", x.begin);
  visit("end", x.end);
  visit("length", x.length);
  visit("at_lower", x.at_lower);
  visit("at_upper", x.at_upper);
  visit("force", x.force);
  visit("moment", x.moment);
}

template <class Visitor, Is<EventJoint> T>
void fields(Visitor& visit, T& x) {
  visit("joint", x.joint);
  visit("at_lower", x.at_lower);
  visit("at_upper", x.at_upper);
  visit("impulse", x.impulse);
  visit("moment", x.moment);
  visit("compression", x.compression);
  visit("compression_moment", x.compression_moment);
  visit("restitution", x.restitution);
}

template <class Visitor, Is<Event> T>
void fields(Visitor& visit, T& x) {
  visit("index", x.index);
  visit("kind", x.kind);
  visit("lo", x.lo);
  visit("hi", x.hi);
  visit("at", x.at);
  visit("proved", x.proved);
  visit("location_error", x.location_error);
  visit("a", x.a);
  visit("b", x.b);
  visit("contacts", x.contacts);
  visit("joints", x.joints);
  visit("energy_before", x.energy_before);
  visit("energy_after", x.energy_after);
  visit("residual", x.residual);
  visit("limit_time", x.limit_time);
  visit("limit_bound", x.limit_bound);
  visit("contacts_before", x.contacts_before);
  visit("contacts_after", x.contacts_after);
  visit("note", x.note);
}

template <class Visitor, Is<Header> T>
void fields(Visitor& visit, T& x) {
  visit("format_version", x.format_version);
  visit("program_version", x.program_version);
  visit("scene_name", x.scene_name);
  visit("scene_text", x.scene_text);
  visit("scene_hash", x.scene_hash);
  visit("method", x.method);
  visit("law", x.law);
  visit("skin", x.skin);
  visit("tol", x.tol);
  visit("gravity", x.gravity);
  visit("start", x.start);
  visit("certified", x.certified);
  visit("steps", x.steps);
  visit("motion", x.motion);
}

template <class Visitor, Is<Footer> T>
void fields(Visitor& visit, T& x) {
  visit("end", x.end);
  visit("stopped", x.stopped);
  visit("energy_initial", x.energy_initial);
  visit("energy_final", x.energy_final);
  visit("energy_max_gain", x.energy_max_gain);
  visit("energy_work", x.energy_work);
  visit("steps", x.steps);
  visit("step_min", x.step_min);
  visit("step_max", x.step_max);
  visit("step_mean", x.step_mean);
  visit("manifold_changes", x.manifold_changes);
}

/// The number of values of an enumeration, for refusing others when reading.
constexpr unsigned count_of(BodyKind) { return 4; }
constexpr unsigned count_of(JointKind) { return 7; }
constexpr unsigned count_of(LoadAxes) { return 2; }
constexpr unsigned count_of(EndReason) { return 19; }
constexpr unsigned count_of(CertificateKind) { return 3; }
constexpr unsigned count_of(PlaneFrame) { return 3; }
constexpr unsigned count_of(EventKind) { return 12; }
constexpr unsigned count_of(ContactState) { return 7; }
constexpr unsigned count_of(MotionClaim) { return 3; }

}  // namespace rigor::trace
