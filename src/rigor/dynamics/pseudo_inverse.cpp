// SPDX-License-Identifier: Apache-2.0
#include <Eigen/QR>

#include <rigor/dynamics/pseudo_inverse.hpp>

namespace rigor {
namespace {

constexpr double kDependent = 1e-7;

}  // namespace

PseudoInverse pseudo_inverse(const Eigen::MatrixXd& A) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(kDependent);
  factors.compute(A);
  return {factors.pseudoInverse(), static_cast<int>(factors.rank())};
}

}  // namespace rigor
