// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/solvers/cone_problem.hpp>

namespace rigor {
namespace {

/// x, its tangential part cut to the given length.
Eigen::Vector3d with_tangent_below(Eigen::Vector3d x, double most) {
  const double length = x.tail<2>().norm();
  if (length > most) x.tail<2>() *= most / length;
  return x;
}

/// The point of the cone |x_t| <= μ x_n nearest to x.
Eigen::Vector3d on_cone(const Eigen::Vector3d& x, double friction) {
  const double slip = x.tail<2>().norm();
  if (slip <= friction * x[0]) return x;
  if (friction * slip <= -x[0]) return Eigen::Vector3d::Zero();
  const double normal = (x[0] + friction * slip) / (1.0 + friction * friction);
  Eigen::Vector3d nearest;
  nearest << normal, (friction * normal / slip) * x.tail<2>();
  return nearest;
}

}  // namespace

void prepare(ConeProblem& problem) {
  for (ConeContact& contact : problem.contacts) {
    contact.compliance.setZero();
    for (int side = 0; side < 2; ++side) {
      if (contact.blocks[side] < 0) continue;
      contact.responses[side].noalias() =
          problem.inverse_mass[contact.blocks[side]] * contact.rows[side].transpose();
      contact.compliance.noalias() += contact.rows[side] * contact.responses[side];
    }
    const Eigen::Matrix3d& K = contact.compliance;
    contact.normal_compliance = K(0, 0);
    contact.largest_compliance =
        0.5 * (K(1, 1) + K(2, 2)) + std::hypot(0.5 * (K(1, 1) - K(2, 2)), K(1, 2));
  }
}

ConeState state_with(const ConeProblem& problem, std::vector<Eigen::Vector3d> impulses) {
  ConeState state{problem.u_star, std::move(impulses)};
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ConeContact& contact = problem.contacts[c];
    for (int side = 0; side < 2; ++side) {
      if (contact.blocks[side] < 0) continue;
      state.u[contact.blocks[side]].noalias() += contact.responses[side] * state.impulses[c];
    }
  }
  return state;
}

ConeState state_at_start(const ConeProblem& problem) {
  return {problem.u_star,
          std::vector<Eigen::Vector3d>(problem.contacts.size(), Eigen::Vector3d::Zero())};
}

Eigen::Vector3d speeds(const ConeContact& contact, const ConeState& state) {
  Eigen::Vector3d y = contact.offset;
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      y.noalias() += contact.rows[side] * state.u[contact.blocks[side]];
  return y;
}

void push(const ConeProblem& problem, int index, const Eigen::Vector3d& change, ConeState& state) {
  const ConeContact& contact = problem.contacts[index];
  state.impulses[index] += change;
  for (int side = 0; side < 2; ++side)
    if (contact.blocks[side] >= 0)
      state.u[contact.blocks[side]].noalias() += contact.responses[side] * change;
}

Eigen::Vector3d admissible(const ConeContact& contact, const Eigen::Vector3d& x, double r) {
  Eigen::Vector3d nearest = x;
  nearest[0] = std::max(x[0], contact.least);
  if (contact.tangent == Tangent::Held) return nearest;
  if (contact.tangent == Tangent::Drag) {
    nearest.tail<2>() *= contact.drag / (r + contact.drag);
    return nearest;
  }
  const Eigen::Vector3d on = on_cone(x, contact.friction);
  if (on[0] >= contact.least) return on;
  nearest[0] = contact.least;
  return with_tangent_below(nearest, contact.friction * contact.least);
}

Eigen::Vector3d shifted(const ConeContact& contact, const Eigen::Vector3d& y) {
  Eigen::Vector3d sum = y;
  if (contact.tangent == Tangent::Cone) sum[0] += contact.friction * y.tail<2>().norm();
  return sum;
}

double residual(const ConeProblem& problem, const ConeState& state) {
  double worst = 0.0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    const ConeContact& contact = problem.contacts[c];
    if (!(contact.normal_compliance > 0.0)) continue;
    const double r = 1.0 / contact.normal_compliance;
    const Eigen::Vector3d& impulse = state.impulses[c];
    const Eigen::Vector3d y = shifted(contact, speeds(contact, state));
    const Eigen::Vector3d nearest = admissible(contact, impulse - r * y, r);
    worst = std::max(worst, (impulse - nearest).norm() / r);
  }
  return worst;
}

double kinetic_energy(const ConeProblem& problem, const std::vector<ConeProblem::Velocity>& u) {
  double twice = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i) twice += u[i].dot(problem.mass[i] * u[i]);
  return 0.5 * twice;
}

}  // namespace rigor
