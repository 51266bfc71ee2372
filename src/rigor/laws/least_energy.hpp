// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/contact_set.hpp>

namespace rigor {

/// min ½|v|²_M, v = v0 + M⁻¹ (N'p + T'τ), over p >= 0 with N v >= 0, |τ_i| <= μ_i (least_i + p_i),
/// Σ p <= κ: the impact of maximum dissipation. Convex, so v is unique.
struct LeastEnergyProblem {
  const ContactSet& set;
  Eigen::VectorXd v0;
  Eigen::VectorXd least;  ///< normal impulses that v0 already contains, N s
  double kappa = 0.0;     ///< N s
};

/// Impulses, and the multipliers of N v >= 0 (N s) and of Σ p <= κ (m/s).
struct LeastEnergyPoint {
  Eigen::VectorXd normal;
  Eigen::VectorXd tangential;
  Eigen::VectorXd contact_multiplier;
  double total_multiplier = 0.0;
};

/// v of the point.
Eigen::VectorXd velocity_of(const LeastEnergyProblem& problem, const LeastEnergyPoint& point);

/// Largest violation of the optimality conditions on the circular cone, as a fraction of the
/// largest speed; impulses count as the speeds they give. With w = v - M⁻¹N'λ they are: 0 <= λ ⊥ N
/// v >= 0; 0 <= σ ⊥ κ - Σp >= 0; τ_i is the point of the disk |τ_i| <= μ_i (least_i + p_i) farthest
/// along -T_i w; 0 <= p_i ⊥ N_i w - μ_i |T_i w| + σ >= 0. Zero only at the minimum.
double residual_of(const LeastEnergyProblem& problem, const LeastEnergyPoint& point);

/// The point after Newton steps of minimum norm on the conditions that are active near it. The sets
/// of pushing, touching and sliding contacts are corrected from step to step; the best point seen
/// is returned, which may be `start`.
LeastEnergyPoint polished(const LeastEnergyProblem& problem, const LeastEnergyPoint& start);

}  // namespace rigor
