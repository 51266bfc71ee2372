// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/assembly/tree.hpp>
#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/mass_matrix.hpp>

namespace rigor {
namespace {

/// The link that a force acts on.
int* link_of(Force& force) {
  if (auto* wrench = std::get_if<AppliedWrench>(&force)) return &wrench->link;
  if (auto* effort = std::get_if<JointEffort>(&force)) return &effort->link;
  if (auto* pd = std::get_if<JointPd>(&force)) return &pd->link;
  if (auto* pd = std::get_if<SampledPd>(&force)) return &pd->law.link;
  if (auto* law = std::get_if<SampledLaw>(&force)) return &law->link;
  return nullptr;
}

Model local_model(const Model& model, const Mechanism& mechanism) {
  Model local;
  local.gravity = model.gravity;
  local.q_size = mechanism.end_q - mechanism.first_q;
  local.v_size = mechanism.end_v - mechanism.first_v;
  local.mechanisms = {
      {0, mechanism.end_link - mechanism.first_link, 0, local.q_size, 0, local.v_size}};
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    Link link = model.links[i];
    link.pieces.clear();
    if (link.parent != kWorldLink) link.parent -= mechanism.first_link;
    link.first_q -= mechanism.first_q;
    link.first_v -= mechanism.first_v;
    link.rigid_group -= mechanism.first_link;
    link.mechanism = 0;
    local.links.push_back(std::move(link));
  }
  for (Force force : model.forces) {
    int* link = link_of(force);
    if (link == nullptr || *link < mechanism.first_link || *link >= mechanism.end_link) continue;
    *link -= mechanism.first_link;
    local.forces.push_back(std::move(force));
  }
  for (Loop loop : model.loops) {
    if (loop.child < mechanism.first_link || loop.child >= mechanism.end_link) continue;
    loop.child -= mechanism.first_link;
    if (loop.parent != kWorldLink) loop.parent -= mechanism.first_link;
    local.loops.push_back(std::move(loop));
  }
  return local;
}

/// What loops leave of the tree's motion where it stands.
void update_loops(PlacedTree& placed) {
  if (!placed.loops) return;
  evaluate(placed.tree->local, placed.kinematics, placed.loops->equations);
  std::vector<char> held(placed.tree->unknowns(), 0);
  for (const int velocity : placed.tree->dry) held[velocity] = is_locked(placed, velocity);
  factor(mass_matrix(placed), held, *placed.loops);
  const Model& local = placed.tree->local;
  placed.drift.assign(local.links.size(), Twist{});
  for (std::size_t i = 0; i < local.links.size(); ++i) {
    const Link& link = local.links[i];
    Vector6 a = Vector6::Zero();
    for (int k = link.first_v; k < link.first_v + link.velocities; ++k)
      a += placed.loops->drift[k] * placed.kinematics.S.col(k);
    if (link.parent != kWorldLink) {
      const Twist& carried = placed.drift[link.parent];
      a += shifted(carried, placed.kinematics.links[i].r).vector();
    }
    placed.drift[i] = Twist::from(a);
  }
}

/// Closes what is open by the least motion in the metric M; Newton's method.
void close_loops(PlacedTree& placed) {
  const Model& local = placed.tree->local;
  double open = openness(*placed.loops);
  for (int i = 0; i < kMostClosingSteps && open > kClosed; ++i) {
    const Eigen::VectorXd q = placed.state.q;
    place(placed, integrate(local, q, closing_step(*placed.loops)), placed.state.v);
    const double now = openness(*placed.loops);
    if (now < open) {
      open = now;
      continue;
    }
    place(placed, q, placed.state.v);
    break;
  }
  place(placed, placed.state.q, kept_velocity(*placed.loops, placed.state.v));
}

std::size_t index_of(const PlacedTree& tree, std::uint32_t body) {
  return body - tree.tree->first_body;
}

}  // namespace

Tree make_tree(const Model& model, int mechanism) {
  const Mechanism& joints = model.mechanisms[mechanism];
  Tree tree;
  tree.mechanism = mechanism;
  tree.first_body = joints.first_link;
  tree.local = local_model(model, joints);
  for (const Link& link : tree.local.links) tree.mass += link.inertia.mass;
  tree.autonomous = is_autonomous(tree.local);
  for (const Link& link : tree.local.links)
    for (int k = 0; k < link.velocities; ++k)
      if (link.dofs[k].friction > 0.0) tree.dry.push_back(link.first_v + k);
  for (std::size_t i = 0; i < tree.local.forces.size(); ++i) {
    const auto* motor = std::get_if<JointPd>(&tree.local.forces[i]);
    if (motor != nullptr && std::isfinite(motor->limit))
      tree.limited.push_back(static_cast<int>(i));
  }
  return tree;
}

double friction_of(const Tree& tree, int velocity) {
  for (const Link& link : tree.local.links)
    if (link.first_v <= velocity && velocity < link.first_v + link.velocities)
      return link.dofs[velocity - link.first_v].friction;
  return 0.0;
}

