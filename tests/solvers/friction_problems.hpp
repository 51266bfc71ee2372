// SPDX-License-Identifier: Apache-2.0
// Contact with Coulomb friction as a linear complementarity problem (Stewart and Trinkle 1996).
#pragma once

#include <rigor/solvers/lcp.hpp>

#include "contact_problems.hpp"

namespace rigor::problems {

/// Unknowns: m normal impulses, 4 m friction impulses, m slip speeds; pyramids of four edges,
/// friction coefficient 1/2. Gravity's push of 0.01 s and random velocities up to `speed`.
inline LinearComplementarity stewart_trinkle(const Assembly& assembly, double noise, double speed,
                                             Random& random) {
  constexpr double kFriction = 0.5;
  ContactProblem problem = problem_of(assembly, noise, random);
  for (Eigen::Index i = 2; i < problem.v_star.size(); i += 6) problem.v_star[i] = -0.0981;
  for (double& entry : problem.v_star) entry += speed * random.uniform(-1.0, 1.0);
  const MassFactor mass = *factor_mass(std::span<const MatrixXd>(problem.mass));
  const auto m = problem.N.rows();
  MatrixXd J(5 * m, problem.N.cols());
  J.topRows(m) = problem.N;
  for (Eigen::Index i = 0; i < m; ++i) {
    J.middleRows(m + 4 * i, 2) = problem.T.middleRows(2 * i, 2);
    J.middleRows(m + 4 * i + 2, 2) = -problem.T.middleRows(2 * i, 2);
  }
  const MatrixXd G = mass.whitened_rows(J);
  LinearComplementarity lcp{MatrixXd::Zero(6 * m, 6 * m), VectorXd::Zero(6 * m)};
  lcp.M.topLeftCorner(5 * m, 5 * m) = G.transpose() * G;
  lcp.q.head(5 * m) = J * problem.v_star;
  for (Eigen::Index i = 0; i < m; ++i) {
    lcp.M(5 * m + i, i) = kFriction;
    for (Eigen::Index k = m + 4 * i; k < m + 4 * i + 4; ++k) {
      lcp.M(k, 5 * m + i) = 1.0;
      lcp.M(5 * m + i, k) = -1.0;
    }
  }
  return lcp;
}

}  // namespace rigor::problems
