// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace rigor {

/// Find z >= 0 with w = M z + q >= 0 and z'w = 0.
struct LinearComplementarity {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
};

/// Powers of two that make the largest entry of every row and column of diag(row) M diag(column)
/// lie near one; ones for zero rows and columns. Complementarity is unchanged by them.
struct Equilibration {
  Eigen::VectorXd row;
  Eigen::VectorXd column;
};
Equilibration equilibrate(const Eigen::MatrixXd& M);

/// The natural residual max |min(z_i, w_i)| of the equilibrated problem, divided by
/// max |z_i| + max |q_i| of it: a pure number that does not depend on units; 0 is exact.
double lcp_residual(const LinearComplementarity& problem, const Eigen::VectorXd& z);

}  // namespace rigor
