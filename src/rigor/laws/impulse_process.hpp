// SPDX-License-Identifier: Apache-2.0
// The impulse process of one contact with Coulomb friction (Darboux 1880, Keller 1986): the blow is
// spread over its own normal impulse p, and friction follows the slip while it lasts.
//
//   du/dp = W (1, -μ s),  s = u_t/|u_t|,  u = (u_n, u_t)
//
// Write u_t = ρ (cos φ, sin φ), f = (1, -μ s), k = (W f)_n, g = s·(W f)_t, h = s⊥·(W f)_t, and let
// dp = ρ dσ. Then dφ/dσ = h(φ) and d ln ρ/dσ = g(φ) have no singularity where the slip stops.
//
// In a state of Painlevé k < 0 although the normal speed is zero: pushing makes the contact
// approach. What follows, all of it since W is positive semidefinite:
// - k - μ g = f'W f >= 0. So the slip slows down while k < 0 (g <= k/μ), and a slip that grows has
//   k >= μ g > 0: the process ends, either by the normal speed's return to zero or by a stop.
// - At a stop with u_n < 0 the contact sticks if its cone holds it, and its normal speed rises at
//   the rate of W's Schur complement; else it slips on in the one direction with h = 0, g > 0.
// - The normal speed returns from below, so k > 0 at the end: the paradox is left behind.
// - Energy falls all the way: dE/dp = u_n - μ |u_t| <= 0, or u_n <= 0 while the contact sticks.
#pragma once

#include <optional>

#include <Eigen/Core>

namespace rigor {

/// A contact as impulses see it: u changes by W r.
struct PushedContact {
  Eigen::Matrix3d W = Eigen::Matrix3d::Identity();  ///< normal, two tangents; 1/kg
  Eigen::Vector3d u = Eigen::Vector3d::Zero();      ///< m/s; separating is positive
  double mu = 0.0;
};

/// k above: how fast the normal speed rises with the normal impulse while the contact slides as it
/// does. Negative: a state of Painlevé. W_nn where nothing slides.
double pressing_rate(const PushedContact& contact);

/// The impulse of the compression: from u_n <= 0 until u_n returns to zero from below. Zero if the
/// contact neither approaches nor has k < 0. A positive u_n is taken as zero. Nothing if the
/// process does not end, which the argument above excludes for a W that is positive semidefinite.
std::optional<Eigen::Vector3d> impulse_process(const PushedContact& contact);

}  // namespace rigor
