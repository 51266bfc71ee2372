// SPDX-License-Identifier: Apache-2.0
// Bodies and joints at the nodes of a collocation, the columns of its blocks.
#pragma once

#include <optional>

#include <rigor/chebyshev/nodes.hpp>
#include <rigor/motion/mode_motion.hpp>
#include <rigor/motion/stiff_sweep.hpp>
#include <rigor/motion/trajectory.hpp>

namespace rigor {

inline constexpr int kMaxCollocationDegree = 16;

template <int Rows>
using NodeBlock =
    Eigen::Matrix<double, Rows, Eigen::Dynamic, Eigen::ColMajor, Rows, kMaxCollocationDegree + 1>;

/// One body at the nodes; of fixed height, without heap: this is the inner loop.
struct BodyNodes {
  NodeBlock<kTrajectoryRows> y;
  NodeBlock<kTrajectoryRows> old;  ///< of the sweep before
  NodeBlock<6> a;                  ///< accelerations
};

/// One tree at the nodes.
struct TreeNodes {
  TreeTrajectory as;  ///< which one; no coefficients yet
  int offset = 0;     ///< of its unknowns
  Eigen::VectorXd q0, v0;
  Eigen::MatrixXd q, v, a;
  Eigen::MatrixXd old_q, old_v;  ///< of the sweep before
  Eigen::MatrixXd rates;
  Eigen::VectorXd rate;
  std::vector<std::shared_ptr<PlacedTree>> placed;  ///< per node
  std::optional<StiffSweep> stiff;                  ///< where plain sweeps would not converge
};

/// All that moves, at the nodes.
struct MotionNodes {
  std::vector<BodyNodes> bodies;  ///< of links, where the joints put them
  std::vector<TreeNodes> trees;
};

/// The orientation of a body at a node.
Quaternion rotation_at(const BodyNodes& body, int node);

/// Puts the links where the joints are at every node.
void place_links(MotionNodes& nodes);

/// The bodies at a node.
void set_states(const MotionNodes& nodes, int node, std::vector<BodyState>& states);

/// One sweep's integration of velocities, orientations and positions in turn, over `length` seconds
/// from `start`. Returns the largest change of a row, relative to the size of its numbers;
/// positions of free bodies follow the velocities.
double integrate(MotionNodes& all, const LobattoNodes& nodes, std::span<const BodyState> start,
                 double length);

/// Calls f(offset, accelerations, velocities) for every unit: blocks with one column per node.
template <typename Function>
void for_each_unit(const ModeMotion& motion, MotionNodes& nodes, Function f) {
  for (int i = 0; i < std::ssize(nodes.bodies); ++i) {
    if (motion.bodies[i]->role == BodyRole::Link) continue;
    BodyNodes& body = nodes.bodies[i];
    f(motion.unknowns.offset(i), body.a, body.y.middleRows<6>(7));
  }
  for (TreeNodes& tree : nodes.trees) f(tree.offset, tree.a, tree.v);
}

}  // namespace rigor
