// SPDX-License-Identifier: Apache-2.0
// What the model's springs, dampers and forces do at one state.
#pragma once

#include <cstdint>

#include <rigor/dynamics/inverse_dynamics.hpp>

namespace rigor {

/// Where a motor with a limit works. Between two events it stays on one branch, which is smooth.
enum class MotorBranch : std::uint8_t {
  Clamped,  ///< whichever the state says; not smooth
  Linear,   ///< kp (q* - q) + kd (q̇* - v)
  Highest,  ///< +limit
  Lowest,   ///< -limit
};

/// What dry friction does in a joint.
enum class JointSlide : std::int8_t { Down = -1, Sticks = 0, Up = 1 };

/// What changes at events only. Part of a checkpoint: with a State it determines the future.
struct HeldInputs {
  /// The outputs of the sampled forces since their last sample: one vector for each force of the
  /// model, empty for those that are not sampled or have not sampled yet; one number for SampledPd,
  /// v_size numbers for SampledLaw.
  std::vector<Eigen::VectorXd> outputs{};
  std::vector<MotorBranch> branches{};  ///< for each force; empty: all clamped
  std::vector<JointSlide> slides{};  ///< for each velocity; empty: no dry friction, nothing sticks
};

/// Nothing sampled yet.
HeldInputs no_samples(const Model& model);

/// `held` with the outputs of every sampled force that has a sample exactly at state.time renewed.
HeldInputs sampled(const Model& model, const State& state, HeldInputs held);

/// The effort that a motor would have without its limit.
double unlimited_effort(const Model& model, const State& state, const JointPd& motor);

/// Springs, dampers and dry friction of the joints and all forces of the model at the state;
/// overwrites `loads`.
/// Gravity is not among them: the dynamics add it. Allocation-free.
void evaluate_loads(const Model& model, const State& state, const Kinematics& kinematics,
                    const HeldInputs& held, Loads& loads);

/// Those of one mechanism's joints alone; overwrites its part of `loads`.
void evaluate_joint_loads(const Model& model, const Mechanism& mechanism, const State& state,
                          const HeldInputs& held, Loads& loads);

/// Instants t in (after, until] at which accelerations as a function of time, state and held inputs
/// are not smooth: knots of tables and driven paths, and samples. Ascending, each once.
std::vector<double> breaks(const Model& model, double after, double until);

/// Whether accelerations depend on q and v alone: no force or target that varies in time, no
/// sampled controller, no driven link. A model in equilibrium at rest then stays there.
bool is_autonomous(const Model& model);

}  // namespace rigor
