// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/demand.hpp>
#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/gripping.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {
namespace {

/// The problem for one set of gripping contacts, solved.
struct Attempt {
  GrippingProjection projection;
  Eigen::VectorXd viscous;      ///< tangential forces of the viscous law
  std::vector<char> separates;  ///< normal acceleration above its threshold
};

/// The accelerations that single contact forces cause, summed without regard to sign: opposite
/// forces cancel in the motion, but not in its rounding.
Eigen::VectorXd pushes(const ContactSet& set, const GrippingProjection& projection) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(set.mass.size());
  const auto add = [&](const auto& row, double force) {
    if (force != 0.0)
      sum += std::abs(force) * set.mass.solved(Eigen::VectorXd(row.transpose())).cwiseAbs();
  };
  for (int i = 0; i < set.size(); ++i) {
    add(set.N.row(i), projection.normal[i]);
    for (int k = 2 * i; k < 2 * i + 2; ++k) add(set.T.row(k), projection.tangential[k]);
  }
  return sum;
}

Attempt solve_with(Law law, const ContactSet& set, const MotionState& motion, const Grip& grip) {
  Attempt attempt;
  attempt.viscous = Eigen::VectorXd::Zero(2 * set.size());
  Eigen::VectorXd target = motion.a_free;
  Grip held = grip;
  if (law == Law::Viscous) {
    const Eigen::VectorXd slip = tangential_speeds(set, motion.v);
    for (int i = 0; i < set.size(); ++i) {
      if (grip[i] == 0) continue;
      const double c = set.contacts[i].viscosity;
      attempt.viscous.segment(2 * i, 2) = -c * slip.segment(2 * i, 2);
    }
    target += set.mass.solved(set.T.transpose() * attempt.viscous);
    std::fill(held.begin(), held.end(), 0);
  }
  attempt.projection =
      project_gripping(set, target, motion.normal_bias, motion.tangential_bias, held);
  const Eigen::VectorXd lift = set.N * attempt.projection.x + motion.normal_bias;
  const Eigen::VectorXd zero =
      zero_thresholds(set, attempt.projection.x, target, motion.normal_bias) +
      kPushRounding * (set.N.cwiseAbs() * pushes(set, attempt.projection));
  attempt.separates.resize(set.contacts.size());
  for (int i = 0; i < set.size(); ++i) {
    attempt.separates[i] = lift[i] > zero[i] ? 1 : 0;
  }
  return attempt;
}

/// Contacts that grip although they separate.
bool release_separating(const Attempt& attempt, Grip& grip) {
  bool released = false;
  for (std::size_t i = 0; i < grip.size(); ++i) {
    if (grip[i] == 0 || attempt.separates[i] == 0) continue;
    grip[i] = 0;
    released = true;
  }
  return released;
}

std::vector<int> broken_bonds(const Grip& initial, const Grip& grip, const Attempt& attempt) {
  std::vector<int> broken;
  for (std::size_t i = 0; i < grip.size(); ++i) {
    if (initial[i] != 0 && grip[i] == 0 && attempt.separates[i] == 0) {
      broken.push_back(static_cast<int>(i));
    }
  }
  return broken;
}

/// Does contact i keep its point without a tangential force of its own? Then its bond changes
/// nothing.
bool holds_by_itself(const ContactSet& set, const MotionState& motion, const Eigen::VectorXd& a,
                     int i) {
  const auto T = set.T.middleRows(2 * i, 2);
  const Eigen::Vector2d bias = motion.tangential_bias.segment(2 * i, 2);
  const Eigen::Vector2d size = T.cwiseAbs() * a.cwiseAbs() + bias.cwiseAbs();
  return ((T * a + bias).array().abs() <= kHoldsRounding * size.array()).all();
}

Grip initial_grip(Law law, const ContactSet& set) {
  if (law == Law::NoSlip || law == Law::NoSlipActive) return bonded_contacts(set);
  Grip grip(set.contacts.size(), 0);
  if (law == Law::Frictionless) return grip;
  for (std::size_t i = 0; i < grip.size(); ++i) {
    grip[i] = set.contacts[i].tangential && set.contacts[i].viscosity > 0.0 ? 1 : 0;
  }
  return grip;
}

ContactState state_of(Law law, bool grips, bool separates) {
  if (separates) return ContactState::Released;
  return grips && law != Law::Viscous ? ContactState::Stick : ContactState::Frictionless;
}

}  // namespace

Accelerations resolve_accelerations(Law law, const ContactSet& set, const MotionState& motion) {
  RIGOR_DEMAND(law != Law::MaxDissipation && law != Law::Coulomb);
  const Grip initial = initial_grip(law, set);
  Grip grip = initial;
  Attempt attempt = solve_with(law, set, motion, grip);
  int rounds = 1;
  while (release_separating(attempt, grip)) {
    attempt = solve_with(law, set, motion, grip);
    ++rounds;
  }
  // Contacts were released together; one that now carries force again may hold after all.
  for (const int i : broken_bonds(initial, grip, attempt)) {
    Grip wider = grip;
    wider[i] = 1;
    if (law != Law::Viscous && holds_by_itself(set, motion, attempt.projection.x, i)) {
      grip = wider;
      continue;
    }
    Attempt retry = solve_with(law, set, motion, wider);
    ++rounds;
    Grip shrunk = wider;
    if (retry.projection.solved && !release_separating(retry, shrunk)) {
      grip = wider;
      attempt = retry;
    }
  }
  Accelerations result;
  result.a = attempt.projection.x;
  result.normal = attempt.projection.normal;
  result.tangential = attempt.projection.tangential + attempt.viscous;
  result.broken = broken_bonds(initial, grip, attempt);
  for (std::size_t i = 0; i < grip.size(); ++i) {
    result.states.push_back(state_of(law, grip[i] != 0, attempt.separates[i] != 0));
  }
  result.residual = attempt.projection.residual;
  result.row_slack = attempt.projection.row_slack;
  result.rounds = rounds;
  if (!attempt.projection.solved) result.status = AccelerationStatus::Failed;
  return result;
}

}  // namespace rigor
