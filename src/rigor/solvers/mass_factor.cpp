// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>

#include <rigor/demand.hpp>
#include <rigor/solvers/mass_factor.hpp>

namespace rigor {

using Eigen::Lower;
using Eigen::MatrixXd;
using Eigen::VectorXd;

std::optional<MassFactor> factor_mass(std::span<const MatrixXd> blocks) {
  MassFactor factor;
  factor.blocks_.reserve(blocks.size());
  for (const MatrixXd& block : blocks) {
    RIGOR_DEMAND(block.rows() == block.cols());
    const Eigen::LLT<MatrixXd> cholesky(block);
    if (cholesky.info() != Eigen::Success || !block.allFinite()) return std::nullopt;
    factor.blocks_.push_back({factor.size_, cholesky.matrixL()});
    factor.size_ += static_cast<int>(block.rows());
  }
  return factor;
}

std::optional<MassFactor> factor_mass(const MatrixXd& M) {
  return factor_mass(std::span<const MatrixXd>(&M, 1));
}

VectorXd MassFactor::whitened(const VectorXd& x) const {
  RIGOR_DEMAND(x.size() == size_);
  VectorXd y(size_);
  for (const Block& b : blocks_) {
    const auto n = b.lower.rows();
    y.segment(b.start, n).noalias() =
        b.lower.triangularView<Lower>().transpose() * x.segment(b.start, n);
  }
  return y;
}

VectorXd MassFactor::unwhitened(const VectorXd& y) const {
  RIGOR_DEMAND(y.size() == size_);
  VectorXd x = y;
  for (const Block& b : blocks_) {
    b.lower.triangularView<Lower>().transpose().solveInPlace(x.segment(b.start, b.lower.rows()));
  }
  return x;
}

MatrixXd MassFactor::whitened_rows(const MatrixXd& J) const {
  RIGOR_DEMAND(J.cols() == size_ || J.rows() == 0);
  MatrixXd columns(size_, J.rows());
  if (J.rows() == 0) return columns;
  columns = J.transpose();
  for (const Block& b : blocks_) {
    const auto n = b.lower.rows();
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
      auto part = columns.col(i).segment(b.start, n);
      if (!part.isZero(0.0)) b.lower.triangularView<Lower>().solveInPlace(part);
    }
  }
  return columns;
}

VectorXd MassFactor::whitened_force(const VectorXd& f) const {
  RIGOR_DEMAND(f.size() == size_);
  VectorXd y = f;
  for (const Block& b : blocks_) {
    b.lower.triangularView<Lower>().solveInPlace(y.segment(b.start, b.lower.rows()));
  }
  return y;
}

VectorXd MassFactor::product(const VectorXd& x) const {
  VectorXd f = whitened(x);
  for (const Block& b : blocks_) {
    const auto n = b.lower.rows();
    const VectorXd part = f.segment(b.start, n);
    f.segment(b.start, n).noalias() = b.lower.triangularView<Lower>() * part;
  }
  return f;
}

VectorXd MassFactor::solved(const VectorXd& f) const { return unwhitened(whitened_force(f)); }

}  // namespace rigor
