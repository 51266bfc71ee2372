// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <Eigen/Dense>

#include <rigor/demand.hpp>
#include <rigor/solvers/lcp_enumeration.hpp>
#include <rigor/solvers/linear_program.hpp>

namespace rigor {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// [I, -M] with columns chosen by the bits of `basis`: bit i set means z_i, else w_i.
MatrixXd complementary_basis(const MatrixXd& M, int basis) {
  const Index n = M.rows();
  MatrixXd B(n, n);
  for (Index i = 0; i < n; ++i) {
    if ((basis >> i & 1) != 0) {
      B.col(i) = -M.col(i);
    } else {
      B.col(i) = VectorXd::Unit(n, i);
    }
  }
  return B;
}

VectorXd z_part(const VectorXd& x, int basis) {
  VectorXd z = VectorXd::Zero(x.size());
  for (Index i = 0; i < x.size(); ++i) {
    if ((basis >> i & 1) != 0) z[i] = std::max(0.0, x[i]);
  }
  return z;
}

class Collector {
 public:
  Collector(const MatrixXd& M, const VectorXd& q, double tolerance)
      : M_(M), q_(q), tolerance_(tolerance) {}

  void try_basis(int basis) {
    const MatrixXd B = complementary_basis(M_, basis);
    const Eigen::FullPivLU<MatrixXd> lu(B);
    if (lu.isInvertible()) {
      const VectorXd x = lu.solve(q_);
      if (x.minCoeff() >= -tolerance_ * (1.0 + x.cwiseAbs().maxCoeff())) keep(z_part(x, basis));
    } else {
      try_singular(B, basis);
    }
  }

  LcpSolutions found;

 private:
  // B x = q, x >= 0 has none or, typically, infinitely many solutions: look for the two vertices
  // that are extreme along a null direction.
  void try_singular(const MatrixXd& B, int basis) {
    const Index n = q_.size();
    std::optional<VectorXd> first;
    for (Index i = 0; i < 2 * n; ++i) {
      const VectorXd cost = (i % 2 == 0 ? 1.0 : -1.0) * VectorXd::Unit(n, i / 2);
      const LinearProgramAnswer program = minimize_linear(cost, B, q_);
      if (program.status == LinearProgramStatus::Infeasible) return;
      const VectorXd z = z_part(program.x, basis);
      if (program.status == LinearProgramStatus::Unbounded) found.continuum = true;
      if (first && (z - *first).norm() > tolerance_ * (1.0 + z.norm())) found.continuum = true;
      if (!first) first = z;
      keep(z);
    }
  }

  void keep(const VectorXd& z) {
    const VectorXd w = M_ * z + q_;
    const double size = 1.0 + z.cwiseAbs().maxCoeff();
    if (z.cwiseMin(w).cwiseAbs().maxCoeff() > tolerance_ * size) return;
    for (const VectorXd& other : found.solutions) {
      if ((other - z).cwiseAbs().maxCoeff() <= 10.0 * tolerance_ * size) return;
    }
    found.solutions.push_back(z);
  }

  const MatrixXd& M_;
  const VectorXd& q_;
  double tolerance_;
};

}  // namespace

LcpSolutions all_lcp_solutions(const LinearComplementarity& problem, double tolerance) {
  const auto n = problem.q.size();
  RIGOR_DEMAND(n <= kLargestEnumeration);
  RIGOR_DEMAND(problem.M.rows() == n && problem.M.cols() == n);
  if (n == 0) return {{VectorXd()}};
  const Equilibration scale = equilibrate(problem.M);
  const MatrixXd M = scale.row.asDiagonal() * problem.M * scale.column.asDiagonal();
  VectorXd q = scale.row.cwiseProduct(problem.q);
  const double size = q.cwiseAbs().maxCoeff();
  if (size > 0.0) q /= size;
  Collector collector(M, q, tolerance);
  for (int basis = 0; basis < (1 << n); ++basis) collector.try_basis(basis);
  for (VectorXd& z : collector.found.solutions) {
    z = (size > 0.0 ? size : 1.0) * scale.column.cwiseProduct(z);
  }
  return collector.found;
}

}  // namespace rigor
