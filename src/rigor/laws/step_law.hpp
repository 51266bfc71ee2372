// SPDX-License-Identifier: Apache-2.0
// What a law makes of the contacts of one step: velocities that keep all distances asked for
// (compression), then restitution. On plain matrices, as all of this room.
#pragma once

#include <vector>

#include <rigor/laws/contact_set.hpp>
#include <rigor/solvers/cone_splitting.hpp>

namespace rigor {

/// How the contacts of a step are solved.
struct StepLaw {
  Law law = Law::Coulomb;
  double duration = 0.0;  ///< of the step, s
  /// A residual that costs nothing, m/s: sweeps that reach it are not followed by a splitting.
  double goal = 1e-3;
  SweepOptions sweeps{30, 1e-5};
  SplittingOptions splitting{};
  bool may_split = true;
};

/// The law with this goal, its iterations ending well below it.
StepLaw with_goal(StepLaw law, double goal);

/// Whether steps can be made under the law: all but max_dissipation.
bool has_step_law(Law law);

/// Whether contacts that press hold their tangents: no_slip and no_slip_active.
bool holds_tangents(Law law);

/// What a contact of a step has besides its rows.
struct StepContact {
  double restitution = 0.0;  ///< zero where the approach is too slow to bounce
  /// The part of its compression that stops what collides: gravity goes on after a collision, and
  /// what it does then does not bounce.
  double colliding = 1.0;
  bool grips_open = false;  ///< no_slip: holds its tangents also without normal impulse
};

/// A step's contacts; `cone` is prepared.
struct StepProblem {
  ConeProblem cone;
  std::vector<StepContact> contacts;
  /// Velocities before the forces of the step, of bodies and of trees; none: those are u*.
  std::vector<ConeProblem::Velocity> brought{};
  std::vector<Eigen::VectorXd> brought_trees{};
};

/// Writes the law's rule for the tangential impulse into a contact.
void set_rule(const StepLaw& law, const ContactProperties& properties, ConeContact& contact);

/// How a step was solved.
struct StepSolution {
  double residual = 0.0;  ///< m/s
  int rounds = 0;         ///< sweeps, rounds of splitting and steps of Newton's method
  bool split = false;
  /// What every restitution was multiplied by so that no kinetic energy is won.
  double restitution_factor = 1.0;
};

/// Solves the contacts from `state` on, which is replaced. Contacts that hold their tangents let go
/// if they carry no normal impulse, and do not hold again: their rules change in `problem`.
StepSolution compress(StepProblem& problem, const StepLaw& law, ConeState& state);

/// By how much the step wins energy, J: T(u) - T(u⁻) less the work of its forces along u,
/// (u* - u⁻)'M u, and of the offsets (moving bodies, gaps that are to be opened). Never positive
/// without restitution, to the residual: with M (u - u*) = J'λ and λ·y <= 0 it is at most
/// -|u - u⁻|²/2 in the norm of M.
double won_energy(const StepProblem& problem, const ConeState& state);

/// Poisson's restitution: where `compression`, the normal impulses of a compression, is positive,
/// a contact gives at least (1 + e) times the part of it that collides; everything else is solved
/// once more. All e are multiplied by the same factor below 1 if energy would be won else.
StepSolution expand(StepProblem& problem, const std::vector<double>& compression,
                    const StepLaw& law, ConeState& state);

/// What the offsets put in at most, J.
double offset_work(const ConeProblem& problem, const ConeState& state);

}  // namespace rigor
