// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// Follows the law for contacts that give way, u = (W + ε D) r + b with D their mobilities, from a
/// large ε to none. Redundant contacts share the load as springs would, so that each problem is
/// regular: Newton's method on the natural map of Alart and Curnier goes from one to the next. That
/// also reaches slips a millionth as fast as the problem is, which smoothed conditions hide. Keeps
/// a reference to the problem.
class CompliantPath {
 public:
  explicit CompliantPath(const FrictionProblem& problem);

  /// To the next smaller ε; false at the end of the path, or where it is lost. Then the impulses
  /// are those of the last ε that has an answer.
  bool advance();

  const Eigen::VectorXd& impulses() const { return r_; }

 private:
  /// From the impulses so far, with ρ so many times the inverse of the mobilities.
  bool solve(double rho);

  const FrictionProblem& problem_;
  Eigen::VectorXd mobility_;  ///< per impulse
  Eigen::VectorXd r_;
  double compliance_ = 0.0;
  int missed_ = 0;  ///< values of ε one after the other that had no answer
};

}  // namespace rigor
