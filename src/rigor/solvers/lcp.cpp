// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <rigor/demand.hpp>
#include <rigor/solvers/lcp.hpp>

namespace rigor {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Equilibration equilibrate(const MatrixXd& M) {
  constexpr int kPasses = 8;  // each takes the square root of the remaining imbalance (Ruiz 2001)
  Equilibration scale{VectorXd::Ones(M.rows()), VectorXd::Ones(M.cols())};
  if (M.size() == 0) return scale;
  const MatrixXd size = M.cwiseAbs();
  for (int pass = 0; pass < kPasses; ++pass) {
    const MatrixXd now = scale.row.asDiagonal() * size * scale.column.asDiagonal();
    for (Index i = 0; i < M.rows(); ++i) {
      const double largest = now.row(i).maxCoeff();
      if (largest > 0.0) scale.row[i] /= std::sqrt(largest);
    }
    for (Index j = 0; j < M.cols(); ++j) {
      const double largest = now.col(j).maxCoeff();
      if (largest > 0.0) scale.column[j] /= std::sqrt(largest);
    }
  }
  for (double& factor : scale.row) factor = std::exp2(std::round(std::log2(factor)));
  for (double& factor : scale.column) factor = std::exp2(std::round(std::log2(factor)));
  return scale;
}

double lcp_residual(const LinearComplementarity& problem, const VectorXd& z) {
  const Index n = problem.q.size();
  RIGOR_DEMAND(problem.M.rows() == n && problem.M.cols() == n && z.size() == n);
  if (n == 0) return 0.0;
  const Equilibration scale = equilibrate(problem.M);
  const VectorXd w = scale.row.cwiseProduct(problem.M * z + problem.q);
  const VectorXd y = z.cwiseQuotient(scale.column);
  const double miss = y.cwiseMin(w).cwiseAbs().maxCoeff();
  const double size =
      y.cwiseAbs().maxCoeff() + scale.row.cwiseProduct(problem.q).cwiseAbs().maxCoeff();
  if (miss == 0.0) return 0.0;
  return miss / size;
}

}  // namespace rigor
