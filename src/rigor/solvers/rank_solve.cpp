// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include <rigor/demand.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double ratio(double size, double scale) { return size == 0.0 ? 0.0 : size / scale; }

double relative_residual(const MatrixXd& A, const VectorXd& z, const VectorXd& b) {
  return ratio((A * z - b).norm(), A.norm() * z.norm() + b.norm());
}

}  // namespace

RankSolution minimum_norm_solve(const MatrixXd& A, const VectorXd& b, double tolerance) {
  RIGOR_DEMAND(A.rows() == b.size());
  RankSolution solution{VectorXd::Zero(A.cols())};
  if (A.size() > 0) {
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> cod;
    cod.setThreshold(tolerance);
    cod.compute(A);
    solution.z = cod.solve(b);
    solution.rank = static_cast<int>(cod.rank());
  }
  solution.residual = relative_residual(A, solution.z, b);
  return solution;
}

MatrixXd range_basis(const MatrixXd& A, double tolerance) {
  if (A.size() == 0) return MatrixXd(A.rows(), 0);
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(tolerance);
  qr.compute(A);
  return qr.householderQ() * MatrixXd::Identity(A.rows(), qr.rank());
}

MatrixXd null_basis(const MatrixXd& A, double tolerance) {
  const Index n = A.cols();
  if (A.size() == 0) return MatrixXd::Identity(n, n);
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(tolerance);
  qr.compute(A.transpose());
  const MatrixXd Q = qr.householderQ();
  return Q.rightCols(n - qr.rank());
}

ConstrainedMotion constrained_motion(const MassFactor& mass, const VectorXd& x_star,
                                     const MatrixXd& J, const VectorXd& c, double dependence) {
  RIGOR_DEMAND(J.rows() == c.size());
  const Index m = c.size();
  ConstrainedMotion motion{x_star, VectorXd::Zero(m)};
  if (m == 0) return motion;
  const MatrixXd G = mass.whitened_rows(J);
  const VectorXd length = G.colwise().norm().transpose();
  MatrixXd unit = G;
  VectorXd right(m);
  for (Index i = 0; i < m; ++i) {
    const double scale = length[i] > 0.0 ? length[i] : 1.0;
    unit.col(i) /= scale;
    right[i] = c[i] / scale;
  }
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(dependence);
  qr.compute(unit);
  const Index rank = qr.rank();
  motion.rank = static_cast<int>(rank);
  const MatrixXd Q = qr.householderQ() * MatrixXd::Identity(mass.size(), rank);
  const VectorXd y_star = mass.whitened(x_star);
  // y = y* + Q u with R'(Q'y* + u) = c on the pivot rows.
  VectorXd u = (qr.colsPermutation().transpose() * right).head(rank);
  const auto R = qr.matrixQR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>();
  R.transpose().solveInPlace(u);
  u -= Q.transpose() * y_star;
  const VectorXd y = y_star + Q * u;
  motion.x = mass.unwhitened(y);
  // Shortest z with G z = Q u: (G'Q) = U S, z = U S⁻ᵀ u.
  const Eigen::HouseholderQR<MatrixXd> split(G.transpose() * Q);
  motion.multipliers.head(rank) =
      split.matrixQR().topRows(rank).triangularView<Eigen::Upper>().transpose().solve(u);
  motion.multipliers.applyOnTheLeft(split.householderQ());
  const double energy = y.norm() + y_star.norm();
  const VectorXd miss = J * motion.x - c;
  for (Index i = 0; i < m; ++i) {
    motion.residual =
        std::max(motion.residual, ratio(std::abs(miss[i]), length[i] * energy + std::abs(c[i])));
  }
  return motion;
}

}  // namespace rigor
