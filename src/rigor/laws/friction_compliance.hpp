// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/bodywise_step.hpp>
#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// Follows the law for contacts that give way, u = (W + ε D) r + b with D their mobilities, from a
/// large ε to none. Redundant contacts share the load as springs would, so that each problem is
/// regular: Newton's method on the natural map of Alart and Curnier goes from one to the next, by
/// smaller steps of ε where it does not find it. That also reaches slips a millionth as fast as the
/// problem is, which smoothed conditions hide; with many contacts a step costs a factor of the
/// bodies' systems. Keeps a reference to the problem.
class CompliantPath {
 public:
  explicit CompliantPath(const FrictionProblem& problem);

  /// To the next smaller ε; false at the end of the path, or where it is lost. Then the impulses
  /// are those of the last ε that has an answer.
  bool advance();
  /// Where the path turns back, as it may where contacts are redundant but for a little: goes on
  /// from there with other shares of giving way, the same for the same `choice`. False if that has
  /// no answer either.
  bool share_anew(int choice);

  const Eigen::VectorXd& impulses() const { return r_; }

 private:
  /// From the impulses so far, with ρ so many times the inverse of the mobilities.
  bool solve(double compliance, double rho);
  bool solve(double compliance);
  FrictionEquations equations_at(const Eigen::VectorXd& r, double compliance, double rho) const;
  Eigen::VectorXd step(const FrictionEquations& equations) const;

  const FrictionProblem& problem_;
  std::optional<BodySystem> bodies_;  ///< where they are fewer than the contacts
  Eigen::VectorXd mobility_;          ///< per impulse
  Eigen::VectorXd give_;              ///< D, per impulse
  Eigen::VectorXd r_;
  double compliance_ = 0.0;  ///< ε of r_, none before the first
  double shrink_ = 0.0;      ///< to the next ε
};

}  // namespace rigor
