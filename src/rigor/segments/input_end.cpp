// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/chebyshev/evaluation.hpp>
#include <rigor/chebyshev/first_root.hpp>
#include <rigor/decision/joint_inputs.hpp>
#include <rigor/motion/mode_forces.hpp>
#include <rigor/segments/input_end.hpp>
#include <rigor/segments/tolerances.hpp>

namespace rigor {
namespace {

/// The first s at which the polynomial through the values at the nodes falls to `level`.
void take_root(const Eigen::VectorXd& coefficients, double level, double length, SegmentEnd& end) {
  if (end.immediate) return;
  const ChebModel model(
      std::span<const double>(coefficients.data(), static_cast<std::size_t>(coefficients.size())));
  const RootOutcome root = first_below(model, level, 0.0, end.s);
  if (std::holds_alternative<StaysAbove>(root)) return;
  double s = 0.0;
  if (const auto* crosses = std::get_if<Crosses>(&root)) s = crosses->hi;
  if (const auto* open = std::get_if<Undecided>(&root)) s = open->lo;
  if (s >= end.s && s > 0.0) return;
  end.s = end.late = s;
  end.reason = trace::EndReason::Input;
  end.proved = false;
  end.immediate = s <= 0.0;
  const double slope = std::abs(clenshaw(derivative(model).coefficients(), s));
  const double tail =
      coefficients.tail(std::min<Eigen::Index>(2, coefficients.size())).cwiseAbs().maxCoeff();
  end.location_error = slope > 0.0 ? std::min(1.0, tail / slope) * length : length;
}

/// Motors with a limit: what they would give without it, along the step.
void find_branch_ends(const DrivenStep& driven, const TreeTrajectory& tree, SegmentEnd& end) {
  const Model& local = tree.tree->local;
  const int degree = static_cast<int>(tree.q.cols()) - 1;
  if (degree < 1) return;
  const LobattoNodes& nodes = lobatto_nodes(degree);
  for (const int force : tree.tree->limited) {
    const auto& motor = std::get<JointPd>(local.forces[force]);
    Eigen::VectorXd effort(degree + 1);
    for (int j = 0; j <= degree; ++j) {
      const Eigen::VectorXd at = chebyshev_values(degree + 1, nodes.s[j]);
      const double time = trace::seconds(driven.motion.start) + nodes.s[j] * driven.length;
      effort[j] = unlimited_effort(local, {time, tree.q * at, tree.v * at}, motor);
    }
    const Eigen::VectorXd series = nodes.coefficients * effort;
    const double limit = motor.limit;
    const double slack = kLimitSlack * limit;
    const Eigen::VectorXd one = Eigen::VectorXd::Unit(degree + 1, 0);
    switch (tree.inputs->branches[force]) {
      case MotorBranch::Linear:
        take_root(limit * one - series, -slack, driven.length, end);
        take_root(limit * one + series, -slack, driven.length, end);
        break;
      case MotorBranch::Highest:
        take_root(series - limit * one, -slack, driven.length, end);
        break;
      case MotorBranch::Lowest:
        take_root(-series - limit * one, -slack, driven.length, end);
        break;
      case MotorBranch::Clamped:
        break;
    }
  }
}

/// Joints that slide, by their velocities.
void find_stops(const DrivenStep& driven, const TreeTrajectory& tree, SegmentEnd& end) {
  for (const int velocity : tree.tree->dry) {
    const JointSlide slide = tree.inputs->slides[velocity];
    if (slide == JointSlide::Sticks) continue;
    const double sign = static_cast<double>(slide);
    take_root(sign * tree.v.row(velocity).transpose(), -kInputStopped, driven.length, end);
  }
}

/// Joints that stick, by what it takes to hold them.
void find_slips(const DrivenStep& driven, SegmentEnd& end) {
  const auto& trees = driven.step.trajectory.trees;
  const auto holds = [](const TreeTrajectory& tree) {
    return std::any_of(tree.tree->dry.begin(), tree.tree->dry.end(), [&](int velocity) {
      return tree.inputs->slides[velocity] == JointSlide::Sticks;
    });
  };
  if (std::none_of(trees.begin(), trees.end(), holds)) return;
  const int degree = driven.step.trajectory.degree();
  const LobattoNodes& nodes = lobatto_nodes(degree);
  ModeSolution solution(driven.motion);
  std::vector<Eigen::MatrixXd> holding;  // per tree, one column per node
  for (const TreeTrajectory& tree : trees)
    holding.emplace_back(static_cast<Eigen::Index>(tree.tree->dry.size()), degree + 1);
  for (int j = 0; j <= degree; ++j) {
    std::vector<Vector3> slips;
    if (driven.motion.slides()) slips = driven.step.slips_W[j];
    const std::vector<BodyState> states = states_at(driven.step.trajectory, nodes.s[j]);
    solution.solve(states, slips, ModeSolution::Directions::Kept, nodes.s[j] * driven.length);
    const std::vector<Vector6> wrenches = contact_wrenches(solution);
    for (std::size_t t = 0; t < trees.size(); ++t)
      holding[t].col(j) = holding_efforts(solution, trees[t].first_place, wrenches);
  }
  const Eigen::VectorXd one = Eigen::VectorXd::Unit(degree + 1, 0);
  for (std::size_t t = 0; t < trees.size(); ++t) {
    for (std::size_t k = 0; k < trees[t].tree->dry.size(); ++k) {
      const int velocity = trees[t].tree->dry[k];
      if (trees[t].inputs->slides[velocity] != JointSlide::Sticks) continue;
      const double friction = friction_of(*trees[t].tree, velocity);
      const Eigen::VectorXd series =
          nodes.coefficients * holding[t].row(static_cast<Eigen::Index>(k)).transpose();
      const double level = -kClearlyBeyond * kHoldingSlack * friction;
      take_root(friction * one - series, level, driven.length, end);
      take_root(friction * one + series, level, driven.length, end);
    }
  }
}

}  // namespace

void find_input_ends(const DrivenStep& driven, SegmentEnd& end) {
  for (const TreeTrajectory& tree : driven.step.trajectory.trees) {
    find_branch_ends(driven, tree, end);
    find_stops(driven, tree, end);
  }
  find_slips(driven, end);
}

}  // namespace rigor
