// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/forces_ahead.hpp>
#include <rigor/first_order/free_flight.hpp>
#include <rigor/first_order/restart.hpp>

namespace rigor::first_order {
namespace {

/// Restarts without this part of a step of progress, at most.
constexpr int kMostRestarts = 100;
constexpr double kProgress = 1e-3;

std::uint32_t other_of(const PairId& pair, std::uint32_t body) {
  return pair.a.body == body ? pair.b.body : pair.a.body;
}

bool is_driven(const Run& run, std::uint32_t body) {
  return body != trace::kWorld && run.bodies[body].role == BodyRole::Driven;
}

/// All free bodies and trees that hang together with the pair, ascending; their open pairs in
/// `pairs`.
std::vector<int> island_of(const Run& run, const PairId& pair, std::set<PairId>& pairs) {
  std::set<int> island;
  std::vector<std::uint32_t> open;
  const auto add = [&](std::uint32_t body) {
    if (body == trace::kWorld || !run.bodies[body].is_moved()) return;
    const int lead = run.bodies.lead(body);
    if (!island.insert(lead).second) return;
    const std::vector<std::uint32_t> bodies = bodies_of(run.bodies, lead);
    open.insert(open.end(), bodies.begin(), bodies.end());
  };
  add(pair.a.body);
  add(pair.b.body);
  while (!open.empty()) {
    const std::uint32_t body = open.back();
    open.pop_back();
    for (const PairId& id : run.pairs.open_pairs(body)) {
      pairs.insert(id);
      add(other_of(id, body));
    }
  }
  return {island.begin(), island.end()};
}

/// Counts the restart; false if there were too many without time passing.
bool makes_progress(Run& run, const trace::Time& t) {
  ++run.tally.restarts;
  if (trace::elapsed(run.last_restart, t) > kProgress * run.scales.step) {
    run.last_restart = t;
    run.restarts_there = 0;
  }
  return ++run.restarts_there <= kMostRestarts;
}

/// Copies of all bodies, placed where they are at t.
MovingBodies bodies_at(const Run& run, const trace::Time& t) {
  MovingBodies there = run.bodies;
  for (MovingTree& tree : there.trees) arrive(coordinates_at(run, tree, t), tree, there);
  for (MovingBody& body : there)
    if (body.is_free() || body.role == BodyRole::Driven)
      place(run.world.bodies[body.id], pose_at(run, body.id, t), body);
  return there;
}

/// Wakes the bodies, lets go of held ones and forgets their cuts.
void let_loose(Run& run, const std::vector<int>& island, const trace::Time& t) {
  const double left = trace::elapsed(t, run.end);
  for (const int id : island) {
    wake(run, id);
    MovingBody& body = run.bodies[id];
    if (body.held) {
      body.held = false;
      if (MovingTree* tree = run.bodies.tree_of(id))
        tree->deferred += fall(*tree, t, left);
      else
        body.deferred += fall(run.world, body, t, left);
      run.tally.held_time -= left * static_cast<double>(bodies_of(run.bodies, id).size());
    }
    body.cuts = 0;
  }
}

}  // namespace

bool is_near_drive(const Run& run, const PairId& pair) {
  for (const trace::PieceId& piece : {pair.a, pair.b}) {
    if (is_driven(run, piece.body)) return true;
    if (piece.body == trace::kWorld) continue;
    for (const std::uint32_t body : bodies_of(run.bodies, piece.body))
      for (const PairId& id : run.pairs.open_pairs(body))
        if (is_driven(run, other_of(id, body))) return true;
  }
  return false;
}

std::optional<Ending> restart(Run& run, const Touch& touch) {
  const trace::Time& t = touch.when.begin;
  if (!makes_progress(run, t))
    return Ending{StopKind::Inconsistent, name_of(run, touch.pair.a) + " and " +
                                              name_of(run, touch.pair.b) +
                                              " are pressed together by a driven body"};
  std::set<PairId> near;
  const std::vector<int> island = island_of(run, touch.pair, near);
  const MovingBodies there = bodies_at(run, t);
  std::vector<Row> rows;
  for (const PairId& id : near) {
    NearPair& pair = *run.pairs.find(id);
    add_rows(run.world, there, reach_of(run, pair), pair, rows);
  }
  sort_upwards(run, rows);
  const RowGoals goals = step_goals(run, trace::elapsed(t, run.end), rows);
  let_loose(run, island, t);
  VelocityProblem problem(there, island, std::move(rows), goals);
  const StepSolution solution = problem.solve(false);
  count(run, solution, goals.law.goal);
  const StepWork work = problem.work();
  run.opening_work += work.openings;
  run.supplied += work.drives;
  note_forces(run, problem, t, goals.duration);
  std::vector<NewPath> paths;
  for (const int id : island) {
    end_flight(run.bodies, id);
    if (MovingTree* tree = run.bodies.tree_of(id)) {
      tree->v = problem.joint_velocities(id);
      tree->opening.setZero();
    } else {
      take_velocity(problem, run.bodies[id]);
    }
    paths.push_back({static_cast<std::uint32_t>(id), false});
  }
  cut_paths(run, paths, t, trace::EndReason::Touch);
  return std::nullopt;
}

}  // namespace rigor::first_order
