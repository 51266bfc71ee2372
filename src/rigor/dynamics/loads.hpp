// SPDX-License-Identifier: Apache-2.0
// What the model's springs, dampers and forces do at one state.
#pragma once

#include <rigor/dynamics/inverse_dynamics.hpp>

namespace rigor {

/// The outputs of the sampled forces since their last sample: one vector for each force of the
/// model, empty for those that are not sampled or have not sampled yet; one number for SampledPd,
/// v_size numbers for SampledLaw. Part of a checkpoint: with a State it determines the future.
struct HeldInputs {
  std::vector<Eigen::VectorXd> outputs;
};

/// Nothing sampled yet.
HeldInputs no_samples(const Model& model);

/// `held` with the outputs of every sampled force that has a sample exactly at state.time renewed.
HeldInputs sampled(const Model& model, const State& state, HeldInputs held);

/// Springs and dampers of the joints and all forces of the model at the state; overwrites `loads`.
/// Gravity is not among them: the dynamics add it. Allocation-free.
void evaluate_loads(const Model& model, const State& state, const Kinematics& kinematics,
                    const HeldInputs& held, Loads& loads);

/// The springs and dampers of one mechanism's joints alone; overwrites its part of `loads`.
void evaluate_joint_loads(const Model& model, const Mechanism& mechanism, const State& state,
                          Loads& loads);

/// Instants t in (after, until] at which accelerations as a function of time, state and held inputs
/// are not smooth: knots of tables and driven paths, and samples. Ascending, each once.
std::vector<double> breaks(const Model& model, double after, double until);

/// Whether accelerations depend on q and v alone: no force or target that varies in time, no
/// sampled controller, no driven link. A model in equilibrium at rest then stays there.
bool is_autonomous(const Model& model);

}  // namespace rigor
