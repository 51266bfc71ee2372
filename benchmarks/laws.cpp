// SPDX-License-Identifier: Apache-2.0
// Time of a law's decision: the impact and the accelerations of one box on a plane (4 contacts) and
// of a stack of ten (40 contacts), beside Siconos where it is installed: its Lemke on the
// frictionless problem and on the friction pyramid, with the matrices made inside the loop as the
// laws make theirs.
#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impact.hpp>

#include "falling_stack.hpp"
#include "laws/contact_scene.hpp"

namespace rigor {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Setting {
  ContactSet set;
  VectorXd v;
};

Setting setting(const benchmark::State& state) {
  const problems::ContactProblem problem = falling_stack(state);
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

/// A slow approach while every other box slides at 3 m/s: beside impact/coulomb, what fast slips
/// cost that change nothing.
void impact_beside_slips(benchmark::State& state) {
  Setting s = setting(state);
  s.v *= 1e-4;
  for (Eigen::Index body = 0; body < s.v.size(); body += 12) s.v[body] += 3.0;
  ImpactStatus status{};
  for (auto _ : state) status = resolve_impact(Law::Coulomb, s.set, s.v).status;
  state.SetLabel(status == ImpactStatus::Solved ? "solved" : "not solved");
}

/// A ball strikes a wall of bricks, five to a row: 20 contacts below it, 36 more for every row.
void impact_on_wall(benchmark::State& state) {
  Random random(3);
  const ContactSet set =
      testing::struck_wall(static_cast<int>(state.range(0)), 5, 1e-7, 0.5, random);
  VectorXd v = VectorXd::Zero(set.mass.size());
  v[v.size() - 5] = -6.0;
  ImpactStatus status{};
  for (auto _ : state) status = resolve_impact(Law::Coulomb, set, v).status;
  state.SetLabel(std::to_string(set.size()) + " contacts, " +
                 (status == ImpactStatus::Solved ? "solved" : "not solved"));
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
BENCHMARK(impact_beside_slips)->Arg(1)->Arg(10)->Unit(benchmark::kMicrosecond);
BENCHMARK(impact_on_wall)->DenseRange(1, 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(impact, max_dissipation, Law::MaxDissipation)->Arg(1);
BENCHMARK_CAPTURE(acceleration, frictionless, Law::Frictionless)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(acceleration, no_slip, Law::NoSlip)->Arg(1)->Arg(10);
BENCHMARK_CAPTURE(acceleration, viscous, Law::Viscous)->Arg(1)->Arg(10);

#ifdef RIGOR_HAS_SICONOS
void frictionless_siconos(benchmark::State& state) {
  const Setting s = setting(state);
  LinearComplementarity problem;
  siconos::Answer answer;
  for (auto _ : state) {
    const MatrixXd G = s.set.mass.whitened_rows(s.set.N);
    problem = {G.transpose() * G, s.set.N * s.v};
    answer = siconos::lemke(problem);
  }
  label(state, problem, answer);
}

BENCHMARK(frictionless_siconos)->Arg(1)->Arg(10);
BENCHMARK(coulomb_siconos)->Arg(1)->Arg(10);
#endif

}  // namespace
}  // namespace rigor

BENCHMARK_MAIN();
