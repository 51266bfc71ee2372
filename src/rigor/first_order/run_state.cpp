// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <rigor/first_order/run_state.hpp>

namespace rigor::first_order {
namespace {

/// A straight path turns by at most this angle, rad: |q|² = 1 + (angle/2)² stays below 2.
constexpr double kMostTurn = 1.0;

/// The pair's separation at t, or a lower bound of it above γ.
void look(Run& run, NearPair& pair, const trace::Time& t) {
  const bool half_space = on_half_space(pair.id);
  const Pose pose_b = pose_at(run, pair.id.b.body, t);
  const Pose pose_a = half_space ? Pose{} : pose_at(run, pair.id.a.body, t);
  const PlacedPair there = placed(run.world, pair.id, pose_a, pose_b);
  if (!half_space) {
    pair.separation = read_axis(there, pair.hint).separation;
    if (pair.separation >= pair.gap) return;
  }
  pair.separation = separation_of(there);
  run.tally.smallest_gap = std::min(run.tally.smallest_gap, pair.separation);
}

}  // namespace

Run::Run(const Model& model, const State& initial, const SimulationOptions& asked)
    : options(asked),
      world(make_world(model, initial, asked)),
      scales(scales_of(world, asked.stepping)),
      paths(world.bodies.size()),
      pairs(world),
      start(trace::time_from(initial.time)),
      now(start),
      end(start),
      horizon(horizon_of(asked)) {
  for (const Body& body : world.bodies) bodies.push_back(moving_body(model, body, initial));
  copies.resize(bodies.size());
  copied_in.resize(bodies.size());
  last_restart = start;
}

Pose pose_at(const Run& run, std::uint32_t id, const trace::Time& t) {
  const MovingBody& body = run.bodies[id];
  if (body.role == BodyRole::Driven) {
    const DrivePiece& drive = run.world.bodies[id].drive;
    return motion_at(drive, trace::elapsed(drive.start, t)).X_WB;
  }
  if (body.path_u.isZero(0.0)) return body.pose;
  return moved(body.pose, body.path_u, trace::elapsed(body.since, t));
}

void enter_path(Run& run, std::uint32_t id, const Vector6& u, const trace::Time& start,
                const trace::Time& end) {
  MovingBody& body = run.bodies[id];
  const double turn = u.tail<3>().norm() * trace::elapsed(start, end);
  trace::Time until = end;
  if (turn > kMostTurn) {
    until = trace::advanced(start, trace::elapsed(start, end) / std::ceil(turn));
    if (until < end) run.turns.insert({until, id});
  }
  body.since = start;
  body.path_u = u;
  run.paths[id] = straight_segment(body, u, start, until);
  run.pairs.enter(id, {body.segment, body_path(run.paths[id]), {start, until}});
}

void leave_path(Run& run, std::uint32_t id, const trace::Time& t, trace::EndReason reason) {
  for (trace::Certificate& certificate : run.pairs.leave(id, t))
    run.report.certificates.push_back(std::move(certificate));
  run.turns.erase({run.paths[id].end, id});
  trace::Segment segment = std::exchange(run.paths[id], {});
  if (!(segment.start < t)) return;
  segment.end = t;
  segment.reason = reason;
  run.report.segments.push_back(std::move(segment));
  ++run.bodies[id].segment;
}

void prove_pairs(Run& run, const std::vector<PairId>& pairs, const trace::Time& t) {
  std::vector<NearPair*> records;
  records.reserve(pairs.size());
  for (const PairId& id : pairs) {
    NearPair& pair = run.pairs.at(id, run.scales);
    pair.seen_in = run.step;
    records.push_back(&pair);
  }
  for (NearPair* pair : records) run.pairs.prove(*pair, run.scales, t);
  for (NearPair* pair : records) run.pairs.file(*pair);
}

void prove_quiet_pairs(Run& run, const std::vector<std::uint32_t>& bodies, const trace::Time& t) {
  const auto awake = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].is_awake();
  };
  std::vector<PairId> pairs;
  for (const std::uint32_t body : bodies)
    for (const PairId& pair : run.pairs.around(body))
      if (!awake(pair.a) && !awake(pair.b)) pairs.push_back(pair);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const PairId& id : pairs) {
    const Pose pose_a = on_half_space(id) ? Pose{} : pose_at(run, id.a.body, t);
    run.pairs.at(id, run.scales).separation =
        separation_of(placed(run.world, id, pose_a, pose_at(run, id.b.body, t)));
  }
  prove_pairs(run, pairs, t);
}

void cut_paths(Run& run, const std::vector<NewPath>& paths, const trace::Time& t,
               trace::EndReason reason) {
  for (const NewPath& path : paths) {
    const Pose pose = pose_at(run, path.body, t);
    leave_path(run, path.body, t, reason);
    place(run.world.bodies[path.body], pose, run.bodies[path.body]);
    ++run.bodies[path.body].cuts;
    ++run.tally.cuts;
  }
  for (const NewPath& path : paths) enter_path(run, path.body, path.u, t, run.end);
  std::vector<PairId> pairs;
  for (const NewPath& path : paths) {
    const std::vector<PairId> around = run.pairs.around(path.body);
    pairs.insert(pairs.end(), around.begin(), around.end());
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const PairId& id : pairs) look(run, run.pairs.at(id, run.scales), t);
  prove_pairs(run, pairs, t);
}

void wake(Run& run, std::uint32_t id) {
  MovingBody& body = run.bodies[id];
  if (!body.asleep) return;
  body.asleep = false;
  body.calm = 0;
  body.u.setZero();
  for (const PairId& pair : run.pairs.open_pairs(id)) {
    if (on_half_space(pair)) continue;
    const std::uint32_t other = pair.a.body == id ? pair.b.body : pair.a.body;
    if (run.bodies[other].asleep && !run.pairs.find(pair)->kept.empty()) run.to_wake.insert(other);
  }
}

double reach_of(const Run& run, const NearPair& pair) {
  return reach(run.scales, pair.gap, pair.radius);
}

RowGoals step_goals(const Run& run, double duration, const std::vector<Row>& rows) {
  RowGoals goals;
  double gap = std::numeric_limits<double>::infinity();
  for (const Row& row : rows) gap = std::min(gap, row.pair->gap);
  goals.law.law = run.world.law;
  goals.law.duration = duration;
  goals.law = with_goal(goals.law, kHarmless * gap / run.scales.step);
  goals.duration = duration;
  goals.step = run.scales.step;
  goals.impact_speed = run.scales.impact_speed();
  goals.gain = run.scales.gain();
  goals.least_gap = run.scales.skin;
  return goals;
}

void sort_upwards(const Run& run, std::vector<Row>& rows) {
  const Vector3 down = run.world.gravity();
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& x, const Row& y) {
    return down.dot(x.point_W) > down.dot(y.point_W);
  });
}

void count(Run& run, const StepSolution& solution, double goal) {
  Tally& tally = run.tally;
  ++tally.solves;
  if (solution.residual > goal) ++tally.unconverged;
  tally.residual_worst = std::max(tally.residual_worst, solution.residual);
  tally.residual_sum += solution.residual;
}

double total_energy(const Run& run) {
  double sum = 0.0;
  for (const MovingBody& body : run.bodies)
    if (body.is_free()) sum += energy_of(run.world, body, body.pose);
  return sum;
}

std::string name_of(const Run& run, const trace::PieceId& piece) {
  const Model& model = *run.world.model;
  if (piece.body == trace::kWorld)
    return "half-space '" + model.half_spaces[piece.piece].name + "'";
  return "body '" + model.links[piece.body].name + "'";
}

}  // namespace rigor::first_order
