// SPDX-License-Identifier: Apache-2.0
// Forward dynamics of chains of revolute joints, beside Pinocchio's where its headers are found,
// compiled with the same flags. Both times include kinematics: q, v and efforts in, dv/dt out.
#include <algorithm>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/random.hpp>

#ifdef RIGOR_HAS_PINOCCHIO
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/multibody.hpp>
#endif

namespace {

/// A chain whose joints turn about x, y, z in turn, or about any axis.
struct Chain {
  rigor::ModelDescription description;
  Eigen::VectorXd q, v, efforts;
};

Chain make_chain(int count, bool aligned) {
  rigor::Random random(static_cast<std::uint64_t>(count));
  const auto vector = [&random](double size) {
    const double x = random.uniform(-size, size);
    const double y = random.uniform(-size, size);
    return rigor::Vector3(x, y, random.uniform(-size, size));
  };
  Chain chain;
  chain.q.resize(count);
  chain.v.resize(count);
  chain.efforts.resize(count);
  for (int i = 0; i < count; ++i) {
    rigor::LinkDescription link;
    link.name = std::to_string(i);
    if (i > 0) link.parent = std::to_string(i - 1);
    const auto d = random.direction<3>();
    const rigor::Vector3 axis =
        aligned ? rigor::Vector3(rigor::Vector3::Unit(i % 3)) : rigor::Vector3(d[0], d[1], d[2]);
    link.joint = rigor::Revolute{axis};
    link.X_PJ = {rigor::exp_rotation(vector(1.0)), vector(0.5)};
    link.inertia =
        rigor::SpatialInertia{random.uniform(0.5, 1.5), vector(0.1),
                              rigor::Vector3(0.3, 0.4, 0.5).asDiagonal().toDenseMatrix()};
    chain.description.links.push_back(link);
    chain.q[i] = random.uniform(-1.0, 1.0);
    chain.v[i] = random.uniform(-1.0, 1.0);
    chain.efforts[i] = random.uniform(-1.0, 1.0);
  }
  return chain;
}

rigor::State state_of(const Chain& chain) { return {0.0, chain.q, chain.v}; }

void rigor_forward_dynamics(benchmark::State& run, bool aligned) {
  const Chain chain = make_chain(static_cast<int>(run.range(0)), aligned);
  const rigor::Model model = rigor::unwrap(rigor::build(chain.description));
  const rigor::State state = state_of(chain);
  rigor::Kinematics kinematics(model);
  rigor::ArticulatedBodies bodies(model);
  rigor::Loads loads(model);
  loads.efforts = chain.efforts;
  for (auto _ : run) {
    rigor::update(model, state, kinematics);
    benchmark::DoNotOptimize(rigor::forward_dynamics(model, kinematics, loads, bodies).data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(rigor_forward_dynamics, any_axes, false)->Arg(7)->Arg(20)->Arg(100);
BENCHMARK_CAPTURE(rigor_forward_dynamics, xyz_axes, true)->Arg(7)->Arg(20)->Arg(100);

void rigor_inverse_mass_row(benchmark::State& run) {
  const Chain chain = make_chain(static_cast<int>(run.range(0)), false);
  const rigor::Model model = rigor::unwrap(rigor::build(chain.description));
  rigor::Kinematics kinematics(model);
  rigor::ArticulatedBodies bodies(model);
  rigor::update(model, state_of(chain), kinematics);
  rigor::factorize(model, kinematics, bodies);
  for (auto _ : run) {
    benchmark::DoNotOptimize(
        rigor::inverse_mass_times(model, kinematics, chain.efforts, bodies).data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(rigor_inverse_mass_row)->Arg(7)->Arg(20)->Arg(100);

#ifdef RIGOR_HAS_PINOCCHIO
pinocchio::Model pinocchio_model(const Chain& chain, bool aligned) {
  pinocchio::Model model;
  for (std::size_t i = 0; i < chain.description.links.size(); ++i) {
    const rigor::LinkDescription& link = chain.description.links[i];
    const pinocchio::SE3 X_PJ(link.X_PJ.rotation.toRotationMatrix(), link.X_PJ.translation);
    pinocchio::JointModel joint =
        pinocchio::JointModelRevoluteUnaligned(std::get<rigor::Revolute>(link.joint).axis);
    if (aligned) {
      if (i % 3 == 0) joint = pinocchio::JointModelRX();
      if (i % 3 == 1) joint = pinocchio::JointModelRY();
      if (i % 3 == 2) joint = pinocchio::JointModelRZ();
    }
    const auto index = model.addJoint(i, joint, X_PJ, link.name);
    model.appendBodyToJoint(
        index, pinocchio::Inertia(link.inertia->mass, link.inertia->com, link.inertia->about_com),
        pinocchio::SE3::Identity());
  }
  return model;
}

void pinocchio_forward_dynamics(benchmark::State& run, bool aligned,
                                pinocchio::Convention convention) {
  const Chain chain = make_chain(static_cast<int>(run.range(0)), aligned);
  const pinocchio::Model model = pinocchio_model(chain, aligned);
  pinocchio::Data data(model);
  // The two must solve the same problem.
  const rigor::Model ours = rigor::unwrap(rigor::build(chain.description));
  rigor::Kinematics kinematics(ours);
  rigor::ArticulatedBodies bodies(ours);
  rigor::Loads loads(ours);
  loads.efforts = chain.efforts;
  rigor::update(ours, state_of(chain), kinematics);
  const Eigen::VectorXd mine = rigor::forward_dynamics(ours, kinematics, loads, bodies);
  pinocchio::aba(model, data, chain.q, chain.v, chain.efforts, convention);
  run.counters["difference"] = (mine - data.ddq).norm() / mine.norm();
  for (auto _ : run) {
    benchmark::DoNotOptimize(
        pinocchio::aba(model, data, chain.q, chain.v, chain.efforts, convention).data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(pinocchio_forward_dynamics, any_axes_world, false, pinocchio::Convention::WORLD)
    ->Arg(7)
    ->Arg(20)
    ->Arg(100);
BENCHMARK_CAPTURE(pinocchio_forward_dynamics, any_axes_local, false, pinocchio::Convention::LOCAL)
    ->Arg(7)
    ->Arg(20)
    ->Arg(100);
BENCHMARK_CAPTURE(pinocchio_forward_dynamics, xyz_axes_world, true, pinocchio::Convention::WORLD)
    ->Arg(7)
    ->Arg(20)
    ->Arg(100);
BENCHMARK_CAPTURE(pinocchio_forward_dynamics, xyz_axes_local, true, pinocchio::Convention::LOCAL)
    ->Arg(7)
    ->Arg(20)
    ->Arg(100);
#endif

}  // namespace

BENCHMARK_MAIN();
