// SPDX-License-Identifier: Apache-2.0
// What closed loops leave of a tree's motion. With the rows J of the loops (loop.hpp), J v = 0, the
// joints that close them push by J'λ, without work. For efforts τ the accelerations that keep the
// loops closed are those of Gauss's principle,
//
//   dv/dt = a - M⁻¹J'(J M⁻¹J')⁺(J a + bias),   a = M⁻¹τ,
//
// so that a row r of a contact or limit, pulled back to v, moves the tree by W r',
//
//   W = M⁻¹ - M⁻¹J'(J M⁻¹J')⁺J M⁻¹ = M⁻¹ P',   P' = 1 - J'(J M⁻¹J')⁺J M⁻¹.
//
// P' r' in place of r' therefore says all about loops: M⁻¹(P' r') is what it does, and as
// P M⁻¹ P' = W, the products of such rows over M⁻¹ are those over W. What accelerates the joints in
// any case to keep the loops closed, the drift d = -M⁻¹J'(J M⁻¹J')⁺ bias, is none of P's: it adds
// to the bias of rows, r·dv/dt = (P'r')·dv/dt + r·d. Laws, modes, impacts and projections see rows,
// biases and a mass matrix as they do of open trees, and their answers keep J v = 0.
// Loops in a plane have more rows than they take motions away: the pseudoinverse does not mind.
#pragma once

#include <rigor/dynamics/loop.hpp>

namespace rigor {

/// A loop is closed if it is open by no more than this, metres or radians.
inline constexpr double kClosed = 1e-14;
/// Newton steps to close what is open by a segment's error; more would not help.
inline constexpr int kMostClosingSteps = 6;

/// The loops of a tree at one state.
struct LoopSpace {
  explicit LoopSpace(const Model& model) : equations(model) {}

  LoopEquations equations;
  Eigen::MatrixXd push;  ///< M⁻¹J'(J M⁻¹J')⁺: the least v, in the metric M, per unit of J v
  Eigen::VectorXd drift;  ///< accelerations of the joints that the loops ask for in any case
  int rank = 0;           ///< how many motions the loops take away
};

/// Fills all but the equations from them. Velocities whose rows of M are those of the unit matrix
/// and that stay zero (`held`) must have M apart from all others.
void factor(const Eigen::MatrixXd& M, const std::vector<char>& held, LoopSpace& loops);

/// By how much the loops are open, m or rad.
double openness(const LoopSpace& loops);

/// The step that closes them to first order.
Eigen::VectorXd closing_step(const LoopSpace& loops);

/// What is left of v: J v = 0.
Eigen::VectorXd kept_velocity(const LoopSpace& loops, const Eigen::VectorXd& v);

/// Adds to accelerations what the loops' joints do.
void hold(const LoopSpace& loops, Eigen::VectorXd& a);

/// P' row.
void keep_in(const LoopSpace& loops, Eigen::VectorXd& row);

/// The part J'λ of efforts that the loops' joints give, where they explain all but what is held.
Eigen::VectorXd efforts_of(const LoopSpace& loops, const Eigen::VectorXd& efforts);

}  // namespace rigor
