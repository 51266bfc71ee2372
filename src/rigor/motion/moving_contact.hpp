// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/touching/contact_mode.hpp>

namespace rigor {

/// A contact as the right-hand side needs it. A vertex of body O on a plane of body P, or two edges
/// with O = b and P = a; a place of -1 is a body that is driven, or does not move and is at the
/// pose given here.
struct MovingContact {
  int place_O = -1;
  int place_P = -1;
  int drive_O = -1;  ///< among the mode's drives; -1: not driven
  int drive_P = -1;
  Pose X_WO;  ///< if place_O < 0
  Pose X_WP;  ///< if place_P < 0
  bool edges = false;
  Vector3 r_O = Vector3::Zero();          ///< the vertex, or a point of O's edge; O's frame
  Vector3 r_P = Vector3::Zero();          ///< a point of P's edge; P's frame
  Matrix3 frame_P = Matrix3::Identity();  ///< columns: normal out of P, two tangents; in P's frame,
                                          ///< or the world's if P does not move
  Vector3 along_O = Vector3::UnitX();     ///< direction of O's edge, O's frame
  Vector3 along_P = Vector3::UnitX();     ///< direction of P's edge, P's frame
  double sign = 1.0;                      ///< of an edge-edge axis, or of a limit
  double viscosity = 0.0;
  Vector3 belt_O = Vector3::Zero();  ///< velocity of O's surface against O, world axes
  Vector3 belt_P = Vector3::Zero();
  int limit = -1;  ///< of a joint at its limit: the velocity, among those of O's tree

  bool has_belt() const { return !(belt_O.isZero(0.0) && belt_P.isZero(0.0)); }
};

/// The contact at the instant of the cluster. The drives of its bodies are added to `drives` if
/// they are new there.
MovingContact moving_contact(const World& world, const Cluster& cluster,
                             const ActiveContact& contact, std::vector<const DrivePiece*>& drives);

}  // namespace rigor
