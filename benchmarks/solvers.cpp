// SPDX-License-Identifier: Apache-2.0
// Time per solve: one box on a plane (4 contacts) and a stack of ten (40 contacts), convex laws and
// Coulomb friction as a linear complementarity problem, beside Siconos where it is installed.
#include <rigor/solvers/lemke.hpp>
#include <rigor/solvers/max_min_multiplier.hpp>
#include <rigor/solvers/rank_solve.hpp>

#include "falling_stack.hpp"

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Setting {
  MassFactor mass;
  problems::ContactProblem problem;
};

Setting setting(const benchmark::State& state) {
  problems::ContactProblem problem = falling_stack(state);
  MassFactor mass = *factor_mass(std::span<const MatrixXd>(problem.mass));
  return {std::move(mass), std::move(problem)};
}

void factor(benchmark::State& state) {
  const Setting s = setting(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(factor_mass(std::span<const MatrixXd>(s.problem.mass)));
  }
}

void frictionless(benchmark::State& state) {
  const Setting s = setting(state);
  const LinearRows N = problems::at_least_zero(s.problem.N);
  for (auto _ : state) {
    benchmark::DoNotOptimize(project_on_cone(s.mass, s.problem.v_star, N, {}));
  }
}

void no_slip(benchmark::State& state) {
  const Setting s = setting(state);
  const LinearRows N = problems::at_least_zero(s.problem.N);
  const LinearRows T = problems::at_least_zero(s.problem.T);
  for (auto _ : state) {
    benchmark::DoNotOptimize(project_on_cone(s.mass, s.problem.v_star, N, T));
  }
}

void sticking_mode(benchmark::State& state) {
  const Setting s = setting(state);
  MatrixXd J(3 * s.problem.N.rows(), s.problem.N.cols());
  J << s.problem.N, s.problem.T;
  const VectorXd c = VectorXd::Zero(J.rows());
  for (auto _ : state) {
    benchmark::DoNotOptimize(constrained_motion(s.mass, s.problem.v_star, J, c));
  }
}

void most_even_split(benchmark::State& state) {
  const Setting s = setting(state);
  const VectorXd z = VectorXd::LinSpaced(s.problem.N.rows(), 1.0, 2.0);
  for (auto _ : state) benchmark::DoNotOptimize(max_min_multiplier(s.problem.N, z));
}

void coulomb_lemke(benchmark::State& state) {
  const LinearComplementarity problem = stack_with_friction(state);
  LemkeAnswer answer;
  for (auto _ : state) answer = lemke(problem);
  state.SetLabel(answer.status == LemkeStatus::Solved ? "solved" : "not solved");
}

BENCHMARK(factor)->Arg(1)->Arg(10);
BENCHMARK(frictionless)->Arg(1)->Arg(10);
BENCHMARK(no_slip)->Arg(1)->Arg(10);
BENCHMARK(sticking_mode)->Arg(1)->Arg(10);
BENCHMARK(most_even_split)->Arg(1)->Arg(10);
BENCHMARK(coulomb_lemke)->Arg(1)->Arg(10);

#ifdef RIGOR_HAS_SICONOS
void frictionless_siconos(benchmark::State& state) {
  const Setting s = setting(state);
  const MatrixXd G = s.mass.whitened_rows(s.problem.N);
  const LinearComplementarity problem{G.transpose() * G, s.problem.N * s.problem.v_star};
  siconos::Answer answer;
  for (auto _ : state) answer = siconos::lemke(problem);
  label(state, problem, answer);
}

BENCHMARK(frictionless_siconos)->Arg(1)->Arg(10);
BENCHMARK(coulomb_siconos)->Arg(1)->Arg(10);
#endif

}  // namespace
}  // namespace rigor

BENCHMARK_MAIN();
