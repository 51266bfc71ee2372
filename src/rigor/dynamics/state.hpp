// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <Eigen/Core>

#include <rigor/dynamics/build.hpp>
#include <rigor/dynamics/model.hpp>

namespace rigor {

/// The physics of one instant: nothing else about the bodies may influence the future.
struct State {
  double time = 0.0;  ///< s
  Eigen::VectorXd q;  ///< coordinates of all joints, in the order of the links
  Eigen::VectorXd v;  ///< velocities
};

/// At rest at time 0 with all coordinates 0, clamped to the limits, and unit quaternions.
State neutral_state(const Model& model);

/// The world poses of all links; quaternions unit.
std::vector<Pose> link_poses(const Model& model, const State& state);

/// The pose of one link; only those above it are placed.
Pose link_pose(const Model& model, int link, const State& state);

/// The same for the links of one mechanism: writes poses[first_link .. end_link). Quaternions
/// follow the coordinates continuously, over any number of turns.
void update_poses(const Model& model, const Mechanism& mechanism, const State& state,
                  std::vector<Pose>& poses);

/// Brings quaternions to length 1 and leaves everything else alone.
void normalize(const Model& model, State& state);

/// The rule that the state breaks, with the link's name, or nothing: right sizes, finite numbers,
/// quaternions of length 1 to 1e-6, coordinates within limits, every vertex and centre of mass
/// within kMaxCoordinate of the origin.
std::optional<ModelError> defect(const Model& model, const State& state);

}  // namespace rigor
