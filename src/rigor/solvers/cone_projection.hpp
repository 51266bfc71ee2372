// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

#include <rigor/solvers/dual_active_set.hpp>
#include <rigor/solvers/mass_factor.hpp>

namespace rigor {

/// A x against b, row by row; no rows by default.
struct LinearRows {
  Eigen::MatrixXd rows;
  Eigen::VectorXd right;
};

/// The answer of `project_on_cone`, with its proof of optimality.
struct ConeProjection {
  Eigen::VectorXd x;           ///< unique, whatever the redundancy of the rows
  Eigen::VectorXd normal;      ///< λ >= 0 of every inequality; one of many if active rows depend
  Eigen::VectorXd tangential;  ///< τ of every equation; the shortest for this λ
  std::vector<int> active;     ///< inequalities that carry λ, ascending; independent
  int equality_rank = 0;       ///< number of independent equations
  /// kkt_residual over everything but the rows left out as dependent on others, whose
  /// violation is `slack_used`: the larger of both is that of the problem as given. Over everything
  /// if the status is not Solved.
  double residual = 0.0;
  /// Largest relative violation (as in kkt_residual) of rows left out, also by inequalities that do
  /// not push; at most equation_slack or inequality_slack of ProjectionOptions if `slack` is zero.
  /// x is the exact answer of a problem whose rows differ from the given ones by this fraction of
  /// their length.
  double slack_used = 0.0;
  int iterations = 0;
  ProjectionStatus status = ProjectionStatus::Limit;
};

/// argmin ½ (x - x*)'M(x - x*) subject to N x >= c and T x = d: what frictionless, no-slip and
/// viscous impacts and contact accelerations are. Gauss's principle: M(x - x*) = N'λ + T'τ.
/// Rows may depend on each other exactly or nearly. Unless the status is Solved, x violates rows.
/// Rescaling rows, unknowns or units scales the answer accordingly.
ConeProjection project_on_cone(const MassFactor& mass, const Eigen::VectorXd& x_star,
                               const LinearRows& at_least, const LinearRows& equal,
                               const ProjectionOptions& options = {});

/// How far (x, λ, τ) is from optimal on the problem as given; a pure number, 0 is exact.
/// With |·|_M the energy norm, E = |x|_M + |x*|_M, and l_i the length of row i in the dual norm
/// (l_i² = n_i M⁻¹ n_i'), it is the largest of
///   |x - x* - M⁻¹(N'λ + T'τ)|_M / (E + Σ l_i |λ_i| + Σ l_j |τ_j|)   (balance of momentum)
///   |min(l_i λ_i, (N x - c)_i / l_i)| / (E + |c_i| / l_i)           (signs and complementarity)
///   |T x - d|_j / (l_j E + |d_j|)                                   (equations).
/// Rows of length zero must hold by themselves; their violation is measured against |c_i|.
double kkt_residual(const MassFactor& mass, const Eigen::VectorXd& x_star,
                    const LinearRows& at_least, const LinearRows& equal,
                    const ConeProjection& answer);

}  // namespace rigor
