// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

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
