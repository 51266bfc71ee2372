// SPDX-License-Identifier: Apache-2.0
// Stiff joints. A sweep of the collocation, v := v0 + H a(q, v) Iᵀ (I integrates over the nodes,
// columns are nodes), converges only while the motion changes little over the step: H L < 1, and a
// motor with damping kd on a light link of inertia m has L = kd/m, thousands per second. The part
// of the accelerations that is to blame is known: springs, dampers and position control give
//
//   δa = -W (Kd δv + Kp δq),   W = M⁻¹ - M⁻¹J'(J M⁻¹J')⁻¹J M⁻¹
//
// with the rows J of the mode, frozen at the start of the step. With R the change of v by the plain
// sweep and δq = H δv Iᵀ, Newton's step for this part solves
//
//   Δ + H W Kd Δ Iᵀ + H² W Kp Δ (Iᵀ)² = R.
//
// I = X Λ X⁻¹ takes the nodes apart: with Z = Δ X⁻ᵀ each column has its own small equation
//
//   (1 + H λ W Kd + H² λ² W Kp) z = (R X⁻ᵀ) column,
//
// which is factorised once for a step. What the sweeps converge to is not changed by any of it.
#pragma once

#include <optional>

#include <Eigen/LU>

#include <rigor/chebyshev/nodes.hpp>

namespace rigor {

/// Springs and dampers of a tree's velocities as they act on them: accelerations per unit of
/// coordinates and velocities are -W Kp and -W Kd.
struct StiffPart {
  Eigen::MatrixXd stiffness;  ///< W Kp, 1/s²
  Eigen::MatrixXd damping;    ///< W Kd, 1/s

  /// How much a plain sweep over `length` seconds may grow an error.
  double growth(double length) const;
};

/// Newton's step for the stiff part.
class StiffSweep {
 public:
  StiffSweep(const StiffPart& part, double length, int degree);

  /// `change`: of the velocities by a plain sweep, one column per node, the first of which is zero.
  /// Replaced by Newton's.
  void refine(Eigen::MatrixXd& change) const;

 private:
  int degree_;
  std::vector<Eigen::PartialPivLU<Eigen::MatrixXcd>> factors_;  ///< one per mode that is kept
};

}  // namespace rigor
