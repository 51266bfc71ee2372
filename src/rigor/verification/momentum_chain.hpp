// SPDX-License-Identifier: Apache-2.0
// The momenta of a body along its motion, from the forces on file. With c the centre of mass, F_i
// the forces at points P_i and g gravity:
//
//   p(t) = p_k + ∫ (Σ F_i + m g),        L(t) = L_k + ∫ Σ (P_i - c) × F_i      on segment k
//
// Joints give a force at the child's anchor and a moment besides; the opposite acts on the parent.
// Arms of vertices are M(q) r (2 - |q|²), which is off by (|q|² - 1)² |r| at most.
#pragma once

#include <rigor/verification/body_records.hpp>
#include <rigor/verification/growth.hpp>

namespace rigor::verification {

/// The body whose momenta are followed.
struct Mover {
  const trace::Trace& trace;
  std::uint32_t body = 0;
  const BodyRecords& records;
  const std::vector<Course>& courses;  ///< of all bodies
  Vec com{};                           ///< of the body, in its frame

  Vec weight() const { return Real{trace.bodies[body].mass} * vec(trace.header.gravity); }
  Vec centre(const Place& at) const { return point_of(at, com); }
  Growth centre(const PlaceGrowth& growth) const {
    return com == Vec{} ? growth.position : growth.position + growth.rotated(spread(com));
  }
};

/// A part of a segment on which all that acts is smooth.
struct Stretch {
  const trace::Segment& segment;
  trace::Time begin;
  trace::Time end;

  Real length() const { return between(begin, end); }
  /// `after` seconds from its begin.
  Place place(Real after) const { return place_at(segment, between(segment.start, begin) + after); }
};

/// The stretches of a segment: what acts on the body changes where they meet.
std::vector<Stretch> stretches(const Mover& mover, const trace::Segment& segment);

/// What acts on a body along a stretch.
struct Acting {
  std::vector<Felt> forces;
  Course others;  ///< of forces at vertices of the other body: its segment
  std::vector<Pulled> joints;
  Course children;  ///< of joints: the child's segment
  PlaceGrowth own;  ///< of the body
  Growth forces_growth, moments_growth;
  Growth squares;     ///< of |q|² of all bodies whose motion is looked at
  int highest = 0;    ///< of the degrees of the series that are evaluated
  Real push = 0;      ///< bound of the forces
  Real lever = 0;     ///< and of their moments
  bool known = true;  ///< false: some force acts at a vertex that no one segment moves
};
Acting acting_on(const Mover& mover, const Stretch& stretch);

/// What forces add to the momenta along a stretch: series in x from -1 to 1, times h/2, and bounds
/// of all roundings: of series, of forces and moments at the nodes, of their integrals.
struct Gains {
  std::vector<Vec> p, L;
  Real p_error = 0;
  Real L_error = 0;
  Real stretched = 0;         ///< largest ||q|² - 1| met
  std::vector<Place> places;  ///< of the body at the nodes, as many as they are
};
/// At so many nodes at least.
Gains momentum_gains(const Mover& mover, const Stretch& stretch, const Acting& acting, int nodes);

}  // namespace rigor::verification
