// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <numeric>

#include <rigor/first_order/forces_ahead.hpp>
#include <rigor/first_order/free_flight.hpp>
#include <rigor/first_order/impact_events.hpp>
#include <rigor/first_order/islands.hpp>

namespace rigor::first_order {
namespace {

/// Islands slower than this part of what bodies gain in a step are about to rest: their contacts
/// are solved better by this factor, so that they come to it.
constexpr double kSlow = 0.5;
constexpr double kSlowGoal = 0.1;
/// Islands with fewer rows than this together are solved on one thread.
constexpr std::size_t kLeastRows = 64;
/// Contacts turn and stop what moves; they do not make it this many times faster than it was, or
/// than what bodies gain in a step.
constexpr double kRunaway = 1e4;
constexpr double kLeastSpeed = 0.1;  // m/s: motors and gaps that open move what was at rest

/// Whether all bodies of the island are slower than half of what they would gain in a step.
bool is_slow(const Run& run, const Island& island) {
  return std::all_of(island.members.begin(), island.members.end(), [&](int member) {
    for (const std::uint32_t id : bodies_of(run.bodies, member)) {
      const MovingBody& body = run.bodies[id];
      if (speed_bound(body, body.u) > kSlow * run.scales.gain()) return false;
    }
    return true;
  });
}

/// Gravity and given forces; whether a member has an impulse that only a solve can tell.
bool push_members(Run& run, const Island& island, double h) {
  bool bounded = false;
  for (const int member : island.members) {
    if (MovingTree* tree = run.bodies.tree_of(member)) {
      push(*tree, run.now, h);
      bounded = bounded || !tree->bounded.empty();
    } else {
      MovingBody& body = run.bodies[member];
      body.u = pushed(run.world, body, run.now, h);
      body.falling = (body.u - body.before).head<3>() / h;
    }
  }
  return bounded;
}

/// A tree's links take the velocities they have after the solve.
void take_velocities(Run& run, const VelocityProblem& problem) {
  for (const int member : problem.members()) {
    if (MovingTree* tree = run.bodies.tree_of(member))
      set_velocity(problem.joint_velocities(member), *tree, run.bodies);
    else
      take_velocity(problem, run.bodies[member]);
  }
}

/// The speed of a body's fastest vertex, at most.
double vertex_speed(const Run& run, int id, const Vector6& u) {
  return u.head<3>().norm() + run.world.bodies[id].radius * u.tail<3>().norm();
}

/// Whether the velocities that were found are finite, and not far above what was there before.
bool is_found(const Run& run, const VelocityProblem& problem) {
  double before = kLeastSpeed;
  double after = 0.0;
  for (const int member : problem.members()) {
    if (run.bodies.tree_of(member) != nullptr) {
      if (!problem.joint_velocities(member).allFinite()) return false;
      continue;
    }
    before = std::max({before, vertex_speed(run, member, run.bodies[member].before),
                       vertex_speed(run, member, run.bodies[member].u)});
    const Vector6 u = problem.path_velocity(member);
    if (!u.allFinite()) return false;
    after = std::max(after, vertex_speed(run, member, u));
  }
  if (after <= kRunaway * before) return true;
  for (const MovingBody& body : run.bodies)
    if (body.role == BodyRole::Driven)
      before = std::max(before, vertex_speed(run, body.id, body.path_u));
  return after <= kRunaway * before;
}

}  // namespace

std::vector<Island> islands_of(const Run& run, std::vector<Row> rows) {
  std::vector<int> root(run.bodies.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int body) {
    while (root[body] != body) body = root[body] = root[root[body]];
    return body;
  };
  const auto awake = [&](int body) { return body >= 0 && run.bodies[body].is_awake(); };
  for (const MovingTree& tree : run.bodies.trees)
    for (const std::uint32_t link : tree.links) root[link] = tree.links.front();
  for (const Row& row : rows) {
    if (!awake(row.a) || !awake(row.b)) continue;
    const int a = find(row.a);
    const int b = find(row.b);
    root[std::max(a, b)] = std::min(a, b);
  }
  std::vector<int> place(run.bodies.size(), -1);
  std::vector<Island> islands;
  for (const MovingBody& body : run.bodies) {
    if (!body.is_awake() || run.bodies.lead(body.id) != static_cast<int>(body.id)) continue;
    const int top = find(body.id);
    if (place[top] < 0) {
      place[top] = static_cast<int>(islands.size());
      islands.emplace_back();
    }
    islands[place[top]].members.push_back(body.id);
  }
  sort_upwards(run, rows);
  for (const Row& row : rows) {
    const int body = awake(row.b) ? row.b : row.a;
    if (awake(body)) islands[place[find(body)]].rows.push_back(row);
  }
  return islands;
}

namespace {

/// One island's solve, before anything of it is taken over.
struct Attempt {
  RowGoals goals;
  std::unique_ptr<VelocityProblem> problem;  ///< none: nothing acts on its members but given forces
  StepSolution solution;
  bool found = true;
};

/// Touches nothing but the island's own bodies and pairs.
Attempt attempt(Run& run, const Island& island, double h) {
  Attempt made;
  made.goals = step_goals(run, h, island.rows);
  if (is_slow(run, island))
    made.goals.law = with_goal(made.goals.law, kSlowGoal * made.goals.law.goal);
  const bool bounded = push_members(run, island, h);
  if (island.rows.empty() && !bounded) return made;
  made.problem =
      std::make_unique<VelocityProblem>(run.bodies, island.members, island.rows, made.goals);
  made.solution = made.problem->solve(true);
  made.found = is_found(run, *made.problem);
  return made;
}

void take(Run& run, const Attempt& made, double h) {
  const VelocityProblem& problem = *made.problem;
  count(run, made.solution, made.goals.law.goal);
  const StepWork work = problem.work();
  run.opening_work += work.openings;
  run.supplied += work.drives;
  problem.keep_impulses();
  add_impact_events(run, problem, {run.now, run.end}, false, made.solution.residual);
  add_step_forces(run, problem);
  note_forces(run, problem, run.now, h);
  take_velocities(run, problem);
}

}  // namespace

std::optional<Ending> solve_islands(Run& run, const std::vector<Island>& islands, double h) {
  std::vector<Attempt> attempts(islands.size());
  std::size_t rows = 0;
  for (const Island& island : islands) rows += island.rows.size();
  const std::size_t parts = rows < kLeastRows ? 1 : islands.size();
  run.workers.share(parts, [&](std::size_t part) {
    for (std::size_t i = part; i < islands.size(); i += parts)
      attempts[i] = attempt(run, islands[i], h);
  });
  const auto found = [](const Attempt& made) { return made.found; };
  if (!std::all_of(attempts.begin(), attempts.end(), found)) {
    for (MovingBody& body : run.bodies)
      if (body.is_free() && body.is_awake()) body.u = body.before;
    return Ending{StopKind::Inconsistent,
                  "the contact velocities of a step were not found; a smaller stepping.step, or "
                  "less friction, may help"};
  }
  for (std::size_t i = 0; i < islands.size(); ++i) {
    if (attempts[i].problem) take(run, attempts[i], h);
    begin_flights(run.bodies, islands[i].members, attempts[i].problem.get(), h);
  }
  return std::nullopt;
}

}  // namespace rigor::first_order
