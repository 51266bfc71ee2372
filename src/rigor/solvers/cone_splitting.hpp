// SPDX-License-Identifier: Apache-2.0
// The contact problem of a step by splitting (ADMM): velocities by one sparse linear system,
// impulses contact by contact. With penalties r_c = α / (n M⁻¹ n')_c, from λ and z:
//
//   u  <- (M + J'rJ)^-1 (M u* + J'(λ + r (z - offset - s)))     factored once per α
//   y   = J u + offset,  s = (μ |y_t|, 0, 0),  x = λ - r (y + s)
//   λ+  = θ admissible(x),   z <- y + s + (λ+ - λ)/r,   λ <- λ+
//
// (y + s over-relaxed: the `relaxation` of it less the rest of the old z).
// The first z is that of the given impulses, so a near solution stays near. θ = 1/(1 + softness) in
// the first rounds unless the state is near a solution, then 1. While it is below 1 contacts are
// springs of compliance softness/r_c: that chooses how normal forces are shared that the law leaves
// open. Every `adaption` rounds α is multiplied or divided by 4 if one of the two residuals, |y + s
// - z| and the change of z, is five times the other. Unlike Gauss-Seidel the number of rounds
// hardly depends on how tall a stack is.
#pragma once

#include <rigor/solvers/cone_sweep.hpp>

namespace rigor {

struct SplittingOptions {
  int most = 200;           ///< rounds
  double tolerance = 1e-5;  ///< m/s, of both residuals
  int soft_rounds = 20;
  double softness = 0.3;
  int adaption = 10;
  double relaxation = 1.6;        ///< in [1, 2): steps beyond the present y, which saves rounds
  SweepOptions polish{10, 1e-5};  ///< sweeps that follow, on the impulses cut into their sets
  /// No round is soft if the residual is at most this multiple of the tolerance before the first:
  /// the forces of a near solution are shared already.
  double near = 100.0;
};

/// From the impulses of `state` on, which is replaced by the best answer met: that of the splitting
/// after its polish, or the given one if that has the smaller residual.
ConeReport split(const ConeProblem& problem, const SplittingOptions& options, ConeState& state);

}  // namespace rigor
