// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/first_order/bent_gaps.hpp>
#include <rigor/first_order/kept_momentum.hpp>
#include <rigor/first_order/load_sharing.hpp>
#include <rigor/first_order/room_at_drives.hpp>
#include <rigor/first_order/velocity_problem.hpp>

namespace rigor::first_order {
namespace {

/// Every impulse of the last step goes to the corner of its pair nearest to where it acted: corners
/// come and go, what pairs give each other changes little.
void start_from_kept(StepRows& at) {
  std::vector<Eigen::Vector3d> impulses(at.rows.size(), Eigen::Vector3d::Zero());
  for (const std::vector<std::size_t>& rows : rows_by_pair(at)) {
    for (const KeptImpulse& kept : at.rows[rows.front()].pair->kept) {
      const auto distance = [&](std::size_t c) {
        const Row& row = at.rows[c];
        return (at.bodies[row.b].pose.rotation * kept.point_B - row.r_b).squaredNorm();
      };
      const std::size_t c = *std::min_element(
          rows.begin(), rows.end(),
          [&](std::size_t x, std::size_t y) { return distance(x) < distance(y); });
      const auto& [t1, t2] = at.rows[c].tangents_W;
      impulses[c] +=
          Eigen::Vector3d(kept.normal, kept.tangential_W.dot(t1), kept.tangential_W.dot(t2));
    }
  }
  at.state = state_with(at.problem.cone, std::move(impulses));
}

/// A body that is gripped on two sides cannot open either gap: no velocity would do, and impulses
/// would grow from sweep to sweep. Where grips are in the way gaps are kept as they are instead.
void give_up_openings(StepRows& at, StepSolution& solution) {
  bool any = false;
  for (std::size_t c = 0; c < at.rows.size(); ++c) {
    const double goal = speed_goal(at.rows[c], at.goals);
    if (!(goal > 0.0)) continue;
    at.problem.cone.contacts[c].offset[0] += goal;
    any = true;
  }
  if (!any) return;
  at.state = state_at_start(at.problem.cone);
  solution = compress(at.problem, at.goals.law, at.state);
}

/// Grips that contradict each other leave a residual of this part of the fastest approach, or of
/// what bodies gain in a step; sweeps that are only slow leave less.
constexpr double kContradiction = 0.1;

/// Whether what was found is no answer at all.
bool is_contradictory(const StepRows& at, const StepSolution& solution) {
  double speed = at.goals.gain;
  for (const Row& row : at.rows) speed = std::max(speed, -row.approach);
  return solution.residual > std::max(at.goals.law.goal, kContradiction * speed);
}

/// A body between two that move apart cannot be held by both: all grips of the problem let go, as
/// they do where a driven body pushes.
void let_go_of_all(StepRows& at, StepSolution& solution) {
  for (ConeContact& contact : at.problem.cone.contacts) {
    contact.tangent = Tangent::Cone;
    contact.friction = 0.0;
  }
  at.state = state_at_start(at.problem.cone);
  solution = compress(at.problem, at.goals.law, at.state);
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

/// A solve that is not exact may win energy, residual times impulses: much where heavy bodies lie
/// on light ones. More than these parts of what bodies bring along, and of what the forces of the
/// step would give them from rest, is not accepted.
constexpr double kMostWon = 1e-3;
constexpr double kMostWonAtRest = 0.1;

/// What a step wins with s times its impulses, a s² + b s + c; and what bodies bring along, J.
struct Won {
  double a = 0.0;
  double b = 0.0;
  double c = 0.0;
  double brought = 0.0;

  template <typename Mass, typename Velocity>
  void add(const Mass& M, const Velocity& star, const Velocity& before, const Velocity& kept,
           const Velocity& path) {
    const Velocity change = M * (kept - star);
    const Velocity forces = M * (star - before);
    a += 0.5 * change.dot(kept - star);
    b += change.dot(star) - forces.dot(path - star);
    c -= 0.5 * forces.dot(star - before);
    brought += 0.5 * before.dot(M * before);
  }
};

Won won_by(const StepProblem& problem, const ConeState& kept, const ConeState& path) {
  const ConeProblem& cone = problem.cone;
  Won won;
  const auto& before = problem.brought.empty() ? cone.u_star : problem.brought;
  for (std::size_t i = 0; i < cone.mass.size(); ++i)
    won.add(cone.mass[i], cone.u_star[i], before[i], kept.u[i], path.u[i]);
  for (std::size_t i = 0; i < cone.trees.size(); ++i) {
    const ConeTree& tree = cone.trees[i];
    const Eigen::VectorXd& from =
        problem.brought_trees.empty() ? tree.u_star : problem.brought_trees[i];
    won.add(tree.mass, tree.u_star, from, kept.trees[i], path.trees[i]);
  }
  won.b -= offset_work(cone, path);
  return won;
}

ConeState scaled(const ConeProblem& cone, ConeState state, double factor) {
  for (Eigen::Vector3d& impulse : state.impulses) impulse *= factor;
  for (double& effort : state.efforts) effort *= factor;
  return state_with(cone, std::move(state.impulses), state.efforts);
}

/// Takes as much from all impulses, of what bodies keep and of their paths, as makes the step win
/// nothing (see won_energy). Not where driven bodies are at work: what they squeeze would give way,
/// and they win what they do.
void give_back(StepRows& at, ConeState& path) {
  const auto drives = [&](const Row& row) { return touches_drive(at.bodies, row); };
  if (std::any_of(at.rows.begin(), at.rows.end(), drives)) return;
  const auto [a, b, c, brought] = won_by(at.problem, at.state, path);
  if (a + b + c <= kMostWon * brought - kMostWonAtRest * c) return;
  const double root = (-b + std::sqrt(std::max(0.0, b * b - 4.0 * a * c))) / (2.0 * a);
  const double s = std::clamp(root, 0.0, 1.0);
  at.state = scaled(at.problem.cone, std::move(at.state), s);
  path = scaled(at.problem.cone, std::move(path), s);
}

}  // namespace

const Eigen::VectorXd& VelocityProblem::joint_velocities(int member) const {
  return at_.state.trees[at_.blocks.place_of(member)];
}

double VelocityProblem::normal_speed(std::size_t index) const {
  const Row& row = at_.rows[index];
  if (row.is_limit()) return row.sign * joint_velocities(row.b)[row.velocity];
  return row.nhat_W.dot(
      relative_velocity(row, at_.blocks.velocity(row.a, path_), at_.blocks.velocity(row.b, path_)));
}

StepSolution VelocityProblem::press(bool warm) {
  if (warm) start_from_kept(at_);
  StepSolution solution = compress(at_.problem, at_.goals.law, at_.state);
  if (!at_.goals.law.may_split) return solution;
  if (solution.residual > at_.goals.law.goal) compress_against_drives(at_, solution);
  if (!holds_tangents(at_.goals.law.law)) return solution;
  if (solution.residual > at_.goals.law.goal) give_up_openings(at_, solution);
  if (is_contradictory(at_, solution)) let_go_of_all(at_, solution);
  return solution;
}

StepSolution VelocityProblem::finish(StepSolution solution) {
  const StepLaw& law = at_.goals.law;
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
  path_ = at_.state;
  keep_momentum(at_);
  give_back(at_, path_);
  return solution;
}

Vector3 VelocityProblem::impulse_W(std::size_t row) const {
  const Eigen::Vector3d& p = at_.state.impulses[row];
  const Row& along = at_.rows[row];
  return p[0] * along.nhat_W + p[1] * along.tangents_W[0] + p[2] * along.tangents_W[1];
}

std::array<double, 2> VelocityProblem::energies() const {
  return {energy_of(at_, state_at_start(at_.problem.cone)), energy_of(at_, at_.state)};
}

StepWork VelocityProblem::work() const {
  StepWork work;
  const MovingBodies& bodies = at_.bodies;
  const auto of_others = [&](int body, const Vector3& r) -> Vector3 {
    if (body < 0 || at_.blocks.place_of(body) >= 0) return Vector3::Zero();
    const Vector6& u = bodies[body].path_u;
    return u.head<3>() + Vector3(u.tail<3>()).cross(r);
  };
  for (std::size_t c = 0; c < at_.rows.size(); ++c) {
    const Row& row = at_.rows[c];
    double asked = -at_.problem.cone.contacts[c].offset[0];
    if (!row.is_limit()) {
      const Vector3 a = of_others(row.a, row.r_a);
      const Vector3 b = of_others(row.b, row.r_b);
      const Vector3 impulse = impulse_W(c);
      asked += row.nhat_W.dot(b - a);
      work.drives -= (impulse - impulse.dot(row.nhat_W) * row.nhat_W).dot(row.pair->belt_W);
      if (row.a >= 0 && bodies[row.a].role == BodyRole::Driven) work.drives += impulse.dot(a);
      if (bodies[row.b].role == BodyRole::Driven) work.drives -= impulse.dot(b);
    }
    work.openings += std::max(0.0, asked * path_.impulses[c][0]);
  }
  const std::vector<BoundedRow>& motors = at_.problem.cone.bounded;
  for (std::size_t i = 0; i < motors.size(); ++i)
    work.openings += std::max(0.0, -path_.efforts[i] * motors[i].offset);
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
