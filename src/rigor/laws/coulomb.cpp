// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/demand.hpp>
#include <rigor/laws/body_system.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impulse_flow.hpp>
#include <rigor/laws/impulse_process.hpp>
#include <rigor/laws/restitution.hpp>
#include <rigor/laws/tolerances.hpp>

namespace rigor {
namespace {

/// Rows (normal, two tangents) of every contact; tangents of limits are zero.
Eigen::MatrixXd stacked_rows(const ContactSet& set) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * set.size(), set.mass.size());
  for (int i = 0; i < set.size(); ++i) {
    J.row(3 * i) = set.N.row(i);
    if (!set.contacts[i].tangential) continue;
    J.middleRows(3 * i + 1, 2) = set.T.middleRows(2 * i, 2);
  }
  return J;
}

/// The problem whose free motion is x with biases.
FrictionProblem make_problem(const ContactSet& set, const Eigen::VectorXd& x) {
  const Eigen::MatrixXd J = stacked_rows(set);
  const Eigen::MatrixXd G = set.mass.whitened_rows(J);
  FrictionProblem problem;
  problem.W =
      set.size() > kManyContacts ? BodySystem(G).products() : Eigen::MatrixXd(G.transpose() * G);
  problem.G = G;
  problem.b = J * x;
  problem.mu = Eigen::VectorXd::Zero(set.size());
  problem.least = Eigen::VectorXd::Zero(set.size());
  problem.sliding.resize(set.contacts.size());
  problem.cancellation = set.cancellation;
  for (int i = 0; i < set.size(); ++i) {
    const ContactProperties& contact = set.contacts[i];
    if (contact.tangential) problem.mu[i] = contact.friction;
  }
  return problem;
}

Eigen::VectorXd normals_of(const Eigen::VectorXd& r) {
  return r.reshaped(3, r.size() / 3).row(0).transpose();
}

Eigen::VectorXd tangents_of(const Eigen::VectorXd& r) {
  return r.reshaped(3, r.size() / 3).bottomRows(2).reshaped();
}

Grip sticking_contacts(const FrictionProblem& problem, const Eigen::VectorXd& r) {
  Grip grip;
  for (const FrictionMode& mode : modes_of(problem, r, kZeroFraction * speed_scale(problem))) {
    grip.push_back(mode.sticks ? 1 : 0);
  }
  return grip;
}

/// What a unit normal impulse brings along at the contacts that slide.
Eigen::VectorXd drag_of(const FrictionProblem& problem, const Eigen::VectorXd& r,
                        const Grip& grip) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  Eigen::VectorXd drag = Eigen::VectorXd::Zero(2 * problem.size());
  for (int i = 0; i < problem.size(); ++i)
    if (grip[i] == 0) drag.segment<2>(2 * i) = -problem.mu[i] * slip_direction(problem, r, u, i);
  return drag;
}

ImpactStatus status_of(FrictionStatus status) {
  if (status == FrictionStatus::Solved) return ImpactStatus::Solved;
  return status == FrictionStatus::Unpolished ? ImpactStatus::Unpolished : ImpactStatus::Failed;
}

Phase phase_of(const ContactSet& set, const Eigen::VectorXd& v, const FrictionProblem& problem,
               const FrictionSolution& solution) {
  Phase phase;
  phase.v = v + set.mass.solved(stacked_rows(set).transpose() * solution.r);
  phase.normal = normals_of(solution.r);
  phase.tangential = tangents_of(solution.r);
  phase.grip = sticking_contacts(problem, solution.r);
  phase.residual = solution.residual;
  phase.indeterminate_motion = solution.solutions > 1;
  phase.status = status_of(solution.status);
  phase.drag = drag_of(problem, solution.r, phase.grip);
  phase.cones = true;
  return phase;
}

Phase untouched(const ContactSet& set, const Eigen::VectorXd& v) {
  Phase phase;
  phase.v = v;
  phase.normal = Eigen::VectorXd::Zero(set.size());
  phase.tangential = Eigen::VectorXd::Zero(2 * set.size());
  phase.grip = Grip(set.contacts.size(), 0);
  return phase;
}

