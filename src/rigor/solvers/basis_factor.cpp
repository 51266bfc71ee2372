// SPDX-License-Identifier: Apache-2.0
#include <rigor/demand.hpp>
#include <rigor/solvers/basis_factor.hpp>

namespace rigor {

using Eigen::VectorXd;

void BasisFactor::factor(const Eigen::MatrixXd& B) {
  RIGOR_DEMAND(B.rows() == size_ && B.cols() == size_);
  lu_.compute(B);
  identity_ = false;
  etas_.clear();
}

void BasisFactor::exchange(int position, const VectorXd& d) {
  RIGOR_DEMAND(d[position] != 0.0);
  etas_.push_back({position, d});
}

VectorXd BasisFactor::solved(const VectorXd& b) const {
  VectorXd x = identity_ ? b : VectorXd(lu_.solve(b));
  for (const Eta& eta : etas_) {
    const double value = x[eta.position] / eta.d[eta.position];
    x -= value * eta.d;
    x[eta.position] = value;
  }
  return x;
}

VectorXd BasisFactor::inverse_row(int position) const {
  VectorXd y = VectorXd::Unit(size_, position);
  for (auto eta = etas_.rbegin(); eta != etas_.rend(); ++eta) {
    const double own = eta->d[eta->position] * y[eta->position];
    const double others = eta->d.dot(y) - own;
    y[eta->position] = (y[eta->position] - others) / eta->d[eta->position];
  }
  return identity_ ? y : VectorXd(lu_.transpose().solve(y));
}

}  // namespace rigor
