// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

/// Mass properties of a rigid body, all in the body's frame.
struct SpatialInertia {
  double mass = 0.0;                    ///< kg
  Vector3 com = Vector3::Zero();        ///< centre of mass, metres from the body's origin
  Matrix3 about_com = Matrix3::Zero();  ///< rotational inertia about the centre of mass, kg m²
};

/// The inertia of both bodies taken as one; both given in the same frame.
SpatialInertia combined(const SpatialInertia& a, const SpatialInertia& b);

/// The same body seen from the frame A: X_AB places the frame in which `inertia_B` is given.
SpatialInertia transformed(const Pose& X_AB, const SpatialInertia& inertia_B);

/// Rotational inertia about the body's origin: I_c + m (|c|² 1 - c c'), kg m².
Matrix3 about_origin(const SpatialInertia& inertia);

/// The 6 x 6 mass matrix about the origin, linear part first; the inertia must be given in world
/// axes.
Matrix6 mass_matrix(const SpatialInertia& inertia_W);

/// ½ m |v_c|² + ½ ω·I_c ω, joules; twist at the body's origin, same axes.
double kinetic_energy(const SpatialInertia& inertia, const Twist& V);

/// Why `inertia` can not belong to a body with positive mass density, or nothing if it can: the
/// mass is positive, all is finite, about_com is symmetric, positive definite, and its principal
/// moments obey the triangle inequality, each to a relative 1e-9 for rounding in the input.
std::optional<std::string> defect(const SpatialInertia& inertia);

}  // namespace rigor
