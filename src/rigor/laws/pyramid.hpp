// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/friction_problem.hpp>
#include <rigor/solvers/lemke.hpp>

namespace rigor {

/// The answer of `pyramid_impulse`.
struct PyramidImpulse {
  Eigen::VectorXd r;  ///< (normal, two tangents) per contact
  double residual = 0.0;
  int pivots = 0;
  LemkeStatus status = LemkeStatus::Limit;
};

/// Coulomb's law with the cone replaced by a pyramid of `edges` sides (even, at least 4): the
/// linear complementarity problem of Stewart and Trinkle (1996) and Anitescu and Potra (1997),
/// which are one and the same at a single instant, by Lemke's method. Friction is too weak by up to
/// 1 - cos(π/edges) between the edges. Always solvable if no contact has a given direction of
/// slip; those that have one enter with their own friction, and if all have, nothing is replaced.
PyramidImpulse pyramid_impulse(const FrictionProblem& problem, int edges);

}  // namespace rigor
