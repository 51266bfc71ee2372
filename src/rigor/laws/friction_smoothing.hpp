// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// The equations F(r) = 0 of a problem and their derivative, in units of speed.
struct FrictionEquations {
  Eigen::VectorXd F;
  Eigen::MatrixXd D;
};

/// Follows smoothed complementarity conditions (Fischer and Burmeister on the second-order cone,
/// with De Saxcé's shift of the normal speed) from a large smoothing to a small one. Redundant
/// contacts share the load as at the centre of what is possible; neither the order of contacts nor
/// a mirror symmetry is broken. What it gives are starts: their modes have yet to be polished.
/// Requires least = 0 everywhere; keeps a reference to the problem.
class SmoothedPath {
 public:
  explicit SmoothedPath(const FrictionProblem& problem);

  /// To the next smaller smoothing; false at the end of the path or where it is lost.
  bool advance();

  const Eigen::VectorXd& impulses() const { return r_; }
  /// What every contact seems to do: of two numbers whose product is small, the smaller one is
  /// zero.
  std::vector<FrictionMode> modes() const;

 private:
  bool improve();

  const FrictionProblem& problem_;
  Eigen::VectorXd r_;
  FrictionEquations equations_;
  double smoothing_ = 0.0;
};

}  // namespace rigor
