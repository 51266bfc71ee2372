// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/contact/jet.hpp>
#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

/// Where a body is and how it moves at one instant if its generalised accelerations are zero.
struct BodyMotion {
  Pose X_WB;
  Twist V_WB;  ///< of the body's origin, world axes
  /// Acceleration of the origin (m/s²) and angular acceleration (rad/s²) at zero generalised
  /// acceleration: zero for free and fixed bodies, J̇ v for links.
  Twist A_bias_WB;
};

/// The body's point at the world offset r from its origin, as a 2-jet of its world position.
JetVector point_jet(const BodyMotion& body, const Vector3& r_W);

/// A direction fixed in the body, with the world components u now.
JetVector direction_jet(const BodyMotion& body, const Vector3& u_W);

}  // namespace rigor
