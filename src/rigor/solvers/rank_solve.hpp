// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include <rigor/solvers/mass_factor.hpp>

namespace rigor {

/// Singular values (estimated by pivots) below this fraction of the largest count as zero.
inline constexpr double kRankTolerance = 1e-10;

/// A solution of A z = b, the shortest one if there are many.
struct RankSolution {
  Eigen::VectorXd z;
  int rank = 0;
  double residual = 0.0;  ///< |A z - b| / (|A| |z| + |b|): small only if A z = b has a solution
};

/// The shortest z that minimises |A z - b|, by a complete orthogonal decomposition; A of any shape.
/// For A = J M⁻¹ J' prefer `constrained_motion`, which does not square the condition number.
RankSolution minimum_norm_solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                double tolerance = kRankTolerance);

/// An orthonormal basis of {A z}: one column per dimension.
Eigen::MatrixXd range_basis(const Eigen::MatrixXd& A, double tolerance = kRankTolerance);

/// An orthonormal basis of {z : A z = 0}.
Eigen::MatrixXd null_basis(const Eigen::MatrixXd& A, double tolerance = kRankTolerance);

/// The motion nearest to x* on J x = c, and the multipliers that hold it there.
struct ConstrainedMotion {
  Eigen::VectorXd x;
  Eigen::VectorXd multipliers;  ///< shortest z with M(x - x*) = J'z
  int rank = 0;
  double residual = 0.0;  ///< largest of |J x - c|_i / (l_i E + |c_i|), see kkt_residual
};

/// argmin ½ (x - x*)'M(x - x*) subject to J x = c: a contact mode without slip, Gauss's principle.
/// `dependence`: rows whose part orthogonal to others is a smaller fraction of their length depend
/// on them; they hold by themselves or spoil the residual. For repeated evaluation inside a mode.
ConstrainedMotion constrained_motion(const MassFactor& mass, const Eigen::VectorXd& x_star,
                                     const Eigen::MatrixXd& J, const Eigen::VectorXd& c,
                                     double dependence = 1e-9);

}  // namespace rigor
