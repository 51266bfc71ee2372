// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/first_order/rest.hpp>

namespace rigor::first_order {
namespace {

constexpr double kCalmSpeed = 0.05;   // of what bodies gain in a step
constexpr double kCalmChange = 0.02;  // same scale; jitter of the solver stays below it
constexpr double kRestSpeed = 0.001;  // same scale
constexpr double kRestGoal = 0.0001;  // same scale: residual of the solve that decides
/// Where nothing pulls, a body rests if it is slower than this, m/s.
constexpr double kStandstill = 1e-9;
/// Rows nearer than this multiple of γ hold a body that is to rest.
constexpr double kTouching = 2.0;

/// Whether given forces on the body change from now on.
bool is_steered(const Run& run, const MovingBody& body) {
  const AppliedLoad& load = run.world.bodies[body.id].load;
  return load.end ||
         std::any_of(load.wrenches.begin(), load.wrenches.end(), [](const auto& wrench) {
           return !wrench.force_rate.isZero(0.0) || !wrench.moment_rate.isZero(0.0);
         });
}

/// Whether the signal changes after t.
bool changes(const Signal& signal, double t) {
  const auto any = [](const std::vector<double>& list, std::size_t from) {
    return std::any_of(list.begin() + std::min(from, list.size()), list.end(),
                       [](double value) { return value != 0.0; });
  };
  if (const auto* table = std::get_if<Table>(&signal)) return t < table->times.back();
  if (const auto* sum = std::get_if<Polynomial>(&signal)) return any(sum->coefficients, 1);
  if (const auto* waves = std::get_if<Harmonics>(&signal))
    return any(waves->cosine, 0) || any(waves->sine, 0);
  const auto& sine = std::get<Sine>(signal);
  return sine.amplitude != 0.0 && sine.frequency != 0.0;
}

bool changes(const Force& force, double t) {
  const auto any = [t](const std::array<Signal, 3>& signals) {
    return std::any_of(signals.begin(), signals.end(),
                       [t](const Signal& signal) { return changes(signal, t); });
  };
  if (const auto* wrench = std::get_if<AppliedWrench>(&force))
    return any(wrench->force) || any(wrench->moment);
  if (const auto* effort = std::get_if<JointEffort>(&force)) return changes(effort->effort, t);
  if (const auto* motor = std::get_if<JointPd>(&force)) return changes(motor->target, t);
  return true;  // controllers that sample
}

/// Whether motors, controllers or given forces of the tree change from now on.
bool is_steered(const Run& run, const MovingTree& tree) {
  const double now = trace::seconds(run.end);
  const std::vector<Force>& forces = tree.tree->local.forces;
  return std::any_of(forces.begin(), forces.end(),
                     [now](const Force& force) { return changes(force, now); });
}

/// No point of the tree is faster, m/s; links without a shape count as if they reached 1 m from
/// their joints.
double speed_of(const Run& run, const MovingTree& tree, const Eigen::VectorXd& v) {
  double most = speed_bound(tree, run.bodies, v);
  for (const std::uint32_t id : tree.links) {
    if (run.bodies[id].radius > 0.0) continue;
    const Link& link = tree.tree->local.links[id - tree.tree->first_body];
    for (int k = 0; k < link.velocities; ++k) most = std::max(most, std::abs(v[link.first_v + k]));
  }
  return most;
}

/// Counts the steps for which the member, as fast as `speed` and changed by `change` in this step,
/// has been calm.
void note_calm(Run& run, MovingBody& lead, double speed, double change, bool steered) {
  const double gain = run.scales.gain();
  const bool calm = speed <= std::max(kCalmSpeed * gain, kStandstill) &&
                    change <= std::max(kCalmChange * gain, kStandstill) && lead.cuts == 0 &&
                    !steered;
  lead.calm = calm ? lead.calm + 1 : 0;
}

void note_calm(Run& run) {
  for (MovingBody& body : run.bodies)
    if (body.is_free() && body.is_awake())
      note_calm(run, body, speed_bound(body, body.u), speed_bound(body, body.u - body.before),
                is_steered(run, body));
  for (const MovingTree& tree : run.bodies.trees) {
    MovingBody& lead = run.bodies[tree.links.front()];
    if (lead.is_awake())
      note_calm(run, lead, speed_of(run, tree, tree.v), speed_of(run, tree, tree.v - tree.before),
                is_steered(run, tree));
  }
}

/// The member's speed after the solve, m/s.
double speed_after(const Run& run, const VelocityProblem& problem, int member) {
  if (const MovingTree* tree = run.bodies.tree_of(member))
    return speed_of(run, *tree, problem.joint_velocities(member));
  return speed_bound(run.bodies[member], problem.velocity(member));
}

/// Whether the island stays where it is from standstill on.
bool would_stay(const Run& run, const Island& island) {
  MovingBodies still = run.bodies;
  for (const int member : island.members) {
    if (MovingTree* tree = still.tree_of(member)) {
      set_velocity(Eigen::VectorXd::Zero(tree->v.size()), *tree, still);
      push(*tree, run.end, run.scales.step);
    } else {
      still[member].u = fall(run.world, still[member], run.end, run.scales.step);
    }
  }
  std::vector<Row> rows;
  for (const Row& row : island.rows) {
    if (row.gap > kTouching * row.pair->gap) continue;
    rows.push_back(row);
    // What matters is whether contacts can carry the loads, not how wide they are open.
    rows.back().gap = row.pair->gap + row.pair->reserve;
  }
  RowGoals goals = step_goals(run, run.scales.step, rows);
  if (run.scales.gain() > 0.0)
    goals.law = with_goal(goals.law, std::min(goals.law.goal, kRestGoal * run.scales.gain()));
  VelocityProblem problem(still, island.members, std::move(rows), goals);
  problem.solve(true);
  const double least = std::max(kRestSpeed * run.scales.gain(), kStandstill);
  return std::all_of(island.members.begin(), island.members.end(),
                     [&](int member) { return speed_after(run, problem, member) <= least; });
}

/// The bodies, whole trees of them, stand still from now on.
void fall_asleep(Run& run, const std::vector<std::uint32_t>& bodies) {
  for (const std::uint32_t id : bodies) {
    MovingBody& body = run.bodies[id];
    if (MovingTree* tree = run.bodies.tree_of(id)) {
      tree->rates.setZero();
      tree->deferred.setZero();
      tree->opening.setZero();
      set_velocity(Eigen::VectorXd::Zero(tree->v.size()), *tree, run.bodies);
    }
    body.asleep = true;
    body.u.setZero();
    body.deferred.setZero();
    enter_path(run, id, Vector6::Zero(), run.end, run.horizon);
  }
  prove_quiet_pairs(run, bodies, run.end);
}

}  // namespace

void settle(Run& run, const std::vector<Island>& islands) {
  note_calm(run);
  if (!(run.end < run.horizon)) return;
  std::vector<std::uint32_t> tired;
  for (const Island& island : islands) {
    const bool calm = std::all_of(island.members.begin(), island.members.end(), [&](int member) {
      return run.bodies[member].calm >= kCalmSteps;
    });
    if (!calm) continue;
    if (would_stay(run, island)) {
      for (const int member : island.members) {
        const std::vector<std::uint32_t> bodies = bodies_of(run.bodies, member);
        tired.insert(tired.end(), bodies.begin(), bodies.end());
      }
    } else {
      for (const int member : island.members) run.bodies[member].calm = 0;
    }
  }
  std::sort(tired.begin(), tired.end());
  if (!tired.empty()) fall_asleep(run, tired);
}

bool is_at_rest(const Run& run) {
  return std::all_of(run.bodies.begin(), run.bodies.end(), [&](const MovingBody& body) {
    if (body.role == BodyRole::Driven) return run.world.bodies[body.id].drive.for_ever;
    return !body.is_awake();
  });
}

}  // namespace rigor::first_order
