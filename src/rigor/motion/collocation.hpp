// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include <rigor/chebyshev/nodes.hpp>
#include <rigor/motion/motion.hpp>

namespace rigor {

/// Rows of one body's trajectory: position 0-2, quaternion w, x, y, z 3-6, velocity 7-9, angular
/// velocity 10-12; bodies one below the other.
inline constexpr int kTrajectoryRows = 13;
inline constexpr int kMaxCollocationDegree = 16;

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
  double residual = 0.0;    ///< of the mode's equations at the start, see ModeSolution
  int sweeps = 0;
  CollocationStatus status = CollocationStatus::Converged;
};

/// What follows from the changes of an iteration that sweeps over nodes.
enum class Sweeping : std::uint8_t { GoesOn, Converged, Diverged };

class SweepWatch {
 public:
  /// After each sweep: its largest change, relative to the size of a row's numbers. An iteration
  /// that has not `settled` yet can diverge but not converge.
  Sweeping after(double change, bool settled = true);
  int sweeps() const { return sweeps_; }

 private:
  int sweeps_ = 0;
  double previous_ = std::numeric_limits<double>::infinity();
};

/// Solves the mode's equations of motion over `length` seconds from `start` by Chebyshev-Lobatto
/// collocation of the given degree: each sweep evaluates the acceleration at all nodes, then
/// integrates velocities, orientation and position in turn. What it returns *is* the motion that is
/// published.
Collocation collocate(const ModeMotion& motion, std::span<const BodyState> start, double length,
                      int degree);

/// The states on the trajectory at s in [0, 1]; the quaternions are normalised. Links are where the
/// joints put them there.
std::vector<BodyState> states_at(const Trajectory& trajectory, double s);

/// Bodies that stay where they are.
Trajectory still_at(std::span<const BodyState> states, const std::vector<std::uint32_t>& bodies);

}  // namespace rigor
