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
/// a mirror symmetry is broken. A contact with a lower bound may leave while its friction acts, so
/// that one cone does not describe it: its normal is a condition of its own, and its friction lies
/// on the disc of radius μ r_n against its slip. What the path gives are starts: their modes have
/// yet to be polished. Keeps a reference to the problem.
class SmoothedPath {
 public:
  explicit SmoothedPath(const FrictionProblem& problem);

  /// To the next smaller smoothing; false at the end of the path or where it is lost. Then the
  /// impulses are as near to it as they came.
  bool advance();

  const Eigen::VectorXd& impulses() const { return r_; }
  /// What every contact seems to do: of two numbers whose product is small, the smaller one is
  /// zero.
  std::vector<FrictionMode> modes() const;

 private:
  bool improve();
  bool take(const Eigen::VectorXd& step);

  const FrictionProblem& problem_;
  Eigen::VectorXd r_;
  FrictionEquations equations_;
  double smoothing_ = 0.0;
  bool redundant_ = false;  ///< elimination has failed: steps of least norm from here on
};

}  // namespace rigor
