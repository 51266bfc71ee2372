// SPDX-License-Identifier: Apache-2.0
// How long vertices cannot reach the separating plane of a pair, as the paper prints it and
// corrected.
#pragma once

#include <span>

#include <rigor/spatial/twist.hpp>

namespace rigor {

/// The separating plane of a touching pair at one instant, and how both bodies turn.
struct TouchingPlane {
  Vector3 nhat_W = Vector3::UnitZ();
  double sigma = 0.0;  ///< the plane is n̂·x = σ, metres
  Vector3 w_WA = Vector3::Zero();
  Vector3 w_WB = Vector3::Zero();
};

/// As printed, for the vertex r and the furthest touching point ξ of its body:
/// |n̂·r - σ| / ((|ω_A × n̂| + |ω_B × n̂|) |r - ξ|), infinite if the denominator is zero.
/// [TR eqn:constrained-CA]
///
/// "Furthest" makes it shorter than needed, any ξ that stays on the plane would do; but no ξ stays
/// there: touching points leave the plane at second order, so it is not sound.
double printed_plane_advancement(const TouchingPlane& plane, const Vector3& vertex,
                                 const Vector3& xi);

/// As printed: the least of it over the vertices that are further than `threshold` from the plane,
/// each with its furthest point among `touching`. [TR dt-star]
double printed_plane_bound(const TouchingPlane& plane, std::span<const Vector3> vertices,
                           std::span<const Vector3> touching, double threshold);

/// A height over a step: its value (m) and rate (m/s) now, and a bound on the size of its second
/// derivative during the step (m/s²).
struct HeightBound {
  double value = 0.0;
  double rate = 0.0;
  double curvature = 0.0;
};

/// The first t >= 0 with value + rate t - curvature t²/2 = level: the height stays above the level
/// until then. Infinite if it never comes there, zero if value <= level. Corrected form of
/// [TR eqn:constrained-CA].
double first_descent(const HeightBound& height, double level);

/// A plane carried by one body, and a vertex of the other body; both move straight
/// (step_motion.hpp). Vectors are world vectors at the beginning of the step.
struct CarriedPlane {
  Vector3 nhat_W = Vector3::UnitZ();   ///< from the carrier to the other body
  Vector3 foot_W = Vector3::Zero();    ///< a point of the plane
  Vector3 centre_W = Vector3::Zero();  ///< the carrier's centre of mass
  Twist carrier;                       ///< of that centre; zero for half-spaces and fixed bodies
  Vector3 other_W = Vector3::Zero();   ///< the other body's centre of mass
  Twist other;
};

/// The height of a vertex of the other body (at ρ from its centre of mass) above the plane, for
/// steps of at most `longest` seconds.
///
/// f = n·u - σ with u = vertex minus the carrier's centre. Both turn about fixed axes with rates
/// at most |ω| that change by at most |ω|³ t/2, so with U = |v_A - v_B| + |ω_A × ρ| (A the other
/// body, B the carrier)
///   |u(t)| <= |u| + U t,  |u̇| <= U,  |ṅ| <= |ω_B × n|,  |n̈| <= |ω_B| |ω_B × n| (1 + |ω_B| t/2),
///   |n·ü| <= |n × ω_A| |ω_A × ρ| (1 + |ω_A| t/2),  |n(t) × ω_A| <= min(|ω_A|, |n × ω_A| +
///   |ω_B × n| |ω_A| t),
/// and |f̈| <= |n̈| |u| + 2 |ṅ| |u̇| + |n·ü|. Over a fixed plane this is |ω × n| |ω × ρ|, the exact
/// maximum under a constant twist, but for the factor. Corrected form of [TR eqn:constrained-CA].
HeightBound vertex_height_bound(const CarriedPlane& plane, const Vector3& rho_W, double longest);

/// How long every vertex of the other body (offsets from its centre of mass) stays above `level`:
/// touching or not. Infinite if none comes down. No vertex of the carrier passes its own plane, so
/// the bodies stay apart that long. Corrected form of [TR dt-star] and [TR thm:safe-interval].
double plane_bound(const CarriedPlane& plane, std::span<const Vector3> offsets_W, double longest,
                   double level);

}  // namespace rigor
