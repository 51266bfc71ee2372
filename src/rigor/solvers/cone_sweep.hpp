// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/solvers/cone_problem.hpp>

namespace rigor {

struct SweepOptions {
  int most = 200;           ///< sweeps
  double tolerance = 1e-5;  ///< m/s: ends when no contact changes its speeds by more in a sweep
  /// Ends too when the residual is at most a third of this, m/s, and when changes shrink too slowly
  /// to come below it in the sweeps that are left; zero: neither is looked at.
  double goal = 0.0;
};

/// How a solver left its problem.
struct ConeReport {
  double residual = 0.0;  ///< of the problem as given, m/s
  int rounds = 0;
};

/// Gauss-Seidel from `state` on, which is replaced: one contact after the other, forwards and
/// backwards in turn, its normal impulse first, then the tangential one (for Cone a projected step
/// of length 1 / largest compliance, else exactly). Good for small and loose heaps; slow for tall
/// stacks.
ConeReport sweep(const ConeProblem& problem, const SweepOptions& options, ConeState& state);

}  // namespace rigor
