// SPDX-License-Identifier: Apache-2.0
// What contacts ask for can be too much: a body between two walls that leave less room than the
// contacts are to keep. Then the velocities are wanted that miss the normal goals y_n >= 0 by as
// little as possible, min ½ Σ max(0, -y_n)², whatever impulses that would take; of those the ones
// near standstill.
//
// Accelerated gradient steps in the metric of the masses from standstill on: u + M⁻¹N'max(0,
// -y_n)/L with L >= the largest eigenvalue of N M⁻¹N', here twice the largest sum of compliances at
// a body; momentum (Nesterov) is dropped where the sum rises.
#pragma once

#include <rigor/solvers/cone_problem.hpp>

namespace rigor {

struct ViolationOptions {
  int most = 5000;           ///< steps
  double tolerance = 1e-12;  ///< m/s: ends when a step changes no normal speed by more
};

/// By how much each contact misses its normal goal at those velocities, m/s; zero where it is met.
std::vector<double> least_violation(const ConeProblem& problem, const ViolationOptions& options);

}  // namespace rigor
