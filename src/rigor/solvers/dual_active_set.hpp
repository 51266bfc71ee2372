// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <Eigen/Core>

#include <rigor/solvers/active_factor.hpp>

namespace rigor {

/// Orthogonal parts shorter than this fraction of a row have no correct digit left.
inline constexpr double kIndependent = 1e-12;

enum class ProjectionStatus {
  Solved,
  Inconsistent,  ///< no point satisfies all rows (see WeakRows for rows that nearly depend on
                 ///< others)
  Limit,         ///< the iteration limit was reached
};

/// What to do with a violated row that depends on the active rows within `dependence`: its exact
/// enforcement multiplies the error of the data by up to 1/dependence.
enum class WeakRows {
  Enforce,  ///< the exact answer, however sensitive
  Refuse,   ///< Inconsistent
};

struct ProjectionOptions {
  /// Rows whose part orthogonal to the active rows is shorter than this fraction count as
  /// dependent: they are set aside, and looked at again only if the answer without them violates
  /// them.
  double dependence = 1e-6;
  /// Violation of dependent equations that counts as noise, a fraction of E + |right-hand side|
  /// (see kkt_residual). The default is exact. Rows from real geometry need more: four corners of a
  /// face that are flat to 1e-10 m make no-slip rows that forbid rocking, exactly but wrongly; for
  /// them give the noise of the points divided by the size of the bodies.
  double equation_slack = 1e-11;
  /// The same for dependent inequalities.
  double inequality_slack = 1e-11;
  /// Violation of any dependent row that counts as noise, in the unit of the right-hand sides;
  /// added.
  double slack = 0.0;
  WeakRows weak = WeakRows::Enforce;
};

/// Rows of length one (or exactly zero): a_i'y = right_i for the first `equalities`, a_i'y >=
/// right_i for the rest.
struct UnitRows {
  Eigen::MatrixXd columns;  ///< a_i is column i
  Eigen::VectorXd right;
  Eigen::VectorXd slack;  ///< accepted violation of dependent rows, besides the relative one
  int equalities = 0;
};

/// The point nearest to y* and how it was found.
struct NearestPoint {
  Eigen::VectorXd y;
  Eigen::VectorXd multipliers;  ///< of every row; y - y* = Σ λ_i a_i; zero outside `active`
  std::vector<int> active;      ///< the independent rows in `factor`, equations first
  ActiveFactor factor;
  int equality_rank = 0;
  /// Some equation was left out although its part orthogonal to the others is not rounding.
  bool weak_equations = false;
  int iterations = 0;
  ProjectionStatus status = ProjectionStatus::Limit;
};

/// argmin ½|y - y*|² subject to the rows: the dual active set method (Goldfarb and Idnani 1983)
/// with orthogonal updates. The objective grows with every row that enters, so active sets do not
/// repeat; rows violated by rounding alone (1e-14 of |y| + |y*| + |right|) never enter.
NearestPoint nearest_point(const UnitRows& rows, const Eigen::VectorXd& y_star,
                           const ProjectionOptions& options);

}  // namespace rigor
