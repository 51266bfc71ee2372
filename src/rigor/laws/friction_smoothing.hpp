// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/bodywise_step.hpp>
#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// What the path is measured by. Beside a slow approach fast slips stay as they are: their friction
/// is known but for small turns, and smoothing that begins at their speed would drown the rest.
struct PathScale {
  double speed = 0.0;      ///< of the approach, and of the slips that are not fast
  std::vector<char> fast;  ///< per contact: slips much faster than anything can change
};

/// Follows smoothed complementarity conditions (Fischer and Burmeister on the second-order cone,
/// with De Saxcé's shift of the normal speed) from a large smoothing to a small one. Redundant
/// contacts share the load as at the centre of what is possible; neither the order of contacts nor
/// a mirror symmetry is broken. A contact with a lower bound may leave while its friction acts, so
/// that one cone does not describe it: its normal is a condition of its own, and of the cone only
/// the conditions on its friction are left. The shift makes the conditions of a cone non-monotone,
/// and Newton's method can be lost; then rounds with the slip speeds in it held lead back. What the
/// path gives are starts: their modes have yet to be polished. Keeps a reference to the problem.
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
  /// The same by how they changed since the smoothing before: the one that stays as it was is not
  /// zero, the other one shrinks with the smoothing. Tells slips from sticking contacts long before
  /// the smoothing is as small as the slips are slow.
  std::vector<FrictionMode> modes_by_rate() const;

 private:
  void evaluate();
  bool improve();
  bool take(const Eigen::VectorXd& step);
  bool descend(double near);
  bool settle(double near);

  const FrictionProblem& problem_;
  PathScale scale_;
  std::optional<BodySystem> bodies_;  ///< where they are fewer than the contacts
  Eigen::VectorXd r_;
  Eigen::VectorXd earlier_;     ///< r of the smoothing before
  Eigen::VectorXd held_slips_;  ///< of De Saxcé's shift while it is held, else none
  FrictionEquations equations_;
  double smoothing_ = 0.0;
  bool redundant_ = false;  ///< elimination has failed: steps of least norm from here on
};

}  // namespace rigor
