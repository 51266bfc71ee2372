// SPDX-License-Identifier: Apache-2.0
// Which contacts some bodies keep between two events, and what each of them does.
#pragma once

#include <optional>

#include <rigor/laws/mode.hpp>
#include <rigor/touching/cluster.hpp>

namespace rigor {

/// A contact while a mode lasts.
struct ActiveContact {
  ContactId id;
  ContactState state = ContactState::Frictionless;
  double viscosity = 0.0;  ///< tangential force per slip speed, N s/m; on half-spaces only
};

/// A part of the rim of the region that two faces have in common: an edge of one of the bodies.
struct RimEdge {
  bool of_a = true;                  ///< of the pair's a, or of its b
  Vector3 along = Vector3::UnitX();  ///< unit, in that body's frame
};

/// How that rim turns at a corner, small turns of corners just before it included (see rim.hpp).
struct RimTurn {
  RimEdge before;
  RimEdge after;
  double straight = 0.0;  ///< rad: below twice this turn its share fades, to none at this turn
};

/// A point at which Coulomb friction acts while its pair slides: a clipped corner of the pair.
struct FrictionPoint {
  ContactId id;
  double friction = 0.0;  ///< μ
  bool sticks = false;    ///< the pair turns about this point
  bool onset = false;     ///< sets out from zero speed
  bool loaded = true;     ///< carries force; the springs of the others would have to pull
  Vector3 slip_W = Vector3::UnitX();  ///< unit direction of the vertex over the plane (of b's edge
                                      ///< over a's)
  std::optional<RimTurn> turn{};      ///< of corners of faces
  Vector3 preload = Vector3::Zero();  ///< of its springs, N: normal, and two tangents if it sticks
};

/// What a bond belongs to: a vertex on a half-space, or a pair of bodies as a whole (their corners
/// come and go as they slide).
struct Bond {
  PairId pair;
  std::uint32_t vertex = 0;

  auto operator<=>(const Bond&) const = default;
};

/// A corner that begins to slide, and in which direction: that of FrictionPoint.
struct SlipOnset {
  ContactId id;
  Vector3 slip_W = Vector3::UnitX();
};

/// The force that the law gave to a corner of a sliding pair, or to a contact of one that sticks.
struct CornerLoad {
  ContactId id;
  Vector3 force = Vector3::Zero();  ///< N: normal, and of what sticks along the tangents that a
                                    ///< MovingContact has
};

/// Which contacts some bodies keep, ordered by id, and which of their bonds are broken: a broken
/// bond stays so until an impact faster than the capture speed.
struct Mode {
  std::vector<ActiveContact> contacts;
  std::vector<Bond> broken;
  // Coulomb's law only
  std::vector<SlipOnset> onsets{};  ///< corners that begin to slide
  std::vector<ContactId> pivots{};  ///< corners of sliding pairs that stay where they are
  /// Where springs at the corners would move otherwise than the law decided: the springs are
  /// pressed in by these forces before anything moves.
  std::vector<CornerLoad> loads{};
  bool split_is_open = false;  ///< other splits of the normal forces would move differently
};

/// Ids of the contacts, in order.
std::vector<ContactId> ids_of(const Mode& mode);

/// The contacts of one pair, in order.
std::vector<const ActiveContact*> contacts_of(const Mode& mode, const PairId& pair);

/// Whether a pair has a contact in the mode.
bool touches(const Mode& mode, const PairId& pair);

/// Whether a pair slides in the mode, as a whole or about a pivot.
bool slides(const Mode& mode, const PairId& pair);

/// What a corner of a mode's pairs does.
ContactState state_of(const Mode& mode, const ContactId& corner);

}  // namespace rigor
