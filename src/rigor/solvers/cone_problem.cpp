// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/solvers/cone_problem.hpp>

namespace rigor {
void prepare(ConeProblem& problem) {
  for (ConeContact& contact : problem.contacts) {
    contact.compliance.setZero();
    for (int side = 0; side < 2; ++side) {
      if (contact.blocks[side] < 0) continue;
      contact.responses[side].noalias() =
          problem.inverse_mass[contact.blocks[side]] * contact.rows[side].transpose();
      contact.compliance.noalias() += contact.rows[side] * contact.responses[side];
    }
    for (TreePart& part : contact.parts) {
      part.response.noalias() = problem.trees[part.tree].inverse_mass * part.rows.transpose();
      contact.compliance.noalias() += part.rows * part.response;
    }
    const Eigen::Matrix3d& K = contact.compliance;
    contact.normal_compliance = K(0, 0);
    contact.largest_compliance =
        0.5 * (K(1, 1) + K(2, 2)) + std::hypot(0.5 * (K(1, 1) - K(2, 2)), K(1, 2));
  }
  for (BoundedRow& row : problem.bounded)
    row.compliance = problem.trees[row.tree].inverse_mass(row.velocity, row.velocity);
}

void add_tree_speeds(const ConeContact& contact, const ConeState& state, Eigen::Vector3d& y) {
  for (const TreePart& part : contact.parts) y.noalias() += part.rows * state.trees[part.tree];
}

void push_trees(const ConeContact& contact, const Eigen::Vector3d& change, ConeState& state) {
  for (const TreePart& part : contact.parts)
    state.trees[part.tree].noalias() += part.response * change;
}

ConeState state_with(const ConeProblem& problem, std::vector<Eigen::Vector3d> impulses,
                     const std::vector<double>& efforts) {
  ConeState state = state_at_start(problem);
  state.impulses = std::move(impulses);
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ConeContact& contact = problem.contacts[c];
    for (int side = 0; side < 2; ++side) {
      if (contact.blocks[side] < 0) continue;
      state.u[contact.blocks[side]].noalias() += contact.responses[side] * state.impulses[c];
    }
    push_trees(contact, state.impulses[c], state);
  }
  for (std::size_t i = 0; i < efforts.size(); ++i)
    push_bounded(problem, static_cast<int>(i), efforts[i], state);
  return state;
}

ConeState state_at_start(const ConeProblem& problem) {
  ConeState state{problem.u_star,
                  std::vector<Eigen::Vector3d>(problem.contacts.size(), Eigen::Vector3d::Zero())};
  for (const ConeTree& tree : problem.trees) state.trees.push_back(tree.u_star);
  state.efforts.assign(problem.bounded.size(), 0.0);
  return state;
}

namespace {

/// Whether the contact gives nothing and its bodies part: it misses nothing, and one row tells.
bool is_open(const ConeContact& contact, const ConeState& state, const Eigen::Vector3d& impulse) {
  if (contact.tangent != Tangent::Cone || contact.least > 0.0 || !contact.parts.empty() ||
      !impulse.isZero(0.0))
    return false;
  double y = contact.offset[0];
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      y += contact.rows[side].row(0).dot(state.u[contact.blocks[side]]);
  return y >= 0.0;
}

}  // namespace

double residual(const ConeProblem& problem, const ConeState& state) {
  double worst = 0.0;
  // Rounding moves the velocities by as much: impulses that grow without bound solve nothing.
  constexpr double kRounding = std::numeric_limits<double>::epsilon();
  const auto include = [&worst](double miss, double impulse, double r) {
    const double sum = (miss + kRounding * impulse) / r;
    worst = std::isnan(sum) ? std::numeric_limits<double>::infinity() : std::max(worst, sum);
  };
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ConeContact& contact = problem.contacts[c];
    if (!(contact.normal_compliance > 0.0)) continue;
    const double r = 1.0 / contact.normal_compliance;
    const Eigen::Vector3d& impulse = state.impulses[c];
    if (is_open(contact, state, impulse)) continue;
    const Eigen::Vector3d y = shifted(contact, speeds(contact, state));
    const Eigen::Vector3d nearest = admissible(contact, impulse - r * y, r);
    include((impulse - nearest).norm(), impulse.norm(), r);
  }
  for (std::size_t i = 0; i < problem.bounded.size(); ++i) {
    const BoundedRow& row = problem.bounded[i];
    const double r = 1.0 / row.compliance;
    const double nearest = admissible(row, state.efforts[i] - r * speed(row, state), r);
    include(std::abs(state.efforts[i] - nearest), std::abs(state.efforts[i]), r);
  }
  return worst;
}

double kinetic_energy(const ConeProblem& problem, const ConeState& state) {
  double twice = 0.0;
  for (std::size_t i = 0; i < state.u.size(); ++i)
    twice += state.u[i].dot(problem.mass[i] * state.u[i]);
  for (std::size_t i = 0; i < state.trees.size(); ++i)
    twice += state.trees[i].dot(problem.trees[i].mass * state.trees[i]);
  return 0.5 * twice;
}

}  // namespace rigor
