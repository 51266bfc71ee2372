// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <rigor/assembly/tree.hpp>

namespace rigor {

/// Rows of one body's trajectory: position 0-2, quaternion w, x, y, z 3-6, velocity 7-9, angular
/// velocity 10-12; bodies one below the other.
inline constexpr int kTrajectoryRows = 13;

/// The joints of one tree over a step: Chebyshev coefficients in x = 2s - 1.
struct TreeTrajectory {
  std::shared_ptr<const Tree> tree;
  std::shared_ptr<const HeldInputs> inputs;
  int first_place = 0;                ///< of its links among the bodies
  std::vector<std::uint32_t> bodies;  ///< its links
  Eigen::MatrixXd q;
  Eigen::MatrixXd v;
};

/// The motion of some bodies over a step, as polynomials on s in [0, 1]: Chebyshev coefficients in
/// x = 2s - 1, one column per degree. The joints are what moves; links' paths interpolate where the
/// joints put them at the nodes, and are what is published and proved.
struct Trajectory {
  Eigen::MatrixXd paths;
  std::vector<TreeTrajectory> trees{};

  int degree() const { return static_cast<int>(paths.cols()) - 1; }
};

/// The states on the trajectory at s in [0, 1]; the quaternions are normalised. Links are where the
/// joints put them there.
std::vector<BodyState> states_at(const Trajectory& trajectory, double s);

/// Bodies that stay where they are.
Trajectory still_at(std::span<const BodyState> states, const std::vector<std::uint32_t>& bodies);

}  // namespace rigor
