// SPDX-License-Identifier: Apache-2.0
// The contact problem of a step by Newton steps on the method of multipliers: for what splittings
// do not finish, heavy bodies on light ones above all. With penalties r_c = α / (n M⁻¹ n')_c, x =
// λ - r (J u + offset) and friction of at most μ max(ℓ, x_n), kept while a step is made, the
// velocities are where
//
//   F(u) = M (u - u*) - J'(max(ℓ, x_n), x_t cut to that length) = 0.
//
// F is the gradient of a convex function, so a Newton step (M + J'r D J) d = -F, D the slope of
// what is in brackets, as long as it lowers that function most, leads down. Where steps have become
// small λ is renewed by what is in brackets, and α grows if that changes hardly less than the last
// time. Unlike the α of a splitting it need not fit the masses. (Alart and Curnier 1991; their
// slope of friction by the normal force is left out, which keeps the matrix symmetric.)
#pragma once

#include <rigor/solvers/cone_sweep.hpp>

namespace rigor {

struct NewtonOptions {
  int most = 40;            ///< steps, a factorisation each
  double tolerance = 1e-5;  ///< m/s, of the residual
  double penalty = 30.0;    ///< α at the start
};

/// From the impulses of `state` on, which is replaced by the best answer met.
ConeReport polish_by_newton(const ConeProblem& problem, const NewtonOptions& options,
                            ConeState& state);

}  // namespace rigor
