// SPDX-License-Identifier: Apache-2.0
// Newton's step for slips that turn has the transverse speeds of P points at N nodes for unknowns:
//
//   (1 - E) δu = c,   (E x)_jp = across_jp · Σ_k w_jk Σ_q gain_kq response_kq x_kq,
//
// with w the weights of the integration. Eliminating costs (P N)³. A product costs P times the
// bodies' unknowns per node, as x acts through the bodies' accelerations alone. And w is nearly a
// lower triangle times one near the identity (Wᵀ = L U, so W = Uᵀ Lᵀ): with Uᵀ in its place the
// nodes are solved one after the other, whatever the stiffness. So a few products do.
#pragma once

#include <Eigen/LU>

#include <rigor/motion/slip_sensitivity.hpp>

namespace rigor {

/// The points that count, at the nodes 1..N of a step; keeps a reference to the sensitivities.
class SlipSystem {
 public:
  using Sensitivities = std::vector<std::vector<SlipSensitivity>>;  ///< per node, per point

  /// weights: seconds, from accelerations at the nodes 1..N to velocities there.
  SlipSystem(const Sensitivities& sensitivities, const Eigen::MatrixXd& weights, int unknowns);

  /// The changes of the accelerations, a column per node 1..N, that answer to changes of the
  /// velocities, a column per node 0..N.
  Eigen::MatrixXd accelerations(const Eigen::MatrixXd& velocities) const;

 private:
  int size() const { return points() * nodes(); }
  int points() const { return static_cast<int>(points_.size()); }
  int nodes() const { return static_cast<int>(weights_.rows()); }
  const SlipSensitivity& at(int node, int p) const { return sensitivities_[node + 1][points_[p]]; }

  /// What the nodes' velocities are at the points.
  Eigen::VectorXd across(const Eigen::MatrixXd& velocities) const;
  /// The accelerations of turning slips, node by node.
  Eigen::MatrixXd answers(const Eigen::VectorXd& slips) const;
  Eigen::VectorXd eliminated(const Eigen::VectorXd& right) const;
  std::optional<Eigen::VectorXd> iterated(const Eigen::VectorXd& right) const;

  const Sensitivities& sensitivities_;
  const Eigen::MatrixXd& weights_;
  std::vector<int> points_;                 ///< those that some node gives a gain
  std::vector<Eigen::MatrixXd> responses_;  ///< per node: times gain, a column per point
};

}  // namespace rigor
