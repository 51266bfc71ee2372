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
std::set<std::uint32_t> island_of(const Run& run, const PairId& pair, std::set<PairId>& pairs) {
  std::set<std::uint32_t> island;
  std::vector<std::uint32_t> open;
  const auto add = [&](std::uint32_t body) {
    if (body != trace::kWorld && run.bodies[body].is_free() && island.insert(body).second)
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
  return island;
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
  ++run.tally.restarts;
  if (trace::elapsed(run.last_restart, t) > kProgress * run.scales.step) {
    run.last_restart = t;
    run.restarts_there = 0;
  }
  if (++run.restarts_there > kMostRestarts)
    return Ending{StopKind::Inconsistent, name_of(run, touch.pair.a) + " and " +
                                              name_of(run, touch.pair.b) +
                                              " are pressed together by a driven body"};
  std::set<PairId> near;
  const std::set<std::uint32_t> island = island_of(run, touch.pair, near);
  const double left = trace::elapsed(t, run.end);
  std::vector<MovingBody> there = run.bodies;
  for (MovingBody& body : there) {
    if (body.role != BodyRole::Fixed)
      place(run.world.bodies[body.id], pose_at(run, body.id, t), body);
  }
  std::vector<Row> rows;
  for (const PairId& id : near) {
    NearPair& pair = *run.pairs.find(id);
    add_rows(run.world, there, reach_of(run, pair), pair, rows);
  }
  sort_upwards(run, rows);
  std::vector<int> members(island.begin(), island.end());
  std::vector<Vector6> u_star;
  for (const std::uint32_t id : island) {
    wake(run, id);
    MovingBody& body = run.bodies[id];
    if (body.held) {
      body.held = false;
      body.deferred += fall(run.world, body, t, left);
      run.tally.held_time -= left;
    }
    body.cuts = 0;
    u_star.push_back(body.u);
  }
  const RowGoals goals = step_goals(run, left, rows);
  VelocityProblem problem(there, members, std::move(rows), u_star, goals);
  const StepSolution solution = problem.solve(false);
  count(run, solution, goals.law.goal);
  run.offset_work += problem.work();
  run.supplied += problem.work_of(there, BodyRole::Driven);
  std::vector<NewPath> paths;
  for (const std::uint32_t id : island) {
    run.bodies[id].u = problem.velocity(static_cast<int>(id));
    paths.push_back({id, run.bodies[id].u});
  }
  cut_paths(run, paths, t, trace::EndReason::Touch);
  return std::nullopt;
}

}  // namespace rigor::first_order
