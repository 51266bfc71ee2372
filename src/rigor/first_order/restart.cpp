// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

/// All free bodies that hang together with the pair, ascending; their open pairs in `pairs`.
std::vector<int> island_of(const Run& run, const PairId& pair, std::set<PairId>& pairs) {
  std::set<int> island;
  std::vector<std::uint32_t> open;
  const auto add = [&](std::uint32_t body) {
    if (body != trace::kWorld && run.bodies[body].is_free() &&
        island.insert(static_cast<int>(body)).second)
      open.push_back(body);
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
std::vector<MovingBody> bodies_at(const Run& run, const trace::Time& t) {
  std::vector<MovingBody> there = run.bodies;
  for (MovingBody& body : there)
    if (body.role != BodyRole::Fixed)
      place(run.world.bodies[body.id], pose_at(run, body.id, t), body);
  return there;
}

/// Wakes the bodies, lets go of held ones and forgets their cuts; their velocities.
std::vector<Vector6> let_loose(Run& run, const std::vector<int>& island, const trace::Time& t) {
  const double left = trace::elapsed(t, run.end);
  std::vector<Vector6> velocities;
  for (const int id : island) {
    wake(run, static_cast<std::uint32_t>(id));
    MovingBody& body = run.bodies[id];
    if (body.held) {
      body.held = false;
      body.deferred += fall(run.world, body, t, left);
      run.tally.held_time -= left;
    }
    body.cuts = 0;
    velocities.push_back(body.u);
  }
  return velocities;
}

}  // namespace

bool is_near_drive(const Run& run, const PairId& pair) {
  for (const trace::PieceId& piece : {pair.a, pair.b}) {
    if (is_driven(run, piece.body)) return true;
    if (piece.body == trace::kWorld) continue;
    for (const PairId& id : run.pairs.open_pairs(piece.body))
      if (is_driven(run, other_of(id, piece.body))) return true;
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
  const std::vector<MovingBody> there = bodies_at(run, t);
  std::vector<Row> rows;
  for (const PairId& id : near) {
    NearPair& pair = *run.pairs.find(id);
    add_rows(run.world, there, reach_of(run, pair), pair, rows);
  }
  sort_upwards(run, rows);
  const RowGoals goals = step_goals(run, trace::elapsed(t, run.end), rows);
  VelocityProblem problem(there, island, std::move(rows), let_loose(run, island, t), goals);
  const StepSolution solution = problem.solve(false);
  count(run, solution, goals.law.goal);
  run.offset_work += problem.work();
  run.supplied += problem.work_of(there, BodyRole::Driven);
  std::vector<NewPath> paths;
  for (const int id : island) {
    run.bodies[id].u = problem.velocity(id);
    paths.push_back({static_cast<std::uint32_t>(id), run.bodies[id].u});
  }
  cut_paths(run, paths, t, trace::EndReason::Touch);
  return std::nullopt;
}

}  // namespace rigor::first_order
