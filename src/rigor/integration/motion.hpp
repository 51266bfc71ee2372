// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/geometry/half_space.hpp>
#include <rigor/integration/body.hpp>
#include <rigor/laws/mode.hpp>

namespace rigor {

/// A vertex of a body against a half-space, by their numbers.
struct ContactId {
  int half_space = 0;
  int piece = 0;
  int vertex = 0;

  auto operator<=>(const ContactId&) const = default;
};

/// The contact's vertex in the body's frame.
inline const Vector3& vertex(const MovingBody& body, const ContactId& id) {
  return body.pieces[id.piece].polytope.vertices()[id.vertex];
}

/// A contact while a mode lasts.
struct ActiveContact {
  ContactId id;
  ContactState state = ContactState::Frictionless;
  double viscosity = 0.0;  ///< tangential force per slip speed, N s/m
};

/// A body whose contacts are fixed: the right-hand side of its motion between events.
struct ModeMotion {
  const MovingBody* body = nullptr;
  Vector3 gravity = Vector3::Zero();
  std::vector<ActiveContact> contacts;
  std::vector<Vector3> arms_B;  ///< of the contacts, from the centre of mass, body axes
  std::vector<Matrix3> frames;  ///< of the contacts' planes: columns normal, tangent, tangent
  /// The equations of the mode: row `axis` (0 normal, 1 and 2 tangents) of contact `contact`.
  struct Row {
    int contact = 0;
    int axis = 0;
  };
  std::vector<Row> rows;  ///< independent ones only, at most six
};

/// Chooses independent rows at the given state.
ModeMotion mode_motion(const MovingBody& body, const std::vector<HalfSpace>& half_spaces,
                       const Vector3& gravity, std::vector<ActiveContact> contacts,
                       const BodyState& state);

/// The acceleration of the mode, and the multipliers of its rows. [TR eqn:DAE] The force on the
/// body is Σ multiplier × direction of the row, at the row's contact.
struct ModeAcceleration {
  Vector6 a = Vector6::Zero();
  Vector6 multipliers = Vector6::Zero();
  RankCheck rank = RankCheck::Kept;
};
ModeAcceleration mode_acceleration(const ModeMotion& motion, const BodyState& state);

}  // namespace rigor
