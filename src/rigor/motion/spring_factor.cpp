// SPDX-License-Identifier: Apache-2.0
#include <rigor/motion/spring_factor.hpp>
#include <rigor/motion/tolerances.hpp>

namespace rigor {

SpringFactor::SpringFactor(Eigen::Index rows, Eigen::Index columns)
    : qr_(columns, rows), fields_(columns, rows), coupling_(rows, rows), lu_(rows) {}

/// Orthonormal fields of the springs: their squares would lose rows that nearly depend on others.
RankCheck SpringFactor::compute(const Eigen::MatrixXd& springs, const Eigen::VectorXd& roots,
                                const Eigen::MatrixXd& reach) {
  qr_.compute(springs);
  double without = 1.0;
  for (Eigen::Index k = 0; k < springs.cols(); ++k) {
    const double rest = qr_.matrixQR()(k, k);
    if (!(rest * rest > kNoField * springs.col(k).squaredNorm())) return RankCheck::Lost;
    without *= rest;
  }
  fields_.setIdentity();
  qr_.householderQ().applyThisOnTheLeft(fields_, work_);
  for (Eigen::Index c = 0; c < roots.size(); ++c) fields_.row(c) *= roots[c];
  coupling_.noalias() = reach * fields_;
  lu_.compute(coupling_);
  indicator_ = lu_.determinant() / without;
  return RankCheck::Kept;
}

void SpringFactor::deform(Eigen::VectorXd& amounts) const {
  qr_.matrixQR().topRows(amounts.size()).triangularView<Eigen::Upper>().solveInPlace(amounts);
}

}  // namespace rigor
