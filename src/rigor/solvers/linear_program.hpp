// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace rigor {

enum class LinearProgramStatus { Solved, Infeasible, Unbounded, Limit };

/// The answer of `minimize_linear`; x is a vertex if Solved.
struct LinearProgramAnswer {
  Eigen::VectorXd x;
  double value = 0.0;  ///< cost'x
  double residual =
      0.0;  ///< largest of |A x - b|_i / (Σ_j |a_ij x_j| + |b_i|) and negative x_j / |x|
  int iterations = 0;
  LinearProgramStatus status = LinearProgramStatus::Limit;
};

/// min cost'x subject to A x = b, x >= 0: dense two-phase simplex for a few hundred unknowns.
/// Enters the steepest column; after a degenerate pivot Bland's rule, so it can not cycle. Rows may
/// depend on each other. The final vertex is computed anew from A and b.
LinearProgramAnswer minimize_linear(const Eigen::VectorXd& cost, const Eigen::MatrixXd& A,
                                    const Eigen::VectorXd& b);

}  // namespace rigor
