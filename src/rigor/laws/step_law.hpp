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

/// What a contact of a step has besides its rows.
struct StepContact {
  double restitution = 0.0;  ///< zero where the approach is too slow to bounce
  bool grips_open = false;   ///< no_slip: holds its tangents also without normal impulse
};

/// A step's contacts; `cone` is prepared.
struct StepProblem {
  ConeProblem cone;
  std::vector<StepContact> contacts;
};

/// Writes the law's rule for the tangential impulse into a contact.
void set_rule(const StepLaw& law, const ContactProperties& properties, ConeContact& contact);

/// How a step was solved.
struct StepSolution {
  double residual = 0.0;  ///< m/s
  int rounds = 0;         ///< sweeps and rounds of splitting
  bool split = false;
  /// What every restitution was multiplied by so that no kinetic energy is won.
  double restitution_factor = 1.0;
};

/// Solves the contacts from `state` on, which is replaced. Contacts that hold their tangents let go
/// if they carry no normal impulse, and do not hold again: their rules change in `problem`.
StepSolution compress(StepProblem& problem, const StepLaw& law, ConeState& state);

/// Poisson's restitution: where `compression`, the normal impulses of a compression, is positive,
/// a contact gives at least (1 + e) times that; everything else is solved once more. All e are
/// halved as long as the kinetic energy exceeds that of u* by more than what the offsets (moving
/// bodies, gaps that are to be opened) put in, -λ·offset over contacts where that is positive:
/// without restitution M (u - u*) = J'λ and λ·(y - offset) give exactly that bound.
StepSolution expand(StepProblem& problem, const std::vector<double>& compression,
                    const StepLaw& law, ConeState& state);

/// What the offsets put in at most, J.
double offset_work(const ConeProblem& problem, const ConeState& state);

}  // namespace rigor
