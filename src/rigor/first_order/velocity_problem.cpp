// SPDX-License-Identifier: Apache-2.0
#include <rigor/first_order/bent_gaps.hpp>
#include <rigor/first_order/load_sharing.hpp>
#include <rigor/first_order/room_at_drives.hpp>
#include <rigor/first_order/velocity_problem.hpp>

namespace rigor::first_order {
namespace {

/// A corner within this part of the body's radius of one of the last step starts from its impulse.
constexpr double kSameCorner = 0.02;

void start_from_kept(StepRows& at) {
  std::vector<Eigen::Vector3d> impulses(at.rows.size(), Eigen::Vector3d::Zero());
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    const Row& row = at.rows[c];
    if (row.pair->kept.empty()) continue;
    const double same = kSameCorner * row.pair->radius;
    const Vector3 point_B = at.bodies[row.b].pose.rotation.conjugate() * row.r_b;
    for (const KeptImpulse& kept : row.pair->kept) {
      if ((kept.point_B - point_B).norm() > same) continue;
      impulses[c] << kept.normal, kept.tangential_W.dot(row.tangents_W[0]),
          kept.tangential_W.dot(row.tangents_W[1]);
      break;
    }
  }
  at.state = state_with(at.problem.cone, std::move(impulses));
}

/// Without the part of the mass that stands for motors, dampers and loops.
double energy_of(const StepRows& at, const ConeState& state) {
  double energy = kinetic_energy(at.problem.cone, state);
  const std::vector<int>& trees = at.blocks.trees();
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const MovingTree& tree = at.bodies.trees[trees[i]];
    energy -= 0.5 * state.trees[i].dot((tree.mass - tree.own_mass) * state.trees[i]);
  }
  return energy;
}

}  // namespace

const Eigen::VectorXd& VelocityProblem::joint_velocities(int member) const {
  return at_.state.trees[at_.blocks.place_of(member)];
}

double VelocityProblem::normal_speed(std::size_t index) const {
  const Row& row = at_.rows[index];
  if (row.is_limit()) return row.sign * joint_velocities(row.b)[row.velocity];
  return row.nhat_W.dot(relative_velocity(row, velocity(row.a), velocity(row.b)));
}

StepSolution VelocityProblem::solve(bool warm) {
  const StepLaw& law = at_.goals.law;
  if (warm) start_from_kept(at_);
  StepSolution solution = compress(at_.problem, law, at_.state);
  if (solution.residual > law.goal) compress_against_drives(at_, solution);
  std::vector<double> compression;
  bool bounces = false;
  for (std::size_t c = 0; c < at_.rows.size(); ++c) {
    compression.push_back(at_.state.impulses[c][0]);
    bounces = bounces || (at_.problem.contacts[c].restitution > 0.0 && compression[c] > 0.0);
  }
  const auto include = [&](const StepSolution& next) {
    solution = {next.residual, solution.rounds + next.rounds, solution.split || next.split,
                next.restitution_factor};
  };
  if (raise_bent_goals(at_)) include(compress(at_.problem, law, at_.state));
  if (!at_.goals.is_impact) share_loads(at_);
  if (bounces) include(expand(at_.problem, compression, law, at_.state));
  return solution;
}

Vector3 VelocityProblem::impulse_W(std::size_t row) const {
  const Eigen::Vector3d& p = at_.state.impulses[row];
  const Row& along = at_.rows[row];
  return p[0] * along.nhat_W + p[1] * along.tangents_W[0] + p[2] * along.tangents_W[1];
}

double VelocityProblem::energy_before() const {
  return energy_of(at_, state_at_start(at_.problem.cone));
}

double VelocityProblem::energy_after() const { return energy_of(at_, at_.state); }

double VelocityProblem::work_of_drives() const {
  double work = 0.0;
  const MovingBodies& bodies = at_.bodies;
  for (std::size_t c = 0; c < at_.rows.size(); ++c) {
    const Row& row = at_.rows[c];
    if (row.is_limit()) continue;
    const Vector3 impulse = impulse_W(c);
    work -= (impulse - impulse.dot(row.nhat_W) * row.nhat_W).dot(row.pair->belt_W);
    if (row.a >= 0 && bodies[row.a].role == BodyRole::Driven) {
      const Vector6& u = bodies[row.a].path_u;
      work += impulse.dot(u.head<3>() + Vector3(u.tail<3>()).cross(row.r_a));
    }
    if (bodies[row.b].role == BodyRole::Driven) {
      const Vector6& u = bodies[row.b].path_u;
      work -= impulse.dot(u.head<3>() + Vector3(u.tail<3>()).cross(row.r_b));
    }
  }
  return work;
}

void VelocityProblem::keep_impulses() const {
  for (const Row& row : at_.rows) row.pair->kept.clear();
  for (std::size_t c = 0; c < at_.rows.size(); ++c) {
    const Row& row = at_.rows[c];
    const double normal = normal_impulse(c);
    if (!(normal > 0.0)) continue;
    row.pair->kept.push_back({at_.bodies[row.b].pose.rotation.conjugate() * row.r_b, normal,
                              impulse_W(c) - normal * row.nhat_W});
  }
}

}  // namespace rigor::first_order
