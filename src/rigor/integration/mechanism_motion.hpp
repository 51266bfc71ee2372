// SPDX-License-Identifier: Apache-2.0
// Mechanisms that touch nothing: the motion of their joints over one step, and the paths of their
// links.
#pragma once

#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/dynamics/state.hpp>

namespace rigor {

/// Coordinates and velocities of one mechanism's joints.
struct JointState {
  Eigen::VectorXd q;
  Eigen::VectorXd v;
};

/// What the equations of motion of a model's mechanisms need: made once, so that evaluating
/// allocates nothing.
struct MechanismWorkspace {
  MechanismWorkspace(const Model& model, State initial);

  State state;
  Kinematics kinematics;
  Loads loads;
  ArticulatedBodies bodies;
  std::vector<Pose> poses;
  Eigen::VectorXd qdot;
};

/// The joints of the mechanism in a state of the whole model.
JointState joint_state(const Mechanism& mechanism, const State& state);
void store(const Mechanism& mechanism, const JointState& from, State& to);

/// dv/dt under gravity, springs and dampers; in workspace.bodies.vdot.
void accelerate(const Model& model, const Mechanism& mechanism, const JointState& at,
                MechanismWorkspace& workspace);

/// Kinetic energy and that of gravity and springs, joules.
double energy(const Model& model, const Mechanism& mechanism, const JointState& at,
              MechanismWorkspace& workspace);

/// Whether the mechanism stands still and goes on standing still: v = 0, and no point of a link of
/// the given radii (one per link of the model, about its origin) accelerates by more than 1e-12 of
/// `pull`, m/s².
bool stays_at_rest(const Model& model, const Mechanism& mechanism, const JointState& at,
                   const std::vector<double>& radii, double pull, MechanismWorkspace& workspace);

/// The motion of a mechanism over one step, as polynomials on s in [0, 1]: Chebyshev coefficients
/// in x = 2s - 1, one column per degree.
struct MechanismStep {
  Eigen::MatrixXd coordinates;         ///< one row per coordinate of the joints
  Eigen::MatrixXd velocities;          ///< one row per velocity
  std::vector<Eigen::MatrixXd> paths;  ///< per link: position, then quaternion w, x, y, z
  double error = 0.0;                  ///< largest of the last two coefficients of joints
  double path_error = 0.0;             ///< and of paths
  bool converged = false;              ///< if not, the step is too long for the iteration
};

/// Solves the equations of motion over `length` seconds by Chebyshev-Lobatto collocation of the
/// given degree: each sweep evaluates the accelerations at all nodes, then integrates velocities
/// and coordinates. The paths interpolate the links' poses at the nodes; they are what is published
/// and proved.
MechanismStep collocate(const Model& model, const Mechanism& mechanism, const JointState& start,
                        double length, int degree, MechanismWorkspace& workspace);

/// The joints on the step at s in [0, 1]; quaternions are normalised.
JointState joints_at(const Model& model, const Mechanism& mechanism, const MechanismStep& step,
                     double s);

}  // namespace rigor
