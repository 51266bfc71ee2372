// SPDX-License-Identifier: Apache-2.0
// Limits of joints, by name. A joint at its limit is a contact without tangents: its gap is the way
// left to the limit (radians or metres), its row ±1 at one velocity of its tree.
#pragma once

#include <string>

#include <rigor/assembly/pair_id.hpp>
#include <rigor/assembly/world.hpp>

namespace rigor {

/// One side of one velocity of the joint that moves a link.
struct LimitId {
  std::uint32_t body = 0;  ///< the link
  int dof = 0;
  bool upper = false;

  /// The gap grows with the coordinate, or shrinks.
  double sign() const { return upper ? -1.0 : 1.0; }
};

/// A limit stands among pairs as the world and the link; its number is none of a half-space.
inline constexpr std::uint32_t kFirstLimit = 1U << 30;
inline bool on_limit(const PairId& pair) {
  return pair.a.body == trace::kWorld && pair.a.piece >= kFirstLimit;
}
PairId pair_of(const LimitId& limit);
LimitId limit_of(const PairId& pair);

/// The limits that the joints of a link have: of joints with plain coordinates.
std::vector<LimitId> limits_of(const World& world, std::uint32_t body);

double limit_value(const World& world, const LimitId& limit);
/// Where its coordinate and its velocity stand among those of the tree.
int coordinate_of(const Tree& tree, const LimitId& limit);
int velocity_of(const Tree& tree, const LimitId& limit);

double limit_restitution(const World& world, const PairId& pair);
/// "joint 'knee' and its upper limit" for messages.
std::string limit_name(const World& world, const PairId& pair);

}  // namespace rigor
