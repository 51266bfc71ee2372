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

/// z = Q η with Q'B Q η = Q'c: the multipliers of a mode with sliding contacts.
struct RangeSolution {
  Eigen::VectorXd z;
  double residual = 0.0;         ///< |B z - c| / (|B| |z| + |c|)
  double condition_inverse = 0;  ///< estimate for Q'B Q; 0 if singular, and z means nothing then
};

/// Solves B z = c for z in the range spanned by Q's orthonormal columns, where B = J M⁻¹ W is
/// square, perhaps not symmetric (W: directions of force, with friction of sliding contacts), and Q
/// = range_basis(J). The answer is the limit of equal springs at all contacts; without sliding it
/// is the minimum-norm solution. The rank decision is made on geometry alone.
RangeSolution range_solve(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& B,
                          const Eigen::VectorXd& c);

/// det(Q'B Q) / det(Q'S Q), S symmetric positive definite on the range: 1 without friction; zero or
/// negative where sliding contacts have none or several solutions (Painlevé).
double determinant_ratio(const Eigen::MatrixXd& Q, const Eigen::MatrixXd& B,
                         const Eigen::MatrixXd& S);

}  // namespace rigor
