// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/chebyshev/nodes.hpp>
#include <rigor/dynamics/configuration.hpp>
#include <rigor/dynamics/energy.hpp>
#include <rigor/dynamics/loads.hpp>
#include <rigor/integration/collocation.hpp>
#include <rigor/integration/mechanism_motion.hpp>

namespace rigor {
namespace {

/// Sweeps of dq/dt inside one sweep: they cost no acceleration.
constexpr int kRateSweeps = 3;
/// An acceleration below this fraction of the pull is rounding.
constexpr double kStill = 1e-12;

int coordinates_of(const Mechanism& mechanism) { return mechanism.end_q - mechanism.first_q; }
int velocities_of(const Mechanism& mechanism) { return mechanism.end_v - mechanism.first_v; }

/// The joints at the nodes, one column each.
struct Nodes {
  Eigen::MatrixXd q;
  Eigen::MatrixXd v;
  Eigen::MatrixXd a;
};

void set_joints(const Mechanism& mechanism, const Nodes& nodes, int j, State& state) {
  state.q.segment(mechanism.first_q, nodes.q.rows()) = nodes.q.col(j);
  state.v.segment(mechanism.first_v, nodes.v.rows()) = nodes.v.col(j);
}

void accelerate(const Model& model, const Mechanism& mechanism, MechanismWorkspace& workspace) {
  update(model, mechanism, workspace.state, workspace.kinematics);
  evaluate_joint_loads(model, mechanism, workspace.state, workspace.loads);
  forward_dynamics(model, mechanism, workspace.kinematics, workspace.loads, workspace.bodies);
}

/// Largest change of a row, relative to the size of its numbers.
double change_of(const Eigen::MatrixXd& now, const Eigen::MatrixXd& before) {
  if (!now.allFinite()) return std::numeric_limits<double>::infinity();
  double change = 0.0;
  for (Eigen::Index row = 0; row < now.rows(); ++row) {
    const double size = 1.0 + now.row(row).cwiseAbs().maxCoeff();
    change = std::max(change, (now.row(row) - before.row(row)).cwiseAbs().maxCoeff() / size);
  }
  return change;
}

/// First guess: constant accelerations, constant rates of the coordinates.
Nodes first_guess(const Model& model, const Mechanism& mechanism, const JointState& start,
                  const Eigen::VectorXd& times, MechanismWorkspace& workspace) {
  accelerate(model, mechanism, start, workspace);
  coordinate_rates(model, mechanism, workspace.state.q, workspace.state.v, workspace.qdot);
  const Eigen::VectorXd a =
      workspace.bodies.vdot.segment(mechanism.first_v, velocities_of(mechanism));
  const Eigen::VectorXd rate = workspace.qdot.segment(mechanism.first_q, coordinates_of(mechanism));
  Nodes nodes;
  nodes.q = start.q.replicate(1, times.size()) + rate * times.transpose();
  nodes.v = start.v.replicate(1, times.size()) + a * times.transpose();
  nodes.a.resize(a.size(), times.size());
  return nodes;
}

/// One sweep; returns the largest relative change.
double sweep(const Model& model, const Mechanism& mechanism, const JointState& start,
             const Eigen::MatrixXd& integration, Nodes& nodes, MechanismWorkspace& workspace) {
  const int count = static_cast<int>(nodes.q.cols());
  const Eigen::MatrixXd old_q = nodes.q;
  const Eigen::MatrixXd old_v = nodes.v;
  for (int j = 0; j < count; ++j) {
    set_joints(mechanism, nodes, j, workspace.state);
    accelerate(model, mechanism, workspace);
    nodes.a.col(j) = workspace.bodies.vdot.segment(mechanism.first_v, nodes.v.rows());
  }
  nodes.v = nodes.a * integration;
  nodes.v.colwise() += start.v;
  Eigen::MatrixXd rates(nodes.q.rows(), count);
  for (int turn = 0; turn < kRateSweeps; ++turn) {
    for (int j = 0; j < count; ++j) {
      set_joints(mechanism, nodes, j, workspace.state);
      coordinate_rates(model, mechanism, workspace.state.q, workspace.state.v, workspace.qdot);
      rates.col(j) = workspace.qdot.segment(mechanism.first_q, rates.rows());
    }
    nodes.q = rates * integration;
    nodes.q.colwise() += start.q;
  }
  return std::max(change_of(nodes.q, old_q), change_of(nodes.v, old_v));
}

double tail_of(const Eigen::MatrixXd& coefficients) {
  return coefficients.rows() == 0 ? 0.0 : coefficients.rightCols<2>().cwiseAbs().maxCoeff();
}

/// The poses of the links at the nodes, as coefficients.
void set_paths(const Model& model, const Mechanism& mechanism, const Nodes& nodes,
               const Eigen::MatrixXd& to_coefficients, MechanismWorkspace& workspace,
               MechanismStep& step) {
  const int count = static_cast<int>(nodes.q.cols());
  const int links = mechanism.end_link - mechanism.first_link;
  step.paths.assign(static_cast<std::size_t>(links), Eigen::MatrixXd(7, count));
  for (int j = 0; j < count; ++j) {
    set_joints(mechanism, nodes, j, workspace.state);
    update_poses(model, mechanism, workspace.state, workspace.poses);
    for (int i = 0; i < links; ++i) {
      const Pose& X_WL = workspace.poses[static_cast<std::size_t>(mechanism.first_link + i)];
      const std::array<double, 4> q = wxyz(X_WL.rotation);
      step.paths[static_cast<std::size_t>(i)].col(j) << X_WL.translation, q[0], q[1], q[2], q[3];
    }
  }
  for (Eigen::MatrixXd& path : step.paths) {
    path = (path * to_coefficients).eval();
    step.path_error = std::max(step.path_error, tail_of(path));
  }
}

Eigen::VectorXd value_at(const Eigen::MatrixXd& coefficients, double s) {
  return coefficients * chebyshev_values(static_cast<int>(coefficients.cols()), s);
}

}  // namespace

MechanismWorkspace::MechanismWorkspace(const Model& model, State initial)
    : state(std::move(initial)),
      kinematics(model),
      loads(model),
      bodies(model),
      poses(model.links.size()),
      qdot(Eigen::VectorXd::Zero(model.q_size)) {}

JointState joint_state(const Mechanism& mechanism, const State& state) {
  return {state.q.segment(mechanism.first_q, coordinates_of(mechanism)),
          state.v.segment(mechanism.first_v, velocities_of(mechanism))};
}

void store(const Mechanism& mechanism, const JointState& from, State& to) {
  to.q.segment(mechanism.first_q, from.q.size()) = from.q;
  to.v.segment(mechanism.first_v, from.v.size()) = from.v;
}

void accelerate(const Model& model, const Mechanism& mechanism, const JointState& at,
                MechanismWorkspace& workspace) {
  store(mechanism, at, workspace.state);
  accelerate(model, mechanism, workspace);
}

double energy(const Model& model, const Mechanism& mechanism, const JointState& at,
              MechanismWorkspace& workspace) {
  store(mechanism, at, workspace.state);
  update(model, mechanism, workspace.state, workspace.kinematics);
  return kinetic_energy(model, mechanism, workspace.state, workspace.kinematics) +
         potential_energy(model, mechanism, workspace.state, workspace.kinematics);
}

bool stays_at_rest(const Model& model, const Mechanism& mechanism, const JointState& at,
                   const std::vector<double>& radii, double pull, MechanismWorkspace& workspace) {
  if (!at.v.isZero(0.0)) return false;
  accelerate(model, mechanism, at, workspace);
  // At rest the links accelerate by J dv/dt: what their velocities would be at the speeds dv/dt.
  workspace.state.v.segment(mechanism.first_v, at.v.size()) =
      workspace.bodies.vdot.segment(mechanism.first_v, at.v.size());
  update(model, mechanism, workspace.state, workspace.kinematics);
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Twist& motion = workspace.kinematics.links[static_cast<std::size_t>(i)].velocity;
    const double fastest =
        motion.linear.norm() + radii[static_cast<std::size_t>(i)] * motion.angular.norm();
    if (!(fastest <= kStill * pull)) return false;
  }
  return true;
}