Impact impact_of(const ContactSet& set, const Eigen::VectorXd& v_minus, const Phase& compression) {
  const Expand expand = [&set](const Phase& compressed, const Eigen::VectorXd& least) {
    FrictionProblem problem = friction_problem(set, compressed.v);
    problem.least = least;
    return phase_of(set, compressed.v, problem, solve_friction(problem));
  };
  return with_restitution(set, v_minus, compression, expand);
}

/// The state of a contact that does not separate; it may be without load.
ContactState state_of(const FrictionProblem& problem, const Eigen::VectorXd& u, int i) {
  if (problem.mu[i] == 0.0) return ContactState::Frictionless;
  if (problem.sliding[i]) return ContactState::Slip;
  const bool still = u.segment<2>(3 * i + 1).norm() < kStillSlip * speed_scale(problem);
  return still ? ContactState::Stick : ContactState::Slip;
}

/// Whether the problem of sliding contacts is solved with all of them closed.
bool all_stay(const FrictionProblem& problem) {
  const std::vector<FrictionMode> closed(static_cast<std::size_t>(problem.size()), {true, false});
  const auto r = polish(problem, closed, Eigen::VectorXd::Zero(problem.b.size()));
  if (!r) return false;
  return friction_residual(problem, *r) <= kFrictionResidual ||
         friction_residual(problem, spread_impulses(problem, closed, *r)) <= kFrictionResidual;
}

Accelerations accelerations_of(const ContactSet& set, const MotionState& motion,
                               const FrictionProblem& problem, const FrictionSolution& solution) {
  Accelerations result;
  result.a = motion.a_free + set.mass.solved(stacked_rows(set).transpose() * solution.r);
  result.normal = normals_of(solution.r);
  result.tangential = tangents_of(solution.r);
  result.residual = solution.residual;
  const double zero = kZeroFraction * speed_scale(problem);
  for (int i = 0; i < set.size(); ++i) {
    const double extent = set.contacts[i].extent;
    const bool carries = contact_mobility(problem, i) * solution.r[3 * i] > zero;
    if (solution.u[3 * i] >
        std::max(extent * zero, carries ? motion.unmet * speed_scale(problem) : 0.0))
      result.states.push_back(ContactState::Released);
    else
      result.states.push_back(state_of(problem, solution.u, i));
  }
  if (solution.residual > std::max(kUnmetAcceleration, motion.unmet))
    result.status = AccelerationStatus::Failed;
  return result;
}

/// The limit of impacts with a normal approach that vanishes; zero if they vanish with it.
FrictionSolution limit_impulse(const FrictionProblem& problem) {
  const double scale = speed_scale(problem);
  FrictionProblem pressed = problem;
  for (int i = 0; i < problem.size(); ++i) pressed.b[3 * i] -= kImpulsePress * scale;
  FrictionSolution solution = solve_friction(pressed);
  if (solution.status != FrictionStatus::Solved) return solution;
  if ((solution.u - pressed.b).norm() <= kVanishingImpulse * scale) {
    solution.r.setZero();
    return solution;
  }
  const auto exact =
      polish(problem, modes_of(pressed, solution.r, kZeroFraction * scale), solution.r);
  solution.status = FrictionStatus::Failed;
  if (!exact) return solution;
  solution.r = *exact;
  solution.residual = friction_residual(problem, *exact);
  if (solution.residual <= kFrictionResidual) solution.status = FrictionStatus::Solved;
  return solution;
}

/// Keller's process; zero if no push grows.
FrictionSolution process_impulse(const FrictionProblem& problem,
                                 const Eigen::VectorXd& press = {}) {
  FrictionSolution solution;
  if (problem.size() > 1) {
    const auto flow = impulse_flow(problem, press);
    if (!flow) return solution;
    solution.r = flow->r;
    solution.residual = flow->residual;
    solution.solutions = 2;  // dampers that are not equal would leave another motion
  } else {
    const auto r = impulse_process({problem.W, problem.b, problem.mu[0]});
    if (!r) return solution;
    const double end = problem.b[0] + problem.W.row(0).dot(*r);
    solution.r = *r;
    solution.residual = std::max(0.0, std::min(0.0, problem.b[0]) - end) / speed_scale(problem);
  }
  solution.status = FrictionStatus::Solved;
  return solution;
}

}  // namespace

