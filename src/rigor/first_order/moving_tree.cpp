// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/inverse_dynamics.hpp>
#include <rigor/dynamics/jacobian.hpp>
#include <rigor/dynamics/mass_matrix.hpp>
#include <rigor/first_order/moving_tree.hpp>

namespace rigor::first_order {
namespace {

/// The tree's model with forces that do not need the end of the step.
Model given_model(const Tree& tree) {
  Model given = tree.local;
  for (Link& link : given.links)
    for (Dof& dof : link.dofs) dof.stiffness = dof.damping = dof.friction = 0.0;
  for (Force& force : given.forces)
    if (auto* motor = std::get_if<JointPd>(&force)) motor->kp = motor->kd = 0.0;
  return given;
}

/// κ: 1/κ is far below what steps get wrong, κ far above it in rounding.
constexpr double kLoopInertia = 1e6;

/// Q.
Eigen::MatrixXd opening_part(const LoopSpace& loops) { return loops.push * loops.equations.J; }

/// The mass of the present problem from that of its joints and motors.
void set_mass(Eigen::MatrixXd mass, MovingTree& tree) {
  const Eigen::Index n = mass.rows();
  tree.inverse_mass = mass.llt().solve(Eigen::MatrixXd::Identity(n, n));
  if (tree.placed.loops) {
    factor(mass, {}, *tree.placed.loops);
    const Eigen::MatrixXd Q = opening_part(*tree.placed.loops);
    tree.inverse_mass -= kLoopInertia / (1.0 + kLoopInertia) * (Q * tree.inverse_mass).eval();
    mass += kLoopInertia * (mass * Q).eval();
  }
  tree.mass = std::move(mass);
}

/// The v⁺ of A (v⁺ - v) = impulse.
Eigen::VectorXd pushed(const Eigen::MatrixXd& A, const Eigen::VectorXd& v,
                       const Eigen::VectorXd& impulse) {
  return v + A.partialPivLu().solve(impulse);
}

/// The same where loops leave y of v⁺ = y + h/2 d: with P = 1 - Q, P'(A (v⁺ - v) - impulse) = 0.
Eigen::VectorXd pushed_in_loops(const Eigen::MatrixXd& A, const Eigen::MatrixXd& mass,
                                const LoopSpace& loops, const Eigen::VectorXd& v,
                                const Eigen::VectorXd& impulse, double dt) {
  const Eigen::MatrixXd Q = opening_part(loops);
  const Eigen::MatrixXd P = Eigen::MatrixXd::Identity(Q.rows(), Q.cols()) - Q;
  const Eigen::VectorXd half = 0.5 * dt * loops.drift;
  const Eigen::MatrixXd kept = P.transpose() * A * P + mass * Q;
  return half + kept.partialPivLu().solve(P.transpose() * (impulse + A * (v - half)));
}

/// h(q, v) - J'w at the velocities v.
class BiasEfforts {
 public:
  BiasEfforts(const MovingTree& tree, const Loads& loads)
      : tree_(tree),
        loads_(loads),
        state_(tree.placed.state),
        kinematics_(tree.placed.kinematics),
        dynamics_(tree.tree->local),
        none_(Eigen::VectorXd::Zero(tree.tree->local.v_size)) {}

  const Eigen::VectorXd& at(const Eigen::VectorXd& v) {
    state_.v = v;
    update(tree_.tree->local, tree_.tree->joints(), state_, kinematics_);
    return inverse_dynamics(tree_.tree->local, kinematics_, none_, loads_, dynamics_);
  }

  /// Those of the joints at other coordinates; quaternions need not have length 1.
  Eigen::VectorXd accelerations(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    state_.q = q;
    normalize(tree_.tree->local, state_);
    const Eigen::VectorXd bias = at(v);
    return -mass_matrix(tree_.tree->local, kinematics_).llt().solve(bias);
  }

  /// ∂h/∂v.
  Eigen::MatrixXd slope(const Eigen::VectorXd& v) {
    Eigen::MatrixXd H(v.size(), v.size());
    Eigen::VectorXd beside = v;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      beside[i] = v[i] + 1.0;
      H.col(i) = at(beside);
      beside[i] = v[i] - 1.0;
      H.col(i) -= at(beside);
      beside[i] = v[i];
    }
    return 0.5 * H;
  }

