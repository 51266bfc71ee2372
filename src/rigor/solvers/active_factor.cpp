// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Householder>
#include <Eigen/Jacobi>

#include <rigor/demand.hpp>
#include <rigor/solvers/active_factor.hpp>

namespace rigor {

using Eigen::MatrixXd;
using Eigen::VectorXd;

ActiveFactor::ActiveFactor(int unknowns)
    : q_(MatrixXd::Identity(unknowns, unknowns)), r_(unknowns, unknowns), work_(unknowns) {}

void ActiveFactor::coordinates(const Eigen::Ref<const VectorXd>& a, VectorXd& d) const {
  d.noalias() = q_.transpose() * a;
}

void ActiveFactor::add(const VectorXd& d) {
  const int n = unknowns();
  RIGOR_DEMAND(size_ < n);
  const auto tail = n - size_;
  VectorXd essential(tail - 1);
  double tau = 0.0;
  double beta = 0.0;
  d.tail(tail).makeHouseholder(essential, tau, beta);
  q_.rightCols(tail).applyHouseholderOnTheRight(essential, tau, work_.data());
  r_.col(size_).head(size_) = d.head(size_);
  r_(size_, size_) = beta;
  ++size_;
}

void ActiveFactor::drop(int position) {
  RIGOR_DEMAND(position >= 0 && position < size_);
  for (int j = position; j + 1 < size_; ++j) r_.col(j).head(j + 2) = r_.col(j + 1).head(j + 2);
  --size_;
  // Columns from `position` on are upper Hessenberg now: rotate the subdiagonal away.
  for (int j = position; j < size_; ++j) {
    Eigen::JacobiRotation<double> rotation;
    double diagonal = 0.0;
    rotation.makeGivens(r_(j, j), r_(j + 1, j), &diagonal);
    r_(j, j) = diagonal;
    r_(j + 1, j) = 0.0;
    const auto rest = size_ - j - 1;
    r_.block(j, j + 1, 2, rest).applyOnTheLeft(0, 1, rotation.adjoint());
    q_.applyOnTheRight(j, j + 1, rotation);
  }
}

void ActiveFactor::orthogonal_part(const VectorXd& d, VectorXd& z) const {
  const auto tail = unknowns() - size_;
  z.noalias() = q_.rightCols(tail) * d.tail(tail);
}

void ActiveFactor::solve(const VectorXd& b, VectorXd& x) const {
  x = b.head(size_);
  r_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().solveInPlace(x);
}

void ActiveFactor::solve_transposed(const VectorXd& b, VectorXd& x) const {
  x = b.head(size_);
  r_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().transpose().solveInPlace(x);
}

}  // namespace rigor
