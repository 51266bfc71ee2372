// SPDX-License-Identifier: Apache-2.0
// Conservative advancement of links: how fast a link can move along a direction, as the paper
// prints it and corrected.
#pragma once

#include <cstdint>
#include <vector>

namespace rigor {

enum class ChainJointKind : std::uint8_t { Prismatic, Revolute, Universal, Spherical };

/// Joint j of a chain from the base to link i, and the way from it to the next joint.
struct ChainJoint {
  ChainJointKind kind = ChainJointKind::Revolute;
  /// Corrected: |q̇| (prismatic, revolute), the size of the joint's relative angular velocity
  /// (universal √(q̇₁² + q̇₂²), spherical |ω|; for rates of Euler angles their sum). Printed: the
  /// norm of the coordinates' rates.
  double rate = 0.0;
  double extension = 0.0;  ///< |q| of a prismatic joint now, metres; else 0
  double length = 0.0;  ///< |ℓ_{j+1} - ℓ_j| at zero extension, metres; unused for the last joint
};

/// How the base moves; all zero if it is fixed.
struct ChainBase {
  double approach = 0.0;  ///< |d̂·ẋ| of the base's reference point, m/s
  double spin = 0.0;      ///< |ω|, rad/s
  double offset = 0.0;    ///< |ℓ_1 - x|: the first joint from the reference point, metres
};

/// The chain from the base to a link.
struct Chain {
  ChainBase base;
  std::vector<ChainJoint> joints;  ///< 1 .. i
  double radius = 0.0;             ///< printed: r of the link's bounding sphere, metres
  double reach = 0.0;  ///< corrected: largest distance of a vertex from the link's joint, metres
};

/// d^ℓ_k as printed: |q_k| + |q̇_k| (prismatic), |ℓ_{k+1} - ℓ_k| (others). [TR eqn:d]
/// Adds a length and a speed: right for steps of one second and sliders without fixed length.
double printed_link_reach(const ChainJoint& joint);
/// γ_j as printed, j from 0: Σ_{k=j}^{i-1} d_k + 2 r. [TR eqn:gamma]
double printed_gamma(const Chain& chain, std::size_t j);
/// κ_j as printed: |q̇_j| (prismatic), |q̇_j| γ_j (others). [TR kappa]
double printed_kappa(const Chain& chain, std::size_t j);
/// |d̂·ẋ| + |ω| γ_1 + Σ κ_j as printed, m/s. [TR eqn:CA-multibody]
double printed_chain_speed(const Chain& chain);

/// D_k over a step of h seconds: the fixed length, plus |q_k| + |q̇_k| h of a slider. [TR eqn:d]
double link_reach(const ChainJoint& joint, double h);
/// γ_j = Σ_{k=j}^{i-1} D_k + reach, plus the last joint's own slide. [TR eqn:gamma]
double chain_gamma(const Chain& chain, std::size_t j, double h);
/// κ_j = |q̇_j| (prismatic), |ω_j| γ_j (others). [TR kappa]
double chain_kappa(const Chain& chain, std::size_t j, double h);
/// |d̂·ẋ| + |ω| (γ_1 + |ℓ_1 - x|) + Σ κ_j: no point of the link moves faster along d̂ while joints
/// keep their rates for h seconds, m/s. [TR eqn:CA-multibody]
///
/// Turning of joint j moves a point p of the link with |ω_j × (p - ℓ_j)|, and |p - ℓ_j| <= γ_j
/// along the chain, whatever the joints in between do in that time.
double chain_speed(const Chain& chain, double h);

/// As printed: the plane bound of a vertex of a link, |n̂·r - σ| / ((|ω| + Σ |q̇_j| + |ω_B × n̂|)
/// |r - ξ|). [TR eqn:constrained-CA-multibody]
double printed_chain_plane_advancement(const Chain& chain, double height, double other_turning,
                                       double furthest);

/// A bound on the size of the second derivative of a point of the link while joints keep their
/// rates for h seconds, m/s²; value and rate being known, first_descent then gives the corrected
/// form of [TR eqn:constrained-CA-multibody].
///
/// The way from the base to the point is a sum of vectors, each fixed in a link k and turned by all
/// joints up to k. With W_k = Σ_{j<=k} |ω_j| (base included; √2 |ω_j| for universal joints, whose
/// two rates count one by one) its second derivative is at most (W_k² + Σ |ω_j|³ h/2 over
/// quaternions) times its length, and a slider adds 2 W_k |q̇_k|. `spins[k]` replaces W_k where the
/// angular velocity of link k is known to keep its size (all joints up to it turn about parallel
/// axes); negative if it is not known. Empty: none is.
double chain_curvature(const Chain& chain, double h, const std::vector<double>& spins);

}  // namespace rigor
