// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/laws/bodywise_polish.hpp>
#include <rigor/laws/cone_margin.hpp>
#include <rigor/laws/friction_search.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/rank_solve.hpp>

namespace rigor {
namespace {

/// Rows that a change of r must not touch: the motion, open contacts, and sliding friction.
Eigen::MatrixXd fixed_rows(const FrictionProblem& problem, const std::vector<FrictionMode>& modes,
                           const Eigen::VectorXd& r) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  const auto rows = problem.b.size();
  const double size = problem.W.diagonal().maxCoeff();
  Eigen::MatrixXd fixed = Eigen::MatrixXd::Zero(2 * rows, rows);
  fixed.topRows(rows) = problem.W;
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    const auto k = rows + 3 * i;
    if (!mode.closed) fixed(k, 3 * i) = size;
    if (mode.sticks) continue;
    const auto& given = problem.sliding[i];
    const Vector2 u_t = u.segment<2>(3 * i + 1);
    Vector2 s = Vector2::Zero();
    if (given)
      s = *given;
    else if (u_t.norm() > 0.0)
      s = u_t.normalized();
    fixed.block<2, 2>(k + 1, 3 * i + 1) = size * Eigen::Matrix2d::Identity();
    fixed.block<2, 1>(k + 1, 3 * i) = size * problem.mu[i] * s;
  }
  return fixed;
}

/// The changes of impulses that change neither the motion nor what the modes fix.
Eigen::MatrixXd free_changes(const FrictionProblem& problem, const std::vector<FrictionMode>& modes,
                             const Eigen::VectorXd& r) {
  if (!by_bodies(problem)) return null_basis(fixed_rows(problem, modes, r), kNullRank);
  const Eigen::MatrixXd open = open_impulses(problem, modes, r, problem.W * r + problem.b);
  return open * null_basis(problem.G * open, kNullRank);
}

}  // namespace

Eigen::VectorXd spread_impulses(const FrictionProblem& problem,
                                const std::vector<FrictionMode>& modes, const Eigen::VectorXd& r) {
  ForceSplit split{r, free_changes(problem, modes, r), {}, 0.0};
  for (int i = 0; i < problem.size(); ++i) {
    const FrictionMode mode = modes[i];
    split.load = std::max(split.load, std::abs(r[3 * i]));
    if (mode.sticks)
      split.cones.push_back({i, problem.mu[i], true, 0.0});
    else if (mode.closed)
      split.cones.push_back({i, 1.0, false, problem.least[i]});
  }
  return widest_margin(split, kSpreadInside * split.load, kSpreadOutside * split.load).r;
}

}  // namespace rigor
