// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/vector.hpp>

namespace rigor {

/// Velocity of a rigid body: V_WB holds the world-frame velocity of the body's origin and its
/// world-frame angular velocity. As a Vector6: linear first, then angular.
struct Twist {
  Vector3 linear = Vector3::Zero();   ///< m/s, of the point the twist refers to
  Vector3 angular = Vector3::Zero();  ///< rad/s

  Vector6 vector() const { return (Vector6() << linear, angular).finished(); }
  static Twist from(const Vector6& v) { return {v.head<3>(), v.tail<3>()}; }
};

/// Force and moment on a body; the moment is about the point that the wrench refers to.
struct Wrench {
  Vector3 force = Vector3::Zero();   ///< N
  Vector3 moment = Vector3::Zero();  ///< N m

  Vector6 vector() const { return (Vector6() << force, moment).finished(); }
};

/// Velocity of the body's point at the offset r (world frame) from the twist's point: v + ω × r.
Vector3 velocity_at(const Twist& V, const Vector3& r);

/// The same motion referred to the point at the offset r.
Twist shifted(const Twist& V, const Vector3& r);

/// The same load referred to the point at the offset r: the moment becomes m - r × f.
Wrench shifted(const Wrench& F, const Vector3& r);

/// Power F·V of a load on a motion, both referred to the same point, in watts.
double power(const Wrench& F, const Twist& V);

}  // namespace rigor
