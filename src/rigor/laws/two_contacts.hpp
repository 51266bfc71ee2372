// SPDX-License-Identifier: Apache-2.0
// Two contacts of which one slides freely and the other does what is linear: it sticks, is open, or
// slides in a given direction. What the other answers then is r_j = A r_i + c, and the first has a
// problem of its own,
//
//   u_i = (W_ii + W_ij A) r_i + (b_i + W_ij c),
//
// whose directions of slip are the roots of one function.
#pragma once

#include <vector>

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// Candidates among which every solution is in which contact i of two slides in a direction that is
/// not given, and the other contact is in the mode `other`; impulses of both contacts. Nothing if
/// the other has no answer of its own: nothing can move there.
/// @pre problem.size() == 2, no least impulses, may_stick(problem, i); `other` is no free slip.
std::optional<std::vector<Eigen::VectorXd>> sliding_beside(const FrictionProblem& problem, int i,
                                                           const FrictionMode& other);

}  // namespace rigor
