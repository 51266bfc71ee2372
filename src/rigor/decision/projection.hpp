// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <variant>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// The bodies with their contacts put right, and how far a vertex moved at most (m).
struct Projected {
  Cluster cluster;
  double moved = 0.0;
};

/// The gaps could not be put right within the limit; the reason in words.
struct ProjectionFailure {
  const char* reason = "";
};

using ProjectionOutcome = std::variant<Projected, ProjectionFailure>;

/// A vertex of one of the two pieces against the plane of an edge-edge axis through the other's
/// edge.
struct EdgeSide {
  PairId pair;
  PairAxis axis;
  Carrier of = Carrier::A;
  std::uint32_t vertex = 0;
  double floor = 0.0;  ///< m, against the edges' gap: it may reach so far beyond, if negative
};

/// No vertex moves more than this fraction of δ in a projection; the checker allows δ/10.
inline constexpr double kMaxMove = 0.05;

/// What each gap is to become.
struct GapGoals {
  std::vector<ContactId> equal;     ///< brought to `gap` exactly (to rounding)
  std::vector<ContactId> at_least;  ///< brought to at least `floor`
  std::vector<EdgeSide> sides;      ///< brought to at least the edges' gap plus their `floor`
  double gap = 0.0;
  double floor = 0.0;
  double limit = 0.0;  ///< no vertex may move further
  /// J: what putting the gaps right may add to the energy of the bodies.
  double spare = std::numeric_limits<double>::infinity();
};

/// Moves the bodies least, in the metric of their mass and rotation included, so that *each* gap
/// meets its goal: one convex QP per Newton step. [TR eqn:DAE2] In closed loops of contacts, and
/// where links make contacts depend on each other, exact equality may need a large move to mend a
/// small error; then gaps are only brought within β δ / 4 of their goal, if that moves less, or
/// within 3 β δ / 4 if nothing else can be done. So they are if exact equality would lift the
/// bodies by more than there is energy to spare. Velocities are left alone.
ProjectionOutcome project_position(const World& world, const Cluster& cluster,
                                   const GapGoals& goals);

/// Velocities on the constraints of a mode, and the impulses that brought them there.
struct ProjectedVelocity {
  Eigen::VectorXd v;
  std::vector<Vector3> impulses_W;  ///< of the contacts, on body b, N s
  double drive_work = 0.0;          ///< J: what driven bodies and belts did by them
};

/// Contacts whose speeds are to vanish, by their rows.
struct HeldContact {
  PairId pair;
  ContactRows rows;
  bool sticks = false;  ///< tangential speeds too
};

/// The velocity nearest in energy with zero normal speed at every contact and zero tangential speed
/// at those that stick, drives included. Exactly zero if the contacts leave no freedom and nothing
/// drives them. Rows that depend on others up to what the motion leaves out are left out here too,
/// as long as no more than a thousandth of the capture speed is left of them: to stop that would
/// take impulses that are larger than it by the inverse of their sine.
ProjectedVelocity project_velocity(const World& world, const Cluster& cluster,
                                   const std::vector<HeldContact>& contacts);

std::vector<HeldContact> held_contacts(const World& world, const Cluster& cluster,
                                       const std::vector<ActiveContact>& mode);

}  // namespace rigor
