// SPDX-License-Identifier: Apache-2.0
// What the benchmarks of solvers and of laws have in common: a stack of boxes on a plane, four
// contacts per interface, and the same problem given to Siconos where it is installed.
#pragma once

#include <benchmark/benchmark.h>

#include "solvers/friction_problems.hpp"
#ifdef RIGOR_HAS_SICONOS
#include "solvers/siconos_lemke.hpp"
#endif

namespace rigor {

/// Gravity's push, and a spin that makes contacts leave.
inline problems::ContactProblem falling_stack(const benchmark::State& state) {
  Random random(1);
  problems::ContactProblem problem =
      problems::problem_of(problems::stack(static_cast<int>(state.range(0)), 4), 0.0, random);
  for (Eigen::Index i = 2; i < problem.v_star.size(); i += 6) problem.v_star[i] = -0.0981;
  for (double& entry : problem.v_star) entry += 0.1 * random.uniform(-1.0, 1.0);
  return problem;
}

/// The stack with Coulomb friction as a linear complementarity problem (Stewart-Trinkle).
inline LinearComplementarity stack_with_friction(const benchmark::State& state) {
  Random random(1);
  return problems::stewart_trinkle(problems::stack(static_cast<int>(state.range(0)), 4), 0.0, 0.1,
                                   random);
}

#ifdef RIGOR_HAS_SICONOS
/// Says whether the answer is one.
inline void label(benchmark::State& state, const LinearComplementarity& problem,
                  const siconos::Answer& answer) {
  state.SetLabel(lcp_residual(problem, answer.z) < 1e-8 ? "solved" : "not solved");
}

inline void coulomb_siconos(benchmark::State& state) {
  const LinearComplementarity problem = stack_with_friction(state);
  siconos::Answer answer;
  for (auto _ : state) answer = siconos::lemke(problem);
  label(state, problem, answer);
}
#endif

}  // namespace rigor
