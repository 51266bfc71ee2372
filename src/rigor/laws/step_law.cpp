// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/laws/step_law.hpp>
#include <rigor/laws/tolerances.hpp>
#include <rigor/solvers/cone_newton.hpp>

namespace rigor {
namespace {

StepSolution solve(const ConeProblem& problem, const StepLaw& law, ConeState& state) {
  const ConeReport swept = sweep(problem, law.sweeps, state);
  if (!law.may_split || swept.residual <= law.goal) return {swept.residual, swept.rounds};
  const ConeReport parted = split(problem, law.splitting, state);
  StepSolution solution{parted.residual, swept.rounds + parted.rounds, true};
  for (const double penalty : kNewtonPenalties) {
    if (solution.residual <= law.goal) break;
    const NewtonOptions to_the_same{.tolerance = law.splitting.tolerance, .penalty = penalty};
    const ConeReport polished = polish_by_newton(problem, to_the_same, state);
    solution.residual = polished.residual;
    solution.rounds += polished.rounds;
  }
  return solution;
}

bool is_loose(const StepProblem& problem, const ConeState& state, std::size_t c) {
  const ConeContact& contact = problem.cone.contacts[c];
  const bool ties = contact.tangent != Tangent::Cone;
  return ties && !problem.contacts[c].grips_open && !(state.impulses[c][0] > 0.0);
}

/// Contacts without normal impulse let go of their tangents; whether any did.
bool let_go(StepProblem& problem, ConeState& state) {
  bool any = false;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (!is_loose(problem, state, c)) continue;
    ConeContact& contact = problem.cone.contacts[c];
    contact.tangent = Tangent::Cone;
    contact.friction = 0.0;
    const Eigen::Vector3d off(0.0, -state.impulses[c][1], -state.impulses[c][2]);
    push(problem.cone, static_cast<int>(c), off, state);
    any = true;
  }
  return any;
}

}  // namespace

StepLaw with_goal(StepLaw law, double goal) {
  law.goal = goal;
  law.sweeps.tolerance = kBelowGoal * goal;
  // Which contacts let go of their tangents hangs on small impulses: sweeps then go on to the end.
  law.sweeps.goal = holds_tangents(law.law) ? 0.0 : goal;
  law.splitting.tolerance = kSplitBelowGoal * goal;
  law.splitting.polish.tolerance = kBelowGoal * goal;
  return law;
}

bool holds_tangents(Law law) { return law == Law::NoSlip || law == Law::NoSlipActive; }

bool has_step_law(Law law) { return law != Law::MaxDissipation; }

void set_rule(const StepLaw& law, const ContactProperties& properties, ConeContact& contact) {
  contact.tangent = Tangent::Cone;
  contact.friction = law.law == Law::Coulomb ? properties.friction : 0.0;
  if (holds_tangents(law.law)) contact.tangent = Tangent::Held;
  if (law.law == Law::Viscous && properties.viscosity > 0.0) {
    contact.tangent = Tangent::Drag;
    contact.drag = law.duration * properties.viscosity;
  }
}

StepSolution compress(StepProblem& problem, const StepLaw& law, ConeState& state) {
  StepSolution solution = solve(problem.cone, law, state);
  for (std::size_t round = 0; round < problem.contacts.size() && let_go(problem, state); ++round) {
    const StepSolution next = solve(problem.cone, law, state);
    solution = {next.residual, solution.rounds + next.rounds, solution.split || next.split};
  }
  return solution;
}

double offset_work(const ConeProblem& problem, const ConeState& state) {
  double work = 0.0;
  for (std::size_t c = 0; c < problem.contacts.size(); ++c)
    work += std::max(0.0, -state.impulses[c].dot(problem.contacts[c].offset));
  for (std::size_t i = 0; i < problem.bounded.size(); ++i)
    work += std::max(0.0, -state.efforts[i] * problem.bounded[i].offset);
  return work;
}

double won_energy(const StepProblem& problem, const ConeState& state) {
  const ConeProblem& cone = problem.cone;
  ConeState brought = state_at_start(cone);
  if (!problem.brought.empty()) brought.u = problem.brought;
  if (!problem.brought_trees.empty()) brought.trees = problem.brought_trees;
  double forces = 0.0;
  for (std::size_t i = 0; i < cone.mass.size(); ++i)
    forces += (cone.u_star[i] - brought.u[i]).dot(cone.mass[i] * state.u[i]);
  for (std::size_t i = 0; i < cone.trees.size(); ++i)
    forces += (cone.trees[i].u_star - brought.trees[i]).dot(cone.trees[i].mass * state.trees[i]);
  return kinetic_energy(cone, state) - kinetic_energy(cone, brought) - forces -
         offset_work(cone, state);
}

StepSolution expand(StepProblem& problem, const std::vector<double>& compression,
                    const StepLaw& law, ConeState& state) {
  const ConeState before = state;
  const double slack = kEnergySlack * kinetic_energy(problem.cone, state_at_start(problem.cone));
  const double won_without = won_energy(problem, before);
  StepSolution solution;
  double factor = 1.0;
  for (int trial = 0; trial < kMostLawHalvings; ++trial) {
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      const StepContact& contact = problem.contacts[c];
      const double e = factor * contact.restitution;
      problem.cone.contacts[c].least =
          e > 0.0 ? (1.0 + e) * contact.colliding * std::max(0.0, compression[c]) : 0.0;
    }
    state = before;
    solution = compress(problem, law, state);
    solution.restitution_factor = factor;
    const double won = won_energy(problem, state);
    if (won <= slack) return solution;
    // About a square of e; the chord to what is won without meets zero below that.
    const double chord = won_without < 0.0 ? won_without / (won_without - won) : 0.5;
    factor *= trial == 0 ? std::sqrt(chord) : std::min(chord, trial == 1 ? 1.0 : 0.5);
  }
  for (ConeContact& contact : problem.cone.contacts) contact.least = 0.0;
  state = before;
  solution = compress(problem, law, state);
  solution.restitution_factor = 0.0;
  return solution;
}

}  // namespace rigor
