// SPDX-License-Identifier: Apache-2.0
// The dynamics of a single free body, without heap and without tree: what an integrator's inner
// loop evaluates. All 6-vectors are (linear, angular) about the body's origin in world axes, as the
// velocity of a free joint; the centre of mass may lie off the origin.
#pragma once

#include <rigor/spatial/inertia.hpp>

namespace rigor {

/// Constants of a body, in its own frame B.
struct FreeBody {
  double mass = 0.0;
  double inverse_mass = 0.0;
  Vector3 com = Vector3::Zero();                ///< centre of mass, m
  Matrix3 about_com = Matrix3::Zero();          ///< inertia about it, kg m²
  Matrix3 about_com_inverse = Matrix3::Zero();  ///< its inverse, 1/(kg m²)
};

/// Precomputes the inverses. Requires defect(inertia) to be empty.
FreeBody free_body(const SpatialInertia& inertia);

/// The same body in world axes at one orientation; lasts as long as the orientation.
struct TurnedBody {
  double mass = 0.0;
  double inverse_mass = 0.0;
  Vector3 com = Vector3::Zero();  ///< from the body's origin to its centre of mass
  Matrix3 about_com = Matrix3::Zero();
  Matrix3 about_com_inverse = Matrix3::Zero();
};

TurnedBody turned(const FreeBody& body, const Matrix3& R_WB);

/// M, the 6 x 6 mass matrix about the origin.
Matrix6 mass_matrix(const TurnedBody& body);

/// M⁻¹ f for a wrench f (force, moment about the origin): the acceleration it causes, or the
/// velocity jump if f is an impulse. For a contact row J (1 x 6) this is M⁻¹ J'.
Vector6 inverse_mass_times(const TurnedBody& body, const Vector6& f);

/// dv/dt without any force but gravity: the centre of mass falls with `gravity`, Euler's equations
/// I_c α = -ω × I_c ω, and a_origin = gravity - α × c - ω × (ω × c).
Vector6 free_acceleration(const TurnedBody& body, const Vector3& w_WB, const Vector3& gravity);

/// dv/dt with a wrench about the origin besides gravity.
Vector6 acceleration(const TurnedBody& body, const Vector3& w_WB, const Vector3& gravity,
                     const Wrench& load);

/// ½ m |v_c|² + ½ ω·I_c ω, joules.
double kinetic_energy(const TurnedBody& body, const Vector6& v);

/// -m g·(p + c), joules; p_WB is the position of the origin.
double potential_energy(const TurnedBody& body, const Vector3& p_WB, const Vector3& gravity);

}  // namespace rigor