 private:
  const MovingTree& tree_;
  const Loads& loads_;
  State state_;
  Kinematics kinematics_;
  InverseDynamics dynamics_;
  Eigen::VectorXd none_;
};

/// What is implicit in a step: the impulse at v⁺ = 0, and c.
struct Implicit {
  Eigen::VectorXd impulse;
  Eigen::VectorXd drag;
};

void add_joint(const Link& link, const State& state, double dt, Implicit& to) {
  for (int k = 0; k < link.velocities; ++k) {
    const Dof& dof = link.dofs[k];
    const int i = link.first_v + k;
    to.drag[i] += dt * dof.damping;
    if (!has_plain_coordinates(link.joint)) continue;
    to.drag[i] += dt * dt * dof.stiffness;
    to.impulse[i] += dt * dof.stiffness * (dof.neutral - state.q[link.first_q + k]);
  }
  if (!std::holds_alternative<Spherical>(link.joint) || link.dofs[0].stiffness == 0.0) return;
  const auto q = state.q.segment<4>(link.first_q);
  const Vector3 angle = log_rotation(Quaternion(q[0], q[1], q[2], q[3]).normalized());
  to.impulse.segment<3>(link.first_v) -= dt * link.dofs[0].stiffness * angle;
  to.drag.segment<3>(link.first_v).array() += dt * dt * link.dofs[0].stiffness;
}

/// The motor at the end of the step; with a limit it is a row of its own.
void add_motor(const MovingTree& tree, const JointPd& motor, double end, double dt, Implicit& to,
               std::vector<BoundedRow>& bounded) {
  const Link& link = tree.tree->local.links[motor.link];
  const int i = link.first_v + motor.dof;
  const Jet target = evaluate_before(motor.target, end);
  const double q = tree.placed.state.q[link.first_q + motor.dof];
  const double drag = dt * (motor.kd + dt * motor.kp);
  const double impulse = dt * (motor.kp * (target.value - q) + motor.kd * target.rate);
  if (!(drag > 0.0)) return;
  if (std::isfinite(motor.limit)) {
    bounded.push_back({0, i, -impulse / drag, dt * motor.limit, drag});
  } else {
    to.impulse[i] += impulse;
    to.drag[i] += drag;
  }
}

Implicit implicit_part(MovingTree& tree, const trace::Time& now, double dt) {
  const Model& local = tree.tree->local;
  Implicit part{Eigen::VectorXd::Zero(local.v_size), Eigen::VectorXd::Zero(local.v_size)};
  tree.bounded.clear();
  for (const Link& link : local.links) add_joint(link, tree.placed.state, dt, part);
  for (const int velocity : tree.tree->dry)
    tree.bounded.push_back({0, velocity, 0.0, dt * friction_of(*tree.tree, velocity)});
  for (const Force& force : local.forces)
    if (const auto* motor = std::get_if<JointPd>(&force))
      add_motor(tree, *motor, trace::seconds(now) + dt, dt, part, tree.bounded);
  return part;
}

/// Whether only gravity moves the tree.
bool is_only_pulled(const Tree& tree) {
  const auto rests = [](const Dof& dof) { return dof.stiffness == 0.0 && dof.damping == 0.0; };
  for (const Link& link : tree.local.links)
    if (!std::all_of(link.dofs.begin(), link.dofs.end(), rests)) return false;
  return tree.local.forces.empty() && tree.dry.empty();
}

/// The midpoint's equation is solved to this part of what the step changes, in so many rounds.
constexpr double kMidpoint = 1e-12;
constexpr int kMostMidpoints = 30;

/// The step of a tree that only gravity moves; false if it is too long for the midpoint's equation.
bool swing(MovingTree& tree, double dt) {
  const Model& local = tree.tree->local;
  const Loads none(local);
  BiasEfforts bias(tree, none);
  Eigen::VectorXd rates = tree.rates;
  Eigen::VectorXd mean = tree.v;
  for (int round = 0; round < kMostMidpoints; ++round) {
    coordinate_rates(local, tree.placed.state.q, mean, rates);
    const Eigen::VectorXd a = bias.accelerations(tree.placed.state.q + 0.5 * dt * rates, mean);
    const Eigen::VectorXd next = tree.v + 0.5 * dt * a;
    const double change = (next - mean).lpNorm<Eigen::Infinity>();
    mean = next;
    if (!(change <= kMidpoint * (dt * a).lpNorm<Eigen::Infinity>())) continue;
    tree.falling = a;
    tree.v += dt * a;
    return true;
  }
  return false;
}

}  // namespace

int MovingBodies::lead(int body) const {
  const MovingTree* tree = tree_of(body);
  return tree == nullptr ? body : static_cast<int>(tree->links.front());
}

MovingTree* MovingBodies::tree_of(int body) {
  const int tree = list[body].tree;
  return tree < 0 ? nullptr : &trees[tree];
}

const MovingTree* MovingBodies::tree_of(int body) const {
  const int tree = list[body].tree;
  return tree < 0 ? nullptr : &trees[tree];
}

MovingBodies moving_bodies(const World& world, const State& initial) {
  MovingBodies bodies;
  for (const Body& body : world.bodies)
    bodies.list.push_back(moving_body(*world.model, body, initial));
  for (const std::shared_ptr<const Tree>& of : world.trees) {
    MovingTree tree(of);
    tree.given = std::make_shared<const Model>(given_model(*of));
    for (std::uint32_t i = 0; i < of->local.links.size(); ++i) {
      MovingBody& body = bodies.list[of->first_body + i];
      if (body.role != BodyRole::Link) continue;
      body.tree = static_cast<int>(bodies.trees.size());
      tree.links.push_back(body.id);
    }
    const auto start = placed_tree(of, *world.model, initial);
    tree.v = tree.before = start->state.v;
    tree.deferred = tree.opening = tree.falling = Eigen::VectorXd::Zero(tree.v.size());
    tree.rates = Eigen::VectorXd::Zero(start->state.q.size());
    tree.inputs = no_samples(of->local);
    tree.swings = is_only_pulled(*of) && !start->loops;
    tree.placed.inputs = std::make_shared<HeldInputs>(tree.inputs);
    place(start->state.q, tree, bodies);
    bodies.trees.push_back(std::move(tree));
  }
  return bodies;
}

