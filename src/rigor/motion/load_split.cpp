// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/motion/load_split.hpp>
#include <rigor/motion/tolerances.hpp>
#include <rigor/solvers/linear_program.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {

LoadSplits load_splits(const ModeSolution& solution) {
  const SlidingForces& sliding = solution.sliding();
  const Eigen::Index unknowns = solution.a().size();
  LoadSplits splits;
  splits.forces = null_basis(sliding.reach(), kSameMotionSplit);
  splits.accelerations = Eigen::MatrixXd::Zero(unknowns, splits.forces.cols());
  double size = 0.0;
  for (int c = 0; c < std::ssize(sliding.columns()); ++c) {
    const SlidingForces::Column& column = sliding.columns()[c];
    Eigen::VectorXd effect = Eigen::VectorXd::Zero(unknowns);
    solution.contacts().add_push(sliding.contact(column), sliding.push(column), 1.0, effect);
    size = std::max(size, effect.norm());
    for (int k = 0; k < splits.forces.cols(); ++k)
      splits.accelerations.col(k) += splits.forces(c, k) * effect;
  }
  if (splits.accelerations.norm() > kSameMotionSplit * size) return splits;
  return {Eigen::MatrixXd(splits.forces.rows(), 0), Eigen::MatrixXd(unknowns, 0)};
}

std::vector<char> least_loaded(const ModeSolution& solution) {
  const std::vector<SlidingForces::Column>& columns = solution.sliding().columns();
  const Eigen::MatrixXd& reach = solution.sliding().reach();
  std::vector<int> tangents;  // may push both ways
  for (int c = 0; c < std::ssize(columns); ++c)
    if (columns[c].axis != 0) tangents.push_back(c);
  const Eigen::Index count = reach.cols();
  const Eigen::Index both = std::ssize(tangents);
  Eigen::MatrixXd A(reach.rows(), count + both);
  A.leftCols(count) = reach;
  Eigen::VectorXd cost = Eigen::VectorXd::Ones(count + both);
  cost.tail(both).setZero();
  for (Eigen::Index k = 0; k < both; ++k) {
    A.col(count + k) = -reach.col(tangents[k]);
    cost[tangents[k]] = 0.0;
  }
  const LinearProgramAnswer least =
      minimize_linear(cost, A, reach * solution.sliding().multipliers());
  if (least.status != LinearProgramStatus::Solved) return {};
  std::vector<char> loaded(solution.motion().forces.size(), 0);
  for (Eigen::Index c = 0; c < count; ++c)
    if (columns[c].axis == 0 && least.x[c] > 0.0) loaded[columns[c].force] = 1;
  return loaded;
}

}  // namespace rigor
