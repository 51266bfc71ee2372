// SPDX-License-Identifier: Apache-2.0
#include <rigor/chebyshev/nodes.hpp>
#include <rigor/motion/trajectory.hpp>
#include <rigor/touching/unknowns.hpp>

namespace rigor {

std::vector<BodyState> states_at(const Trajectory& trajectory, double s) {
  const Eigen::MatrixXd& coefficients = trajectory.paths;
  const double x = 2.0 * s - 1.0;
  Eigen::VectorXd b1 = Eigen::VectorXd::Zero(coefficients.rows());
  Eigen::VectorXd b2 = b1;
  for (Eigen::Index k = coefficients.cols() - 1; k >= 1; --k) {
    b2 = 2.0 * x * b1 - b2 + coefficients.col(k);
    b1.swap(b2);
  }
  const Eigen::VectorXd y = x * b1 - b2 + coefficients.col(0);
  std::vector<BodyState> states(y.size() / kTrajectoryRows);
  for (int i = 0; i < std::ssize(states); ++i) {
    const auto at = y.segment<kTrajectoryRows>(kTrajectoryRows * i);
    states[i].x = at.segment<3>(0);
    states[i].q = Quaternion(at[3], at[4], at[5], at[6]).normalized();
    states[i].v = at.segment<6>(7);
  }
  for (const TreeTrajectory& tree : trajectory.trees) {
    const Eigen::VectorXd values = chebyshev_values(static_cast<int>(tree.q.cols()), s);
    const auto placed = placed_tree(tree.tree, tree.inputs, tree.q * values, tree.v * values);
    for (std::size_t k = 0; k < tree.bodies.size(); ++k)
      states[tree.first_place + k] = link_state(placed, tree.bodies[k]);
  }
  return states;
}

Trajectory still_at(std::span<const BodyState> states, const std::vector<std::uint32_t>& bodies) {
  Trajectory still;
  still.paths.resize(kTrajectoryRows * std::ssize(states), 1);
  for (int i = 0; i < std::ssize(states); ++i) {
    const BodyState& state = states[i];
    const std::array<double, 4> q = wxyz(state.q);
    still.paths.col(0).segment<kTrajectoryRows>(kTrajectoryRows * i) << state.x, q[0], q[1], q[2],
        q[3], state.v;
    if (!state.tree) continue;
    if (leads(states, i))
      still.trees.push_back(
          {state.tree->tree, state.tree->inputs, i, {}, state.tree->state.q, state.tree->state.v});
    still.trees.back().bodies.push_back(bodies[i]);
  }
  return still;
}

}  // namespace rigor