MechanismStep collocate(const Model& model, const Mechanism& mechanism, const JointState& start,
                        double length, int degree, MechanismWorkspace& workspace) {
  const LobattoNodes& table = lobatto_nodes(degree);
  const Eigen::MatrixXd integration = length * table.integration.transpose();
  const Eigen::MatrixXd to_coefficients = table.coefficients.transpose();
  Nodes nodes = first_guess(model, mechanism, start, length * table.s, workspace);
  MechanismStep step;
  SweepWatch watch;
  Sweeping sweeping = Sweeping::GoesOn;
  while (sweeping == Sweeping::GoesOn)
    sweeping = watch.after(sweep(model, mechanism, start, integration, nodes, workspace));
  if (sweeping == Sweeping::Diverged) return step;
  step.converged = true;
  step.coordinates = nodes.q * to_coefficients;
  step.velocities = nodes.v * to_coefficients;
  step.error = std::max(tail_of(step.coordinates), tail_of(step.velocities));
  set_paths(model, mechanism, nodes, to_coefficients, workspace, step);
  return step;
}

JointState joints_at(const Model& model, const Mechanism& mechanism, const MechanismStep& step,
                     double s) {
  JointState at{value_at(step.coordinates, s), value_at(step.velocities, s)};
  for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
    const Link& link = model.links[static_cast<std::size_t>(i)];
    if (has_plain_coordinates(link.joint)) continue;
    const int first = link.first_q - mechanism.first_q + coordinate_count(link.joint) - 4;
    at.q.segment<4>(first).normalize();
  }
  return at;
}

}  // namespace rigor
