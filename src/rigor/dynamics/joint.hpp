// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include <rigor/spatial/pose.hpp>

namespace rigor {

// How a link L may move against its parent P. The joint frame J is fixed in the parent (X_PJ); the
// joint gives X_JL(q). Axes are unit vectors in J. Coordinates q, velocities v:
//   Fixed      -            -
//   Revolute   angle        its rate
//   Prismatic  distance     its rate
//   Universal  two angles   their rates
//   Spherical  quaternion   angular velocity of L against P, in J
//   Planar     x, y, angle  their rates
//   Free       position and quaternion; linear velocity of L's origin, angular velocity, in J
// Quaternions are (w, x, y, z). A free joint hangs on the world with J = W, so its v is a Twist.

/// No motion.
struct Fixed {};

/// Rotation about `axis` through the origins of J and L.
struct Revolute {
  Vector3 axis = Vector3::UnitZ();
};

/// Translation along `axis`.
struct Prismatic {
  Vector3 axis = Vector3::UnitX();
};

/// Rotation about `first` (fixed in the parent), then about `second` (fixed in the child), which
/// are perpendicular. They stay perpendicular in motion, so the two rates always give independent
/// angular velocities and no configuration is singular. (The one of shaft couplings, at a bend of
/// 90 degrees, appears only if both shafts can spin: then the chain of three joints has a rank
/// defect there, the mass matrix stays regular.)
struct Universal {
  Vector3 first = Vector3::UnitX();
  Vector3 second = Vector3::UnitY();
};

/// Any rotation; a quaternion, so no orientation is singular.
struct Spherical {};

/// Translation along the perpendicular `x` and `y`, then rotation about x × y.
struct Planar {
  Vector3 x = Vector3::UnitX();
  Vector3 y = Vector3::UnitY();
};

/// Any motion against the world.
struct Free {};

using Joint = std::variant<Fixed, Revolute, Prismatic, Universal, Spherical, Planar, Free>;

/// Number of coordinates: 0, 1, 1, 2, 4, 3, 7.
int coordinate_count(const Joint& joint);

/// Number of velocities: 0, 1, 1, 2, 3, 3, 6.
int velocity_count(const Joint& joint);

/// "fixed", "revolute", ...
const char* name(const Joint& joint);

/// Whether coordinate i is the integral of velocity i, i.e. the joint has no quaternion.
bool has_plain_coordinates(const Joint& joint);

/// X_JL at the coordinates q (coordinate_count numbers). Quaternions are normalised.
Pose joint_pose(const Joint& joint, const double* q);

}  // namespace rigor
