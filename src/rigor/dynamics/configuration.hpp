// SPDX-License-Identifier: Apache-2.0
// Coordinates as points of a manifold: quaternions move along great circles, all else adds. No
// joint has a singular configuration here.
#pragma once

#include <rigor/dynamics/state.hpp>

namespace rigor {

/// dq/dt for the velocities v; quaternions get q̇ = ½ (0, ω) q. Writes all of `qdot`;
/// allocation-free.
void coordinate_rates(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& qdot);

/// The same for one mechanism: writes qdot[first_q .. end_q) only.
void coordinate_rates(const Model& model, const Mechanism& mechanism, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& v, Eigen::VectorXd& qdot);

/// The coordinates reached from q in unit time with the constant velocities `step`: quaternions
/// become exp(step) q, normalised.
Eigen::VectorXd integrate(const Model& model, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& step);

/// The shortest `step` with integrate(from, step) = to; rotations by at most π. Both quaternions
/// of an orientation give the same step.
Eigen::VectorXd difference(const Model& model, const Eigen::VectorXd& from,
                           const Eigen::VectorXd& to);

}  // namespace rigor
