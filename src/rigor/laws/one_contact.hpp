// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// Candidates among which every solution of a one-step problem with a single contact and no least
/// impulse is: sticking, sliding, open, in that order; the residual tells which are solutions.
/// Sliding ones are the roots of one function of the direction.
/// @pre problem.size() == 1 and problem.least[0] == 0.
std::vector<Eigen::Vector3d> one_contact_impulses(const FrictionProblem& problem);

/// Those of them that slide in a direction that is not given. W need not be symmetric: it may hold
/// what another contact answers.
/// @pre the same, and may_stick(problem, 0).
std::vector<Eigen::Vector3d> sliding_impulses(const FrictionProblem& problem);

}  // namespace rigor