FrictionProblem friction_problem(const ContactSet& set, const Eigen::VectorXd& v) {
  FrictionProblem problem = make_problem(set, v);
  problem.unmet = set.unmet;
  const Eigen::VectorXd normal = normal_drive(set);
  const Eigen::VectorXd tangential = tangential_drive(set);
  for (int i = 0; i < set.size(); ++i) {
    problem.b[3 * i] += normal[i];
    if (set.contacts[i].tangential) problem.b.segment(3 * i + 1, 2) += tangential.segment(2 * i, 2);
  }
  return problem;
}

Impact resolve_coulomb_impact(const ContactSet& set, const Eigen::VectorXd& v_minus) {
  const FrictionProblem problem = friction_problem(set, v_minus);
  const Eigen::VectorXd zero = zero_thresholds(set, v_minus, v_minus, normal_drive(set));
  if ((normal_speeds(set, v_minus).array() >= -zero.array()).all()) {
    return impact_of(set, v_minus, untouched(set, v_minus));
  }
  return impact_of(set, v_minus, phase_of(set, v_minus, problem, solve_friction(problem)));
}

SlidingAccelerations resolve_sliding(const ContactSet& set, const MotionState& motion,
                                     double slip_zero) {
  const Eigen::VectorXd speeds = tangential_speeds(set, motion.v);
  std::vector<std::optional<Vector2>> slips(set.contacts.size());
  for (int i = 0; i < set.size(); ++i) {
    const Vector2 slip = speeds.segment<2>(2 * i);
    if (slip.norm() > slip_zero) slips[i] = slip.normalized();
  }
  return resolve_sliding(set, motion, slips);
}

SlidingAccelerations resolve_sliding(const ContactSet& set, const MotionState& motion,
                                     const std::vector<std::optional<Vector2>>& slips) {
  FrictionProblem problem = make_problem(set, motion.a_free);
  bool all_slide = true;
  for (int i = 0; i < set.size(); ++i) {
    problem.b[3 * i] += motion.normal_bias[i];
    if (!set.contacts[i].tangential) continue;
    problem.b.segment(3 * i + 1, 2) += motion.tangential_bias.segment(2 * i, 2);
    problem.sliding[i] = slips[i];
    all_slide = all_slide && (slips[i] || problem.mu[i] == 0.0);
  }
  SlidingAccelerations result;
  const auto take = [&](const FrictionSolution& solution) {
    result.solutions.push_back(accelerations_of(set, motion, problem, solution));
  };
  const bool examined = all_slide && set.size() <= kExaminedContacts;
  const bool few = set.size() == 1 ||
                   (set.size() <= kEnumeratedContacts && (all_slide || may_have_several(problem)));
  const bool counted = few || (examined && !all_stay(problem));
  if (counted) {
    for (const FrictionSolution& solution : enumerate_friction(problem, all_slide ? 1 : 8))
      take(solution);
    if (!result.solutions.empty()) {
      result.verdict =
          result.solutions.size() == 1 ? SlidingVerdict::Consistent : SlidingVerdict::Indeterminate;
      return result;
    }
  }
  problem.unmet = kUnmetAcceleration * speed_scale(problem);
  const FrictionSolution solution = solve_friction(problem);
  if (solution.residual > std::max(kUnmetAcceleration, motion.unmet)) {
    if (all_slide && counted) result.verdict = SlidingVerdict::Inconsistent;
    return result;
  }
  take(solution);
  result.verdict = SlidingVerdict::Consistent;
  return result;
}

Impact impulse_without_collision(const ContactSet& set, const Eigen::VectorXd& v,
                                 const Eigen::VectorXd& press) {
  const FrictionProblem problem = friction_problem(set, v);
  FrictionSolution solution = process_impulse(problem);
  if (solution.status != FrictionStatus::Solved || solution.r.isZero(0.0))
    solution = limit_impulse(problem);
  const auto pushes = [](const FrictionSolution& found) {
    return found.status == FrictionStatus::Solved && !found.r.isZero(0.0);
  };
  if (!pushes(solution) && press.size() > 0) {
    const FrictionSolution pressed = process_impulse(problem, press);
    if (pushes(pressed)) solution = pressed;
  }
  Phase phase = untouched(set, v);
  if (solution.status != FrictionStatus::Solved)
    phase.status = ImpactStatus::Failed;
  else if (!solution.r.isZero(0.0))
    phase = phase_of(set, v, problem, solution);
  return impact_of(set, v, phase);
}

}  // namespace rigor
