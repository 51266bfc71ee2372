// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rigor/motion/mode_solution.hpp>
#include <rigor/motion/motion_nodes.hpp>

namespace rigor {

enum class CollocationStatus : std::uint8_t {
  Converged,
  Diverged,  ///< the step is too long for the iteration
  RankLost,  ///< rows of the mode became dependent on the way
};

/// The motion of some bodies over one step, as polynomials on s in [0, 1].
struct Collocation {
  Trajectory trajectory;
  Eigen::MatrixXd multipliers;  ///< of the mode's rows, Chebyshev coefficients likewise
  std::vector<std::vector<Vector3>> slips_W;  ///< of sliding modes: per node, see ModeSolution
  double error = 0.0;       ///< largest of the last two coefficients of free bodies and joints
  double path_error = 0.0;  ///< and of the positions and quaternions of links
  double residual = 0.0;    ///< of the mode's equations at the start, see ModeRows
  int sweeps = 0;
  CollocationStatus status = CollocationStatus::Converged;
};

/// Solves the mode's equations of motion over `length` seconds from `start` by Chebyshev-Lobatto
/// collocation of the given degree: each sweep evaluates the acceleration at all nodes, then
/// integrates velocities, orientation and position in turn. What it returns *is* the motion that is
/// published.
Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree);

/// The normal force of a slipping corner along a step, N: Chebyshev coefficients in x = 2s - 1.
struct SlipLoad {
  ContactId id;
  Eigen::VectorXd load;
};

/// Those of a sliding motion that the step was made with, one per slipping corner with load.
std::vector<SlipLoad> slip_loads(const ModeMotion& motion, const Collocation& step);

}  // namespace rigor
