// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/laws/friction_problem.hpp>

namespace rigor {

/// How a solution was found, in the order of the search.
enum class FrictionRoute : std::uint8_t {
  Enumerated,   ///< at most kEnumeratedContacts contacts: all modes looked at
  AllStick,     ///< everything sticks
  Yielding,     ///< everything slips, from the impulses that would hold it
  Smoothing,    ///< smoothed conditions for all contacts at once, then Newton on the modes
  Compliance,   ///< contacts that give way, less and less
  Jacobi,       ///< all contacts at once, so that symmetry stays; then Newton on its modes
  GaussSeidel,  ///< projected Gauss-Seidel, then Newton on its modes
  Pyramid,      ///< Lemke on a friction pyramid, then Newton on its modes
  Flip,         ///< Newton on modes that differ from the guess in one or two contacts
  Sweep,        ///< Newton on modes counted through, up to a limit
  None,
};

enum class FrictionStatus : std::uint8_t {
  Solved,      ///< residual at most kFrictionResidual
  Unpolished,  ///< the best impulse found has a residual at most kRoughResidual
  Failed,      ///< nothing acceptable; no proof that there is no solution
  None,        ///< proved: no mode has a solution (all contacts slide in given directions)
};

inline constexpr double kFrictionResidual = 1e-10;
inline constexpr double kRoughResidual = 1e-4;
/// Problems up to this size are solved by looking at every mode, so that several solutions show.
inline constexpr int kEnumeratedContacts = 2;

struct FrictionSolution {
  Eigen::VectorXd r;
  Eigen::VectorXd u;
  double residual = 0.0;
  FrictionRoute route = FrictionRoute::None;
  FrictionStatus status = FrictionStatus::Failed;
  int solutions = 0;  ///< solutions with different u that are known
};

/// A solution on the circular cone. Of several, the one with most sticking contacts, then with the
/// smallest impulse. The same problem gives the same answer.
FrictionSolution solve_friction(const FrictionProblem& problem);

/// Whether normal and tangential motion are coupled so strongly that several solutions are
/// possible.
bool may_have_several(const FrictionProblem& problem);

/// Every solution with its own u that Newton finds from all modes and `directions` slip directions;
/// at most 4^size · directions attempts. Ordered by most sticking, then smallest impulse. Of one
/// contact that can have no second solution the search ends with the first.
std::vector<FrictionSolution> enumerate_friction(const FrictionProblem& problem,
                                                 int directions = 8);

/// r changed by impulses that do not change the motion, such that all contacts are strictly inside
/// their cones if that is possible (a small cone program by a log barrier). Otherwise the best
/// found.
Eigen::VectorXd spread_impulses(const FrictionProblem& problem,
                                const std::vector<FrictionMode>& modes, const Eigen::VectorXd& r);

}  // namespace rigor
