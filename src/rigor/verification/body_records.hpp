// SPDX-License-Identifier: Apache-2.0
// What a trace has on file about each body: forces, impulses and loads, as the body feels them.
#pragma once

#include <rigor/verification/place.hpp>

namespace rigor::verification {

/// The segments of one body, in order.
using Course = std::vector<const trace::Segment*>;

/// A force record as one body feels it.
struct Felt {
  const trace::ContactForce* force = nullptr;
  Real sign = 1;  ///< 1: the body is b
};

/// A joint's force as one body feels it.
struct Pulled {
  const trace::JointForce* force = nullptr;
  Real sign = 1;  ///< 1: the body is the child
};

/// An impulse as one body feels it. That of a joint acts at the child's anchor, with a moment.
struct Struck {
  trace::Time at;
  Vec point{};
  Vec impulse{};
  Vec moment{};
  const trace::Joint* joint = nullptr;
};

struct BodyRecords {
  std::vector<Felt> forces;      ///< by begin
  std::vector<Pulled> joints;    ///< by begin
  std::vector<Struck> impulses;  ///< by time
  std::vector<const trace::Load*> loads;
};

/// One entry per body.
std::vector<BodyRecords> records_of(const trace::Trace& trace);

/// The vertex that a force acts at; kWorld: none, it has a path of its own.
struct Carrier {
  trace::PieceId piece;
  std::uint32_t vertex = trace::kWorld;
  bool of_b = false;
};
Carrier carrier_of(const trace::ContactForce& force, const trace::ForcePoint& point);

/// The segment that covers the time; null if no single one does.
const trace::Segment* segment_over(const Course& course, const trace::Time& begin,
                                   const trace::Time& end);

/// Of a load at t seconds, on a body placed so.
struct Wrench {
  Vec force{};   ///< world
  Vec moment{};  ///< about the centre of mass, world axes
};
Wrench wrench_of(const trace::Load& load, const Place& at, const Vec& com, Real t);

}  // namespace rigor::verification
