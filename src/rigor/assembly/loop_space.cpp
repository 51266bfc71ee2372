// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>

#include <rigor/assembly/loop_space.hpp>
#include <rigor/assembly/tolerances.hpp>
#include <rigor/demand.hpp>
#include <rigor/dynamics/pseudo_inverse.hpp>

namespace rigor {

void factor(const Eigen::MatrixXd& M, const std::vector<char>& held, LoopSpace& loops) {
  const Eigen::LLT<Eigen::MatrixXd> mass(M);
  RIGOR_DEMAND(mass.info() == Eigen::Success);
  // With M = L L' and B = L⁻¹J': M⁻¹J'(J M⁻¹J')⁺ = L⁻ᵀ B (B'B)⁺ = L⁻ᵀ (B')⁺.
  Eigen::MatrixXd B = loops.equations.J.transpose();
  for (Eigen::Index k = 0; k < B.cols(); ++k)
    if (B.col(k).cwiseAbs().maxCoeff() <= kNoLoopRow) B.col(k).setZero();
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i] != 0) B.row(i).setZero();
  mass.matrixL().solveInPlace(B);
  PseudoInverse inverse = pseudo_inverse(B.transpose());
  loops.rank = inverse.rank;
  loops.push = std::move(inverse.matrix);
  mass.matrixU().solveInPlace(loops.push);
  loops.drift = -(loops.push * loops.equations.bias);
}

double openness(const LoopSpace& loops) {
  return loops.equations.f.size() > 0 ? loops.equations.f.cwiseAbs().maxCoeff() : 0.0;
}

Eigen::VectorXd closing_step(const LoopSpace& loops) { return -(loops.push * loops.equations.f); }

Eigen::VectorXd kept_velocity(const LoopSpace& loops, const Eigen::VectorXd& v) {
  return v - loops.push * (loops.equations.J * v);
}

void hold(const LoopSpace& loops, Eigen::VectorXd& a) {
  a += loops.drift - loops.push * (loops.equations.J * a);
}

void keep_in(const LoopSpace& loops, Eigen::VectorXd& row) {
  const double size = row.cwiseAbs().maxCoeff();
  row -= loops.equations.J.transpose() * (loops.push.transpose() * row);
  if (row.cwiseAbs().maxCoeff() <= kAllBorne * size) row.setZero();
}

Eigen::VectorXd efforts_of(const LoopSpace& loops, const Eigen::VectorXd& efforts) {
  return loops.equations.J.transpose() * (loops.push.transpose() * efforts);
}

}  // namespace rigor
