// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <Eigen/Dense>

#include <rigor/demand.hpp>
#include <rigor/solvers/max_min_multiplier.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Independent equations C λ = C λ0 that say: free multipliers exist which make up the same force.
MatrixXd force_equations(const MatrixXd& N, const MatrixXd& T, double tolerance) {
  const MatrixXd reduced = T.rows() == 0
                               ? MatrixXd(N.transpose())
                               : MatrixXd(null_basis(T, tolerance).transpose() * N.transpose());
  if (reduced.rows() == 0 || reduced.isZero(0.0)) return MatrixXd(0, N.rows());
  return range_basis(reduced.transpose(), tolerance).transpose();
}

}  // namespace

MaxMinMultiplier max_min_multiplier(const MatrixXd& J, const VectorXd& z0, int free_count,
                                    double tolerance) {
  const Index m = J.rows() - free_count;
  RIGOR_DEMAND(free_count >= 0 && m > 0 && z0.size() == J.rows());
  const MatrixXd C = force_equations(J.topRows(m), J.bottomRows(free_count), tolerance);
  // λ = μ + t 1, μ >= 0, t = t⁺ - t⁻: C μ + (C 1)(t⁺ - t⁻) = C λ0, max t.
  MatrixXd A(C.rows(), m + 2);
  A << C, C.rowwise().sum(), -C.rowwise().sum();
  VectorXd cost = VectorXd::Zero(m + 2);
  cost[m] = -1.0;
  cost[m + 1] = 1.0;
  const LinearProgramAnswer program = minimize_linear(cost, A, C * z0.head(m));

  MaxMinMultiplier answer;
  answer.status = program.status;
  answer.multipliers = z0;
  if (program.status == LinearProgramStatus::Unbounded) {
    answer.t = std::numeric_limits<double>::infinity();
    return answer;
  }
  answer.t = program.x[m] - program.x[m + 1];
  answer.multipliers.head(m) = program.x.head(m).array() + answer.t;
  if (free_count > 0) {
    const VectorXd change = J.topRows(m).transpose() * (z0.head(m) - answer.multipliers.head(m));
    answer.multipliers.tail(free_count) +=
        minimum_norm_solve(J.bottomRows(free_count).transpose(), change, tolerance).z;
  }
  const double size = J.norm() * (answer.multipliers.norm() + z0.norm());
  if (size > 0.0) answer.residual = (J.transpose() * (answer.multipliers - z0)).norm() / size;
  return answer;
}

}  // namespace rigor
