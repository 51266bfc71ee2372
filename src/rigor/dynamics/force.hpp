// SPDX-License-Identifier: Apache-2.0
// Forces besides gravity and the springs and dampers of the joints themselves. Plain data; what
// they do at one state is in loads.hpp. Link and joint indices are filled in by `build`.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <variant>

#include <Eigen/Core>

#include <rigor/dynamics/signal.hpp>
#include <rigor/spatial/vector.hpp>

namespace rigor {

struct Model;
struct State;

enum class Axes { World, Link };

/// A force at a point fixed in a link and a moment, constant or varying in time.
struct AppliedWrench {
  int link = -1;
  /// Where the force acts, in the link's frame, m; nothing: at the centre of mass.
  std::optional<Vector3> point_L = Vector3::Zero();
  Axes axes = Axes::World;  ///< axes of both force and moment
  std::array<Signal, 3> force{constant(0.0), constant(0.0), constant(0.0)};   ///< N
  std::array<Signal, 3> moment{constant(0.0), constant(0.0), constant(0.0)};  ///< N m
};

/// A force or torque along velocity `dof` of a link's joint.
struct JointEffort {
  int link = -1;
  int dof = 0;
  Signal effort = constant(0.0);  ///< N or N m
};

/// kp (q* - q) + kd (q̇* - v) along velocity `dof`, at most ±limit, evaluated continuously; q̇* is
/// the rate of q*. The joint must have plain coordinates.
struct JointPd {
  int link = -1;
  int dof = 0;
  double kp = 0.0;  ///< N/m or N m/rad
  double kd = 0.0;  ///< N s/m or N m s/rad
  Signal target = constant(0.0);
  double limit = std::numeric_limits<double>::infinity();  ///< N or N m
};

/// Instants start + k period, k = 0, 1, 2, ...
struct SampleTimes {
  double start = 0.0;   ///< s
  double period = 0.0;  ///< s, at least 1e-6
};

/// The same law as JointPd, computed at samples only and held in between; zero before the first.
struct SampledPd {
  JointPd law;
  SampleTimes times;
};

/// Any law from the state of one mechanism to efforts along all its velocities, computed at samples
/// and held in between; zero before the first. It is given the mechanism as a model of its own,
/// with the names of its links, and must return the same numbers for the same state.
struct SampledLaw {
  int link = -1;  ///< one of the mechanism's
  std::function<Eigen::VectorXd(const Model&, const State&)> law;
  SampleTimes times;
};

using Force = std::variant<AppliedWrench, JointEffort, JointPd, SampledPd, SampledLaw>;

/// The link that the force acts on.
int link_of(const Force& force);

/// The first sample strictly after t.
double next_sample(const SampleTimes& times, double t);

/// The first instant strictly after t at which the force as a function of (time, state, held
/// samples) is not smooth in time; infinity if none. Samples count.
double next_break(const Force& force, double t);

/// The sample instants of a sampled force; nothing for others.
const SampleTimes* sample_times(const Force& force);

/// The rule that the force's own numbers break, or nothing.
std::optional<std::string> defect(const Force& force);

}  // namespace rigor