PlacedTree::PlacedTree(std::shared_ptr<const Tree> of)
    : tree(std::move(of)),
      state{0.0, Eigen::VectorXd::Zero(tree->local.q_size),
            Eigen::VectorXd::Zero(tree->local.v_size)},
      kinematics(tree->local),
      poses(tree->local.links.size()) {
  if (!tree->local.loops.empty()) loops.emplace(tree->local);
}

void place(PlacedTree& placed, const Eigen::Ref<const Eigen::VectorXd>& q,
           const Eigen::Ref<const Eigen::VectorXd>& v) {
  const Tree& tree = *placed.tree;
  placed.state.q = q;
  placed.state.v = v;
  update(tree.local, tree.joints(), placed.state, placed.kinematics);
  update_poses(tree.local, tree.joints(), placed.state, placed.poses);
  update_loops(placed);
}

std::shared_ptr<const PlacedTree> placed_tree(const std::shared_ptr<const Tree>& tree,
                                              const std::shared_ptr<const HeldInputs>& inputs,
                                              const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  auto placed = std::make_shared<PlacedTree>(tree);
  placed->inputs = inputs;
  State state{0.0, q, v};
  normalize(tree->local, state);
  place(*placed, state.q, state.v);
  if (placed->loops) close_loops(*placed);
  return placed;
}

std::shared_ptr<const PlacedTree> placed_tree(const std::shared_ptr<const Tree>& tree,
                                              const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  return placed_tree(tree, std::make_shared<HeldInputs>(no_samples(tree->local)), q, v);
}

std::shared_ptr<const PlacedTree> placed_tree(const std::shared_ptr<const Tree>& tree,
                                              const Model& model, const State& state) {
  const Mechanism& joints = model.mechanisms[tree->mechanism];
  return placed_tree(tree, state.q.segment(joints.first_q, tree->local.q_size),
                     state.v.segment(joints.first_v, tree->local.v_size));
}

void store(const Model& model, const PlacedTree& from, State& to) {
  const Mechanism& joints = model.mechanisms[from.tree->mechanism];
  to.q.segment(joints.first_q, from.state.q.size()) = from.state.q;
  to.v.segment(joints.first_v, from.state.v.size()) = from.state.v;
}

BodyState link_state(const std::shared_ptr<const PlacedTree>& tree, std::uint32_t body) {
  const std::size_t i = index_of(*tree, body);
  const LinkMotion& motion = tree->kinematics.links[i];
  BodyState state;
  state.x = tree->poses[i].translation;
  state.q = tree->poses[i].rotation;
  state.v.head<3>() = motion.velocity.linear;
  state.v.tail<3>() = motion.velocity.angular;
  state.bias = motion.bias_acceleration;
  if (tree->loops) {
    state.bias.linear += tree->drift[i].linear;
    state.bias.angular += tree->drift[i].angular;
  }
  state.tree = tree;
  return state;
}

void pull_back(const PlacedTree& tree, std::uint32_t body, const Vector6& row,
               Eigen::VectorXd& to) {
  const std::size_t i = index_of(tree, body);
  add_efforts(tree.tree->local, tree.kinematics, static_cast<int>(i), tree.kinematics.links[i].p_WL,
              Wrench{row.head<3>(), row.tail<3>()}, to);
  if (tree.loops) keep_in(*tree.loops, to);
  for (const int velocity : tree.tree->dry)
    if (is_locked(tree, velocity)) to[velocity] = 0.0;
}

void pull_back(const PlacedTree& tree, int velocity, double row, Eigen::VectorXd& to) {
  to[velocity] += row;
  if (tree.loops) keep_in(*tree.loops, to);
}

double drift_of(const PlacedTree& tree, int velocity) {
  return tree.loops ? tree.loops->drift[velocity] : 0.0;
}

std::shared_ptr<const PlacedTree> with_inputs(const PlacedTree& tree, HeldInputs inputs) {
  auto changed = std::make_shared<PlacedTree>(tree);
  changed->inputs = std::make_shared<HeldInputs>(std::move(inputs));
  update_loops(*changed);  // joints that dry friction holds take no part
  return changed;
}

bool is_locked(const PlacedTree& tree, int velocity) {
  const std::vector<JointSlide>& slides = tree.inputs->slides;
  return !slides.empty() && slides[velocity] == JointSlide::Sticks &&
         std::binary_search(tree.tree->dry.begin(), tree.tree->dry.end(), velocity);
}

TreeWorkspace::TreeWorkspace(const Tree& tree)
    : state{0.0, Eigen::VectorXd::Zero(tree.local.q_size),
            Eigen::VectorXd::Zero(tree.local.v_size)},
      loads(tree.local),
      bodies(tree.local) {}

