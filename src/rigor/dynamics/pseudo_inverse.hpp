// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace rigor {

struct PseudoInverse {
  Eigen::MatrixXd matrix;  ///< A⁺: the shortest x with the least |A x - b| is A⁺ b
  int rank = 0;
};

/// Rows whose part across the others is below 1e-7 of the largest say nothing new.
PseudoInverse pseudo_inverse(const Eigen::MatrixXd& A);

}  // namespace rigor
