// SPDX-License-Identifier: Apache-2.0
// Time of a law's decision: the impact and the accelerations of one box on a plane (4 contacts) and
// of a stack of ten (40 contacts), beside Siconos where it is installed: its Lemke on the
// frictionless problem and on the friction pyramid, with the matrices made inside the loop as the
// laws make theirs.
#include <benchmark/benchmark.h>

#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impact.hpp>

#include "solvers/friction_problems.hpp"
#ifdef RIGOR_HAS_SICONOS
#include "solvers/siconos_lemke.hpp"
#endif

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Setting {
  ContactSet set;
  VectorXd v;
};

// Gravity's push, and a spin that makes contacts leave.
Setting setting(const benchmark::State& state) {
  Random random(1);
  problems::ContactProblem problem =
      problems::problem_of(problems::stack(static_cast<int>(state.range(0)), 4), 0.0, random);
  for (Eigen::Index i = 2; i < problem.v_star.size(); i += 6) problem.v_star[i] = -0.0981;
  for (double& entry : problem.v_star) entry += 0.1 * random.uniform(-1.0, 1.0);
  const auto contacts = static_cast<std::size_t>(problem.N.rows());
  return {{*factor_mass(std::span<const MatrixXd>(problem.mass)), problem.N, problem.T,
           std::vector(contacts, ContactProperties{.friction = 0.5, .viscosity = 0.1})},
          problem.v_star};
}

void impact(benchmark::State& state, Law law) {
  const Setting s = setting(state);
  ImpactStatus status{};
  for (auto _ : state) status = resolve_impact(law, s.set, s.v).status;
  state.SetLabel(status == ImpactStatus::Solved ? "solved" : "not solved");
}

void acceleration(benchmark::State& state, Law law) {
  const Setting s = setting(state);
  const MotionState motion{s.v, s.v, VectorXd::Zero(s.set.size()),
                           VectorXd::Zero(2 * s.set.size())};
  AccelerationStatus status{};
  for (auto _ : state) status = resolve_accelerations(law, s.set, motion).status;
  state.SetLabel(status == AccelerationStatus::Solved ? "solved" : "not solved");
}

BENCHMARK_CAPTURE(impact, frictionless, Law::Frictionless)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(impact, no_slip, Law::NoSlip)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(impact, no_slip_active, Law::NoSlipActive)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(impact, coulomb, Law::Coulomb)->Arg(1)->Arg(10)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(impact, max_dissipation, Law::MaxDissipation)->Arg(1);
BENCHMARK_CAPTURE(acceleration, frictionless, Law::Frictionless)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(acceleration, no_slip, Law::NoSlip)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(acceleration, viscous, Law::Viscous)->Arg(1)->Arg(10);

#ifdef RIGOR_HAS_SICONOS
void frictionless_siconos(benchmark::State& state) {
  const Setting s = setting(state);
  double residual = 0.0;
  for (auto _ : state) {
    const MatrixXd G = s.set.mass.whitened_rows(s.set.N);
    const LinearComplementarity problem{G.transpose() * G, s.set.N * s.v};
    const siconos::Answer answer = siconos::lemke(problem);
    benchmark::DoNotOptimize(answer.z.data());
    residual = lcp_residual(problem, answer.z);
  }
  state.SetLabel(residual < 1e-8 ? "solved" : "not solved");
}

void coulomb_siconos(benchmark::State& state) {
  Random random(1);
  const LinearComplementarity problem = problems::stewart_trinkle(
      problems::stack(static_cast<int>(state.range(0)), 4), 0.0, 0.1, random);
  siconos::Answer answer;
  for (auto _ : state) answer = siconos::lemke(problem);
  state.SetLabel(lcp_residual(problem, answer.z) < 1e-8 ? "solved" : "not solved");
}

BENCHMARK(frictionless_siconos)->Arg(1)->Arg(10);
BENCHMARK(coulomb_siconos)->Arg(1)->Arg(10);
#endif

}  // namespace
}  // namespace rigor

BENCHMARK_MAIN();
