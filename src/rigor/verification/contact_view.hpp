// SPDX-License-Identifier: Apache-2.0
// A force record and the two bodies that it acts between, at any instant of its stretch: normal,
// points and slips as polynomials in time, in long double, with bounds of their errors.
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

  const trace::ContactForce& force() const { return *force_; }
  const ContactSide& side_a() const { return a_; }
  const ContactSide& side_b() const { return b_; }
  Real length() const { return length_; }

  ContactInstant at(Real x) const;  ///< x from -1 to 1 over [begin, end]
  /// At so many Chebyshev nodes at least: points and rules of a record share them.
  const std::vector<ContactInstant>& at_nodes(int count, Nodes& nodes) const;
  Vec force_at(const trace::ForcePoint& point, const ContactInstant& at) const;
  Vec point_at(const trace::ForcePoint& point, const ContactInstant& at) const;
  /// Velocity of b's matter at the point over a's.
  Vec slip_at(const trace::ForcePoint& point, const ContactInstant& at) const;

  // As polynomials in time.
  Growth force_growth(const trace::ForcePoint& point) const;
  Growth normal_growth() const;
  Growth point_growth(const trace::ForcePoint& point) const;
  Growth slip_growth(const trace::ForcePoint& point) const;

  // Bounds.
  Real rounding() const { return rounding_; }  ///< of a series' value, of its size
  Real normal_size() const;
  Real normal_error() const;
  Real point_error(const trace::ForcePoint& point) const;  ///< m
  Real slip_error(const trace::ForcePoint& point) const;   ///< m/s
  /// Bound of ||q|² - 1| of both bodies.
  Real stretched() const { return stretched_; }
  Real square_error(const ContactSide& side) const;  ///< of |q|²

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

}  // namespace rigor::verification
