// SPDX-License-Identifier: Apache-2.0
// Mechanisms as units of unknowns. Gaps, planes, paths and proofs speak of bodies, and a link is a
// body; only where a row meets a mass matrix, it is pulled back to the velocities of the joints:
// with V = J v the twist of the link's origin, a row r on V is the row J' r on v. Loops of links
// restrict those velocities once more (loop_space.hpp); whoever pulls rows back need not know it.
#pragma once

#include <memory>
#include <span>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/loop_space.hpp>
#include <rigor/dynamics/forward_dynamics.hpp>
#include <rigor/dynamics/loads.hpp>

namespace rigor {

/// A mechanism with links that move, and its own joints and forces as a model of their own: what is
/// computed about it has its size, not that of the world.
struct Tree {
  int mechanism = 0;             ///< in the world's model
  std::uint32_t first_body = 0;  ///< link i of `local` is body first_body + i
  Model local;                   ///< without shapes
  double mass = 0.0;             ///< of all links, kg
  bool autonomous = true;        ///< its forces do not depend on time
  std::vector<int> dry{};        ///< velocities of joints with dry friction
  std::vector<int> limited{};    ///< forces that are motors with a limit

  int unknowns() const { return local.v_size; }
  const Mechanism& joints() const { return local.mechanisms.front(); }
};

Tree make_tree(const Model& model, int mechanism);

/// The dry friction along a velocity of the tree, N or N m.
double friction_of(const Tree& tree, int velocity);

/// A tree at one instant.
struct PlacedTree {
  explicit PlacedTree(std::shared_ptr<const Tree> of);

  std::shared_ptr<const Tree> tree;
  State state;                               ///< of the tree's own model; its time means nothing
  std::shared_ptr<const HeldInputs> inputs;  ///< what motors and dry friction do
  Kinematics kinematics;
  std::optional<LoopSpace> loops;  ///< of trees with loops
  std::vector<Twist> drift;        ///< of those: what their loops' drift accelerates each link by
  std::vector<Pose> poses;         ///< of the links; quaternions follow the joints continuously
};

/// Puts the joints there and the links with them, whether loops are closed there or not. Allocates
/// nothing but for loops.
void place(PlacedTree& placed, const Eigen::Ref<const Eigen::VectorXd>& q,
           const Eigen::Ref<const Eigen::VectorXd>& v);

/// The tree at these coordinates and velocities; quaternions are normalised, and loops that are
/// open by little are closed, in coordinates and velocities: by the least motion in the metric M.
std::shared_ptr<const PlacedTree> placed_tree(const std::shared_ptr<const Tree>& tree,
                                              const std::shared_ptr<const HeldInputs>& inputs,
                                              const Eigen::VectorXd& q, const Eigen::VectorXd& v);

/// The same; nothing is sampled yet, and no joint sticks.
std::shared_ptr<const PlacedTree> placed_tree(const std::shared_ptr<const Tree>& tree,
                                              const Eigen::VectorXd& q, const Eigen::VectorXd& v);

/// The tree's part of a state of the whole model, and back; nothing is sampled yet.
std::shared_ptr<const PlacedTree> placed_tree(const std::shared_ptr<const Tree>& tree,
                                              const Model& model, const State& state);
void store(const Model& model, const PlacedTree& from, State& to);

/// A link as a body: pose, twist, and the acceleration it has when the joints' velocities are
/// constant, or change as loops ask for in any case.
BodyState link_state(const std::shared_ptr<const PlacedTree>& tree, std::uint32_t body);

/// Adds J' row: a row on the twist of the body's origin as a row on the tree's velocities. Those
/// that dry friction holds are zero and stay so: they take no part. Of trees with loops the row
/// keeps only what loops leave to it.
void pull_back(const PlacedTree& tree, std::uint32_t body, const Vector6& row, Eigen::VectorXd& to);

/// The same for a row on one velocity of a joint.
void pull_back(const PlacedTree& tree, int velocity, double row, Eigen::VectorXd& to);

/// What loops accelerate a joint by in any case: the bias of that row.
double drift_of(const PlacedTree& tree, int velocity);

/// The same with other inputs.
std::shared_ptr<const PlacedTree> with_inputs(const PlacedTree& tree, HeldInputs inputs);

/// Whether dry friction holds a velocity at zero.
bool is_locked(const PlacedTree& tree, int velocity);

/// Memory for what is computed about a tree.
struct TreeWorkspace {
  explicit TreeWorkspace(const Tree& tree);

  State state;
  Loads loads;
  ArticulatedBodies bodies;
};

/// dv/dt without contacts at `time`, in workspace.bodies.vdot: gravity, springs, dampers and the
/// model's forces; velocities that dry friction holds do not change. The mass matrix stays
/// factorised in the workspace. Returns what the model's forces do per second, watts.
double accelerate(const PlacedTree& tree, double time, TreeWorkspace& workspace);

/// M⁻¹ row, with the factors of the last accelerate(), in workspace.bodies.vdot.
void respond(const PlacedTree& tree, const Eigen::VectorXd& row, TreeWorkspace& workspace);

/// How the efforts of springs, dampers and motors with position control answer, each along its own
/// velocity: -stiffness per coordinate, -damping per velocity. Zero where a motor is at its limit.
struct LinearEfforts {
  Eigen::VectorXd stiffness;
  Eigen::VectorXd damping;
};
LinearEfforts linear_efforts(const PlacedTree& tree);

/// What dry friction gives to hold the velocities `tree->dry` that it holds, N or N m, zero for the
/// others: where the joints accelerate by `a`, and contacts push the links by `wrenches` (about
/// their origins, world axes). Needs the loads of the last accelerate().
Eigen::VectorXd holding_efforts(const PlacedTree& tree, const Eigen::VectorXd& a,
                                std::span<const Vector6> wrenches, const TreeWorkspace& workspace);

/// Velocities that dry friction holds are apart from all others and have mass one.
Eigen::MatrixXd mass_matrix(const PlacedTree& tree);

/// Kinetic energy and that of gravity and springs, joules.
double energy(const PlacedTree& tree);

/// The tree displaced by a small step of its joints; velocities stay.
std::shared_ptr<const PlacedTree> moved_by(const PlacedTree& tree, const Eigen::VectorXd& step);

/// The first instant after `t` at which the tree's forces are not smooth in time; infinity if none.
double next_break(const Tree& tree, double t);

}  // namespace rigor
