// SPDX-License-Identifier: Apache-2.0
// The contact problem of a step by Newton steps on the method of multipliers: for what splittings
// do not finish, heavy bodies on light ones above all. With penalties r_c = α / (n M⁻¹ n')_c and
// the shift s kept while a step is made, the velocities are where
//
//   F(u) = M (u - u*) - J'admissible(λ - r (J u + offset + s)) = 0.
//
// F is the gradient of a convex function, so Newton steps on (M + J'r D J) d = -F with D the slope
// of `admissible`, each as long as it lowers that function most, find it from anywhere. Then
// λ <- admissible(λ - r (y + s)), and so on. The larger α is, the fewer such rounds there are;
// unlike that of a splitting it need not fit the masses.
#pragma once

#include <rigor/solvers/cone_sweep.hpp>

namespace rigor {

struct NewtonOptions {
  int most = 40;            ///< steps, a factorisation each
  double tolerance = 1e-5;  ///< m/s, of the residual
  double penalty = 1e3;     ///< α
};

/// From the impulses of `state` on, which is replaced by the best answer met.
ConeReport polish_by_newton(const ConeProblem& problem, const NewtonOptions& options,
                            ConeState& state);

/// The slope of `admissible` at x: symmetric, between 0 and 1.
Eigen::Matrix3d slope_of_admissible(const ConeContact& contact, const Eigen::Vector3d& x, double r);

}  // namespace rigor
