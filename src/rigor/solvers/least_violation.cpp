// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/solvers/least_violation.hpp>

namespace rigor {
namespace {

/// L, 1/kg: each contact is at two bodies at most.
double largest_curvature(const ConeProblem& problem) {
  const std::size_t bodies = problem.mass.size();
  std::vector<double> sums(bodies + problem.trees.size(), 0.0);
  for (const ConeContact& contact : problem.contacts) {
    for (int side = 0; side < 2; ++side)
      if (contact.blocks[side] >= 0)
        sums[contact.blocks[side]] += contact.rows[side].row(0).dot(contact.responses[side].col(0));
    for (const TreePart& part : contact.parts)
      sums[bodies + static_cast<std::size_t>(part.tree)] +=
          part.rows.row(0).dot(part.response.col(0));
  }
  return sums.empty() ? 0.0 : 2.0 * *std::max_element(sums.begin(), sums.end());
}

std::vector<double> missing_at(const ConeProblem& problem, const ConeState& state) {
  std::vector<double> missing;
  for (const ConeContact& contact : problem.contacts)
    missing.push_back(std::max(0.0, -speeds(contact, state)[0]));
  return missing;
}

/// The gradient step from `from`; `sum` is ½ Σ of squares there.
ConeState descended(const ConeProblem& problem, double L, const ConeState& from, double& sum) {
  const std::vector<double> missing = missing_at(problem, from);
  ConeState next = from;
  sum = 0.0;
  for (std::size_t c = 0; c < missing.size(); ++c) {
    sum += 0.5 * missing[c] * missing[c];
    if (missing[c] > 0.0) push(problem, static_cast<int>(c), {missing[c] / L, 0.0, 0.0}, next);
  }
  return next;
}

/// Largest change of a contact's normal speed.
double change_between(const ConeProblem& problem, const ConeState& x, const ConeState& y) {
  double change = 0.0;
  for (const ConeContact& contact : problem.contacts)
    change = std::max(change, std::abs(speeds(contact, x)[0] - speeds(contact, y)[0]));
  return change;
}

}  // namespace

std::vector<double> least_violation(const ConeProblem& problem, const ViolationOptions& options) {
  const double L = largest_curvature(problem);
  ConeState state = state_at_start(problem);
  for (ConeProblem::Velocity& u : state.u) u.setZero();
  for (Eigen::VectorXd& v : state.trees) v.setZero();
  if (!(L > 0.0)) return missing_at(problem, state);
  ConeState ahead = state;
  double momentum = 1.0;
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0; k < options.most; ++k) {
    double sum = 0.0;
    const ConeState next = descended(problem, L, ahead, sum);
    const bool rises = sum > last;
    last = sum;
    const double grown = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    const double beta = rises ? 0.0 : (momentum - 1.0) / grown;
    momentum = rises ? 1.0 : grown;
    const bool settled = change_between(problem, next, state) < options.tolerance;
    ahead = next;
    for (std::size_t i = 0; i < ahead.u.size(); ++i) ahead.u[i] += beta * (next.u[i] - state.u[i]);
    for (std::size_t i = 0; i < ahead.trees.size(); ++i)
      ahead.trees[i] += beta * (next.trees[i] - state.trees[i]);
    state = next;
    if (settled && !rises) break;
  }
  return missing_at(problem, state);
}

}  // namespace rigor