void place(const Eigen::VectorXd& q, MovingTree& tree, MovingBodies& bodies) {
  place(tree.placed, q, tree.v);
  for (const std::uint32_t link : tree.links)
    bodies[link].pose = tree.placed.poses[link - tree.tree->first_body];
  set_velocity(tree.v, tree, bodies);
  tree.own_mass = mass_matrix(tree.tree->local, tree.placed.kinematics);
  set_mass(tree.own_mass, tree);
  tree.bounded.clear();
}

void arrive(const Eigen::VectorXd& q, MovingTree& tree, MovingBodies& bodies) {
  place(q, tree, bodies);
  if (tree.placed.loops) set_velocity(kept_velocity(*tree.placed.loops, tree.v), tree, bodies);
}

void set_velocity(const Eigen::VectorXd& v, MovingTree& tree, MovingBodies& bodies) {
  tree.v = v;
  tree.placed.state.v = v;
  update(tree.tree->local, tree.tree->joints(), tree.placed.state, tree.placed.kinematics);
  for (const std::uint32_t link : tree.links) {
    MovingBody& body = bodies[link];
    body.u = tree.placed.kinematics.links[link - tree.tree->first_body].velocity.vector();
    body.path_u = tree.is_still() ? Vector6(Vector6::Zero()) : body.u;
    if (!tree.is_still() && !tree.opening.isZero(0.0))
      body.path_u += jacobian_of(tree, link) * tree.opening;
  }
}

Eigen::VectorXd with_closed_loops(const MovingTree& tree, const Eigen::VectorXd& q) {
  if (!tree.placed.loops) return q;
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(tree.tree->unknowns());
  return placed_tree(tree.tree, tree.placed.inputs, q, still)->state.q;
}

Eigen::VectorXd coordinates_after(const MovingTree& tree, double t) {
  State state{0.0, tree.placed.state.q + t * tree.rates, {}};
  normalize(tree.tree->local, state);
  return tree.is_still() ? state.q : with_closed_loops(tree, state.q);
}

double limit_gap(const World& world, const MovingTree& tree, const LimitId& limit) {
  const double q = tree.placed.state.q[coordinate_of(*tree.tree, limit)];
  return limit.sign() * (q - limit_value(world, limit));
}

void push(MovingTree& tree, const trace::Time& now, double dt) {
  if (tree.swings && swing(tree, dt)) return;
  const Model& local = tree.tree->local;
  State state = tree.placed.state;
  state.time = trace::seconds(now) + 0.5 * dt;
  Loads loads(local);
  evaluate_loads(*tree.given, state, tree.placed.kinematics, tree.inputs, loads);
  BiasEfforts bias(tree, loads);
  const Implicit implicit = implicit_part(tree, now, dt);
  Eigen::MatrixXd mass = mass_matrix(local, tree.placed.kinematics);
  mass.diagonal() += implicit.drag;
  const Eigen::MatrixXd A = mass + dt * bias.slope(tree.v);
  const Eigen::VectorXd impulse = dt * (loads.efforts - bias.at(tree.v)) + implicit.impulse -
                                  implicit.drag.cwiseProduct(tree.v);
  if (tree.placed.loops) evaluate(local, tree.placed.kinematics, tree.placed.loops->equations);
  set_mass(mass, tree);
  tree.v = tree.placed.loops ? pushed_in_loops(A, mass, *tree.placed.loops, tree.v, impulse, dt)
                             : pushed(A, tree.v, impulse);
}

Eigen::VectorXd fall(const MovingTree& tree, const trace::Time& now, double dt) {
  MovingTree there = tree;
  push(there, now, dt);
  return there.v - tree.v;
}

double speed_bound(const MovingTree& tree, const MovingBodies& bodies, const Eigen::VectorXd& v) {
  double most = 0.0;
  for (const std::uint32_t link : tree.links)
    most = std::max(most, speed_bound(bodies[link], jacobian_of(tree, link) * v));
  return most;
}

Matrix6X jacobian_of(const MovingTree& tree, std::uint32_t body) {
  const std::size_t i = body - tree.tree->first_body;
  return link_jacobian(tree.tree->local, tree.placed.kinematics, static_cast<int>(i),
                       tree.placed.kinematics.links[i].p_WL);
}

double given_power(const MovingTree& tree, const trace::Time& t) {
  PlacedTree there = tree.placed;
  there.inputs = std::make_shared<HeldInputs>(tree.inputs);
  TreeWorkspace workspace(*tree.tree);
  return accelerate(there, trace::seconds(t), workspace);
}

}  // namespace rigor::first_order
