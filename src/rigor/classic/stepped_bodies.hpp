// SPDX-License-Identifier: Apache-2.0
// All bodies of a run at one instant, in the coordinates that first-order methods step in.
#pragma once

#include <vector>

#include <rigor/assembly/joint_limit.hpp>
#include <rigor/assembly/world.hpp>
#include <rigor/classic/closed_loops.hpp>
#include <rigor/contact/island_rows.hpp>
#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/dynamics/loads.hpp>

namespace rigor {

/// The model with every free body's frame moved to its centre of mass, as in `world.bodies`: there
/// "x + h v" means what the paper means.
Model centred_model(const Model& model, const World& world);

/// The bodies at `state`, with what depends on it up to date.
struct SteppedBodies {
  SteppedBodies(const World& world, const State& initial);

  const World* world = nullptr;
  Model model;  ///< centred; its links are the world's bodies
  State state;
  Kinematics kinematics;
  std::vector<Pose> poses;             ///< of all bodies
  std::vector<PieceRefPair> pairs;     ///< every pair that must not overlap
  std::vector<LimitId> limits;         ///< of all joints
  std::optional<ClosedLoops> loops{};  ///< where the bodies are, if there are any
  ArticulatedBodies articulated;       ///< scratch
  Loads loads;                         ///< scratch
  Eigen::VectorXd motor_efforts;       ///< of the last free_accelerations: what is given to joints
};

/// Puts the bodies exactly there.
void put(SteppedBodies& bodies, const State& state);

/// Moves coordinates straight, q + h q̇(v), quaternions normalised: line 2 of [TR alg:ts]. Loops
/// that this opens are closed (closed_loops.hpp).
void move_straight(SteppedBodies& bodies, double h);

/// f(q, v): accelerations under gravity and all given forces, without contacts and without what
/// limits and loops do: that is the impulses'. [TR eqn:DAE]
Eigen::VectorXd free_accelerations(SteppedBodies& bodies);

void set_velocities(SteppedBodies& bodies, const Eigen::VectorXd& v);

/// Largest angular speed of a quaternion's joint, rad/s.
double fastest_quaternion(const SteppedBodies& bodies);

/// Kinetic plus potential energy, joules.
double energy(const SteppedBodies& bodies);

/// Power of the given forces and motors of the last free_accelerations on the present velocities,
/// watts.
double given_power(const SteppedBodies& bodies);

/// Twist of a body at its origin, which is the centre of mass of a free one; zero for the world.
Twist twist_of(const SteppedBodies& bodies, int link);

/// The state in the coordinates of the scene's own model.
State scene_state(const SteppedBodies& bodies, const Model& model, const State& initial);

}  // namespace rigor
