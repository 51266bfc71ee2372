// SPDX-License-Identifier: Apache-2.0
#include <rigor/solvers/bordered_cholesky.hpp>

namespace rigor {

BorderedCholesky::BorderedCholesky(int blocks, std::span<const std::pair<int, int>> edges,
                                   int border)
    : inner_(blocks, edges),
      blocks_(blocks),
      border_(6 * blocks, border),
      corner_(border, border),
      answer_(6 * blocks, border) {
  clear();
}

void BorderedCholesky::clear() {
  inner_.clear();
  border_.setZero();
  corner_.setZero();
}

void BorderedCholesky::add_border(int i, int first,
                                  const Eigen::Ref<const Eigen::MatrixXd>& value) {
  border_.block(6 * i, first, 6, value.cols()) += value;
}

void BorderedCholesky::add_corner(int row, int column,
                                  const Eigen::Ref<const Eigen::MatrixXd>& value) {
  corner_.block(row, column, value.rows(), value.cols()) += value;
}

bool BorderedCholesky::factor() {
  if (!inner_.factor()) return false;
  if (corner_.cols() == 0) return true;
  std::vector<Part> column(blocks_);
  for (Eigen::Index k = 0; k < border_.cols(); ++k) {
    for (int i = 0; i < blocks_; ++i) column[i] = border_.col(k).segment<6>(6 * i);
    inner_.solve(column);
    for (int i = 0; i < blocks_; ++i) answer_.col(k).segment<6>(6 * i) = column[i];
  }
  schur_.compute(corner_ - border_.transpose() * answer_);
  return schur_.info() == Eigen::Success;
}

void BorderedCholesky::solve(std::vector<Part>& x, Eigen::VectorXd& y) const {
  inner_.solve(x);
  if (y.size() == 0) return;
  for (int i = 0; i < blocks_; ++i) y.noalias() -= border_.middleRows<6>(6 * i).transpose() * x[i];
  schur_.solveInPlace(y);
  for (int i = 0; i < blocks_; ++i) x[i].noalias() -= answer_.middleRows<6>(6 * i) * y;
}

}  // namespace rigor
