// SPDX-License-Identifier: Apache-2.0
// A force record and the two bodies that it acts between, at any instant of its stretch: normal,
// points and slips, in long double. Of what degree they are, and what they may be off by, say
// contact_bounds.hpp.
//
// Normals are not normalised: M(q) n for a plane on a body, M(q_a)(a1 - a0) x M(q_b)(b1 - b0) for
// two edges. Points and velocities are taken with M(q) for R, which is off by ||q|² - 1| of the
// arms; that is measured and added.
#pragma once

#include <map>
#include <optional>

#include <rigor/verification/body_records.hpp>
#include <rigor/verification/growth.hpp>

namespace rigor::verification {

/// Whether its normal is that of two edges.
inline bool has_edges(const trace::ContactForce& force) {
  return force.edge_a[0] != force.edge_a[1];
}

/// Of a piece, in its body's frame.
inline Vec vertex_of(const trace::Trace& trace, const trace::PieceId& id, std::uint32_t vertex) {
  return vec(trace.bodies[id.body].pieces[id.piece].vertices[vertex]);
}
/// Velocity of the surface against its body.
inline Vec belt_of(const trace::Trace& trace, const trace::PieceId& id) {
  return vec(id.body == trace::kWorld ? trace.half_spaces[id.piece].belt
                                      : trace.bodies[id.body].belt);
}
inline Vec edge_of(const trace::Trace& trace, const trace::PieceId& id,
                   const std::array<std::uint32_t, 2>& edge) {
  return vertex_of(trace, id, edge[1]) - vertex_of(trace, id, edge[0]);
}

/// One side of a touching pair along the stretch.
struct ContactSide {
  const trace::Piece* piece = nullptr;      ///< null: a half-space
  const trace::Segment* segment = nullptr;  ///< null: a half-space
  Real since = 0;                           ///< s, from the segment's start to the stretch
  Real reach = 0;                           ///< m, of the piece's vertices from the body's origin
  PlaceGrowth growth;                       ///< along the stretch

  bool moves() const { return segment != nullptr; }
  Growth square() const { return growth.quaternion * growth.quaternion; }  ///< of |q|²
};

struct ContactInstant {
  Real after = 0;  ///< s, since the begin
  Place a{}, b{};  ///< of sides that move
  Vec normal{};    ///< from a to b, of any length
};

class ContactView {
 public:
  /// None if some body is not on one segment over the whole stretch.
  static std::optional<ContactView> of(const trace::Trace& trace,
                                       const std::vector<Course>& courses,
                                       const trace::ContactForce& force);

  const trace::Trace& trace() const { return *trace_; }
  const trace::ContactForce& force() const { return *force_; }
  const ContactSide& side_a() const { return a_; }
  const ContactSide& side_b() const { return b_; }
  Real length() const { return length_; }

  ContactInstant at(Real x) const;  ///< x from -1 to 1 over [begin, end]
  /// At so many Chebyshev nodes at least: points and rules of a record share them.
  const std::vector<ContactInstant>& at_nodes(int count, Nodes& nodes) const;
  Vec force_at(const trace::ForcePoint& point, const ContactInstant& at) const;
  Vec point_at(const trace::ForcePoint& point, const ContactInstant& at) const;
  /// Velocity of b's matter at the point over a's, and of the belts there.
  Vec slip_at(const trace::ForcePoint& point, const ContactInstant& at) const;

  Real rounding() const { return rounding_; }  ///< of a series' value, of its size
  /// Bound of ||q|² - 1| of both bodies.
  Real stretched() const { return stretched_; }

 private:
  ContactView() = default;
  void choose_nodes();
  void measure(Nodes& nodes);

  const trace::Trace* trace_ = nullptr;
  const trace::ContactForce* force_ = nullptr;
  ContactSide a_, b_;
  Real length_ = 0;
  Real rounding_ = 0;
  Real stretched_ = 0;
  int count_ = 1;  ///< of the nodes that most rules share
  mutable std::map<int, std::vector<ContactInstant>> instants_;  ///< by number of nodes
};

/// Velocity of b's surface over a's, of belts: what of it is along the normal counts for nothing.
inline Vec belt_of(const ContactView& view) {
  return belt_of(view.trace(), view.force().b) - belt_of(view.trace(), view.force().a);
}

}  // namespace rigor::verification