double accelerate(const PlacedTree& tree, double time, TreeWorkspace& workspace) {
  const Model& local = tree.tree->local;
  const Mechanism& joints = tree.tree->joints();
  workspace.state.time = time;
  workspace.state.q = tree.state.q;
  workspace.state.v = tree.state.v;
  const HeldInputs& held = *tree.inputs;
  if (!tree.tree->dry.empty()) {
    workspace.bodies.locked.assign(local.v_size, 0);
    for (const int velocity : tree.tree->dry)
      workspace.bodies.locked[velocity] = is_locked(tree, velocity);
  }
  evaluate_joint_loads(local, joints, workspace.state, held, workspace.loads);
  double power = 0.0;
  if (!local.forces.empty()) {
    power = -workspace.loads.efforts.dot(tree.state.v);
    evaluate_loads(local, workspace.state, tree.kinematics, held, workspace.loads);
    power += workspace.loads.efforts.dot(tree.state.v);
    for (std::size_t i = 0; i < local.links.size(); ++i) {
      const Wrench& wrench = workspace.loads.wrenches[i];
      const Twist& velocity = tree.kinematics.links[i].velocity;
      power += wrench.force.dot(velocity.linear) + wrench.moment.dot(velocity.angular);
    }
  }
  forward_dynamics(local, joints, tree.kinematics, workspace.loads, workspace.bodies);
  if (tree.loops) hold(*tree.loops, workspace.bodies.vdot);
  return power;
}

void respond(const PlacedTree& tree, const Eigen::VectorXd& row, TreeWorkspace& workspace) {
  solve(tree.tree->local, tree.tree->joints(), tree.kinematics, row, workspace.bodies);
}

LinearEfforts linear_efforts(const PlacedTree& tree) {
  const Model& local = tree.tree->local;
  LinearEfforts efforts{Eigen::VectorXd::Zero(local.v_size), Eigen::VectorXd::Zero(local.v_size)};
  for (const Link& link : local.links) {
    for (int k = 0; k < link.velocities; ++k) {
      efforts.stiffness[link.first_v + k] += link.dofs[k].stiffness;
      efforts.damping[link.first_v + k] += link.dofs[k].damping;
    }
  }
  const std::vector<MotorBranch>& branches = tree.inputs->branches;
  for (std::size_t i = 0; i < local.forces.size(); ++i) {
    const auto* motor = std::get_if<JointPd>(&local.forces[i]);
    if (motor == nullptr) continue;
    if (std::isfinite(motor->limit) && (branches.empty() || branches[i] != MotorBranch::Linear))
      continue;
    const int velocity = local.links[motor->link].first_v + motor->dof;
    efforts.stiffness[velocity] += motor->kp;
    efforts.damping[velocity] += motor->kd;
  }
  return efforts;
}

Eigen::VectorXd holding_efforts(const PlacedTree& tree, const Eigen::VectorXd& a,
                                std::span<const Vector6> wrenches, const TreeWorkspace& workspace) {
  const Model& local = tree.tree->local;
  Loads loads = workspace.loads;
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    loads.wrenches[i].force += wrenches[i].head<3>();
    loads.wrenches[i].moment += wrenches[i].tail<3>();
  }
  InverseDynamics dynamics(local);
  Eigen::VectorXd needed =
      inverse_dynamics(local, tree.kinematics, a, loads, dynamics) - loads.efforts;
  if (tree.loops) {
    Eigen::VectorXd moved = needed;  // held velocities take no part
    for (const int velocity : tree.tree->dry)
      if (is_locked(tree, velocity)) moved[velocity] = 0.0;
    needed -= efforts_of(*tree.loops, moved);
  }
  Eigen::VectorXd holding = Eigen::VectorXd::Zero(tree.tree->dry.size());
  for (Eigen::Index i = 0; i < holding.size(); ++i) {
    const int velocity = tree.tree->dry[i];
    if (is_locked(tree, velocity)) holding[i] = needed[velocity];
  }
  return holding;
}

Eigen::MatrixXd mass_matrix(const PlacedTree& tree) {
  Eigen::MatrixXd M = mass_matrix(tree.tree->local, tree.kinematics);
  for (const int velocity : tree.tree->dry) {
    if (!is_locked(tree, velocity)) continue;
    M.row(velocity).setZero();
    M.col(velocity).setZero();
    M(velocity, velocity) = 1.0;
  }
  return M;
}

double energy(const PlacedTree& tree) {
  return kinetic_energy(tree.tree->local, tree.state, tree.kinematics) +
         potential_energy(tree.tree->local, tree.state, tree.kinematics);
}

std::shared_ptr<const PlacedTree> moved_by(const PlacedTree& tree, const Eigen::VectorXd& step) {
  return placed_tree(tree.tree, tree.inputs, integrate(tree.tree->local, tree.state.q, step),
                     tree.state.v);
}

double next_break(const Tree& tree, double t) {
  double next = std::numeric_limits<double>::infinity();
  for (const Force& force : tree.local.forces) next = std::min(next, next_break(force, t));
  return next;
}

}  // namespace rigor
