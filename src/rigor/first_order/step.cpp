// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <rigor/first_order/impact_events.hpp>
#include <rigor/first_order/step.hpp>
#include <rigor/first_order/touch.hpp>

namespace rigor::first_order {
namespace {

/// A sleeper wakes if something approaches it faster than this part of what bodies gain in a step.
constexpr double kWakeSpeed = 0.1;
/// It wakes too if a driven body nearer than this multiple of γ moves at all, m/s: a floor that
/// sets out sideways carries what lies on it.
constexpr double kTouching = 2.0;
constexpr double kCarrySpeed = 1e-9;
/// Islands slower than this part of what bodies gain in a step are about to rest: their contacts
/// are solved better by this factor, so that they come to it.
constexpr double kSlow = 0.5;
constexpr double kSlowGoal = 0.1;
/// Reserves shrink by this factor in every step.
constexpr double kReserveDecay = 0.8;
/// Gaps that were lowered for want of room are tried this much wider in every step.
constexpr double kGapGrowth = 2.0;
/// Contacts turn and stop what moves; they do not make it this many times faster than it was, or
/// than what bodies gain in a step.
constexpr double kRunaway = 1e4;
constexpr double kLeastSpeed = 0.1;  // m/s: motors and gaps that open move what was at rest
/// Records of pairs that were not near for so many steps are dropped.
constexpr std::uint64_t kForgetAfter = 100;

/// The velocity a body brings into the step.
Vector6 brought(const Run& run, int id) {
  if (id < 0) return Vector6::Zero();
  const MovingBody& body = run.bodies[id];
  return body.is_awake() ? body.u : body.path_u;
}

/// Where driven bodies are, and how they go on on average over the step.
void place_drives(Run& run) {
  const double h = trace::elapsed(run.now, run.end);
  for (MovingBody& body : run.bodies) {
    if (body.role != BodyRole::Driven) continue;
    body.pose = pose_at(run, body.id, run.now);
    const Pose next = pose_at(run, body.id, run.end);
    body.path_u << (next.translation - body.pose.translation) / h,
        log_rotation(next.rotation * body.pose.rotation.conjugate()) / h;
    body.since = run.now;
  }
}

/// Limits of the tree's joints near enough for rows.
void add_limits(const Run& run, const MovingTree& tree, std::vector<PairId>& pairs) {
  const double far = std::numeric_limits<double>::infinity();
  const double within = reach(run.scales, gap_target(run.scales, far), far);
  for (const std::uint32_t link : tree.links)
    for (const LimitId& limit : limits_of(run.world, link))
      if (limit_gap(run.world, tree, limit) <= within) pairs.push_back(pair_of(limit));
}

/// Pairs near enough for rows, of all awake bodies and of driven ones with those; ascending.
std::vector<PairId> pairs_in_reach(const Run& run) {
  std::vector<PairId> pairs;
  const auto is_moved = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].is_moved();
  };
  for (const MovingBody& body : run.bodies) {
    const bool driven = body.role == BodyRole::Driven && !body.path_u.isZero(0.0);
    if (!body.is_awake() && !driven) continue;
    const double gap = gap_target(run.scales, body.thin);
    run.pairs.add_around(body.id, body.pose, reach(run.scales, gap, body.radius), pairs);
  }
  std::erase_if(pairs, [&](const PairId& pair) { return !is_moved(pair.a) && !is_moved(pair.b); });
  for (const MovingTree& tree : run.bodies.trees) add_limits(run, tree, pairs);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

bool is_driven(const Run& run, const PairId& pair) {
  const auto driven = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].role == BodyRole::Driven;
  };
  return driven(pair.a) || driven(pair.b);
}

/// The rows of the pair, and what it wakes.
void look_for_rows(Run& run, const PairId& id, std::vector<Row>& rows) {
  NearPair& pair = run.pairs.at(id, run.scales);
  const std::size_t first = rows.size();
  add_rows(run.world, run.bodies, reach_of(run, pair), pair, rows);
  pair.seen_in = run.step;
  if (rows.size() > first) pair.rows_in = run.step;
  run.tally.smallest_gap = std::min(run.tally.smallest_gap, pair.separation);
  for (std::size_t i = first; i < rows.size(); ++i) {
    Row& row = rows[i];
    if (row.is_limit()) {
      row.approach = row.sign * run.bodies.tree_of(row.b)->v[row.velocity];
      continue;
    }
    const Vector3 speed = relative_velocity(row, brought(run, row.a), brought(run, row.b));
    row.approach = row.nhat_W.dot(speed);
    const bool carried =
        is_driven(run, id) && row.gap <= kTouching * pair.gap && speed.norm() > kCarrySpeed;
    if (row.approach >= -kWakeSpeed * run.scales.gain() && !carried) continue;
    for (const trace::PieceId& piece : {id.a, id.b})
      if (piece.body != trace::kWorld && run.bodies[piece.body].asleep)
        run.to_wake.insert(piece.body);
  }
}

/// Wakes all that is to be woken and all that shares load with it; whether anything was.
bool wake_all(Run& run) {
  const bool any = !run.to_wake.empty();
  while (!run.to_wake.empty()) {
    const std::uint32_t id = *run.to_wake.begin();
    run.to_wake.erase(run.to_wake.begin());
    if (!run.bodies[id].asleep) continue;
    wake(run, id);
    leave_path(run, id, run.now, trace::EndReason::Neighbour);
  }
  return any;
}

std::vector<Row> gather_rows(Run& run) {
  std::vector<Row> rows;
  std::set<PairId> done;
  wake_all(run);
  do {
    for (const PairId& id : pairs_in_reach(run))
      if (done.insert(id).second) look_for_rows(run, id, rows);
  } while (wake_all(run));
  return rows;
}

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
      run.bodies[member].u = pushed(run.world, run.bodies[member], run.now, h);
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
      run.bodies[member].u = problem.velocity(member);
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
    const Vector6 u = problem.velocity(member);
    if (!u.allFinite()) return false;
    after = std::max(after, vertex_speed(run, member, u));
  }
  if (after <= kRunaway * before) return true;
  for (const MovingBody& body : run.bodies)
    if (body.role == BodyRole::Driven)
      before = std::max(before, vertex_speed(run, body.id, body.path_u));
  return after <= kRunaway * before;
}

/// Nothing, or why the velocities that were found are none.
std::optional<Ending> solve_island(Run& run, const Island& island, double h) {
  RowGoals goals = step_goals(run, h, island.rows);
  if (is_slow(run, island)) goals.law = with_goal(goals.law, kSlowGoal * goals.law.goal);
  const bool bounded = push_members(run, island, h);
  if (island.rows.empty() && !bounded) return std::nullopt;
  VelocityProblem problem(run.bodies, island.members, island.rows, goals);
  const StepSolution solution = problem.solve(true);
  if (!is_found(run, problem)) {
    for (const int member : island.members)
      if (run.bodies.tree_of(member) == nullptr) run.bodies[member].u = run.bodies[member].before;
    return Ending{StopKind::Inconsistent,
                  "the contact velocities of a step were not found; a smaller stepping.step, or "
                  "less friction, may help"};
  }
  count(run, solution, goals.law.goal);
  run.offset_work += problem.work();
  run.supplied += problem.work_of_drives();
  problem.keep_impulses();
  add_impact_events(run, problem, {run.now, run.end}, false, solution.residual);
  add_step_forces(run, problem);
  take_velocities(run, problem);
  return std::nullopt;
}

/// Straight paths for all awake bodies, and their proofs.
void enter_paths(Run& run) {
  for (const MovingBody& body : run.bodies)
    if (body.is_free() && body.is_awake()) enter_path(run, body.id, body.u, run.now, run.end);
  for (MovingTree& tree : run.bodies.trees) enter_tree_path(run, tree, false, run.now, run.end);
  std::vector<PairId> pairs;
  for (const MovingBody& body : run.bodies) {
    if (!body.is_awake()) continue;
    const std::vector<PairId> around = run.pairs.around(body.id);
    pairs.insert(pairs.end(), around.begin(), around.end());
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const PairId& id : pairs) {
    NearPair& pair = run.pairs.at(id, run.scales);
    if (pair.seen_in != run.step) pair.separation = std::numeric_limits<double>::infinity();
  }
  prove_pairs(run, pairs, run.now);
}

/// A path that turns too far goes on with a new one.
void take_turn(Run& run) {
  const auto [t, body] = *run.turns.begin();
  cut_paths(run, {{body, run.bodies[body].held}}, t, trace::EndReason::Accuracy);
  --run.bodies[body].cuts;
  --run.tally.cuts;
}

std::optional<Ending> answer_touches(Run& run) {
  for (;;) {
    const std::optional<Touch> touch = run.pairs.next_touch();
    const bool touches = touch && touch->when.begin < run.end;
    const bool turns = !run.turns.empty() && run.turns.begin()->first < run.end;
    if (turns && (!touches || run.turns.begin()->first <= touch->when.begin)) {
      take_turn(run);
    } else if (touches) {
      if (auto ending = answer(run, *touch)) return ending;
    } else {
      return std::nullopt;
    }
  }
}

void finish_paths(Run& run) {
  for (MovingTree& tree : run.bodies.trees) {
    const Eigen::VectorXd q = coordinates_at(run, tree, run.end);
    for (const std::uint32_t link : tree.links) {
      leave_path(run, link, run.end, trace::EndReason::Accuracy);
      run.bodies[link].since = run.end;
    }
    place(q, tree, run.bodies);
  }
  for (MovingBody& body : run.bodies) {
    if (!body.is_free() || !body.is_awake()) continue;
    const Pose pose = pose_at(run, body.id, run.end);
    leave_path(run, body.id, run.end, trace::EndReason::Accuracy);
    place(run.world.bodies[body.id], pose, body);
    body.since = run.end;
  }
}

void begin_step(Run& run) {
  run.report.time = run.end;
  run.offset_work = 0.0;
  for (const Body& body : run.world.bodies)
    if (body.role == BodyRole::Free) take_next_stretch(run.world, body.id, run.now);
  run.scales = scales_of(run.world, run.options.stepping);
  place_drives(run);
  for (MovingBody& body : run.bodies) {
    body.cuts = 0;
    body.held = false;
    if (!body.is_free() || !body.is_awake()) continue;
    body.u += body.deferred;
    body.deferred.setZero();
    body.before = body.u;
  }
  for (MovingTree& tree : run.bodies.trees) {
    set_velocity(tree.v + tree.deferred, tree, run.bodies);
    tree.deferred.setZero();
    tree.before = tree.v;
    tree.inputs = sampled(tree.tree->local, {trace::seconds(run.now), tree.placed.state.q, tree.v},
                          tree.inputs);
  }
  run.pairs.for_each([](NearPair& pair) {
    pair.reserve *= kReserveDecay;
    pair.gap = std::min(pair.full_gap, kGapGrowth * pair.gap);
  });
}

/// What motors and given forces on links did in the step, J, by what they do at its end.
void count_motor_work(Run& run, double h) {
  for (const MovingTree& tree : run.bodies.trees)
    if (!tree.is_still() && !tree.tree->local.forces.empty())
      run.supplied += h * given_power(tree, run.end);
}

/// What given forces on bodies did in the step, J.
void count_work(Run& run, double h) {
  for (const MovingBody& body : run.bodies) {
    const AppliedLoad& load = run.world.bodies[body.id].load;
    if (!body.is_free() || !body.is_awake() || load.wrenches.empty()) continue;
    const Wrench wrench = load_at(load, body.pose.rotation.toRotationMatrix(),
                                  trace::elapsed(load.start, run.now) + 0.5 * h);
    run.supplied += h * wrench.vector().dot(body.path_u);
  }
}

}  // namespace

trace::Time next_end(const Run& run) {
  const double h = run.options.stepping.step;
  const double done = trace::elapsed(run.start, run.now) / h;
  trace::Time end = trace::advanced(run.start, (std::floor(done + 1e-6) + 1.0) * h);
  for (const Body& body : run.world.bodies) {
    if (body.role == BodyRole::Driven && !body.drive.for_ever && run.now < body.drive.end)
      end = std::min(end, body.drive.end);
    if (body.load.end && run.now < *body.load.end) end = std::min(end, *body.load.end);
  }
  for (const MovingTree& tree : run.bodies.trees) {
    const double next = next_break(*tree.tree, trace::seconds(run.now));
    if (next < trace::seconds(run.horizon)) end = std::min(end, trace::time_from(next));
  }
  return std::min(end, run.horizon);
}

std::vector<Island> islands_of(const Run& run, std::vector<Row> rows) {
  std::vector<int> root(run.bodies.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int body) {
    while (root[body] != body) body = root[body] = root[root[body]];
    return body;
  };
  const auto awake = [&](int body) { return body >= 0 && run.bodies[body].is_awake(); };
  for (const MovingTree& tree : run.bodies.trees)
    for (const std::uint32_t link : tree.links) root[link] = static_cast<int>(tree.links.front());
  for (const Row& row : rows) {
    if (!awake(row.a) || !awake(row.b)) continue;
    const int a = find(row.a);
    const int b = find(row.b);
    root[std::max(a, b)] = std::min(a, b);
  }
  std::vector<int> place(run.bodies.size(), -1);
  std::vector<Island> islands;
  for (const MovingBody& body : run.bodies) {
    if (!body.is_awake() || run.bodies.lead(static_cast<int>(body.id)) != static_cast<int>(body.id))
      continue;
    const int top = find(static_cast<int>(body.id));
    if (place[top] < 0) {
      place[top] = static_cast<int>(islands.size());
      islands.emplace_back();
    }
    islands[place[top]].members.push_back(static_cast<int>(body.id));
  }
  sort_upwards(run, rows);
  for (const Row& row : rows) {
    const int body = awake(row.b) ? row.b : row.a;
    if (awake(body)) islands[place[find(body)]].rows.push_back(row);
  }
  return islands;
}

void enter_drive(Run& run, std::uint32_t body) {
  const DrivePiece& drive = run.world.bodies[body].drive;
  run.paths[body] = segment_of(drive, body);
  run.pairs.enter(body, {drive.index, body_path(run.paths[body]), {drive.start, drive.end}, {}});
}

void start_drives(Run& run) {
  std::vector<std::uint32_t> starting;
  for (MovingBody& body : run.bodies) {
    if (body.role != BodyRole::Driven) continue;
    DrivePiece& drive = run.world.bodies[body.id].drive;
    const bool first = run.step <= 1;
    if (!first && (drive.for_ever || run.now < drive.end)) continue;
    if (!first) {
      leave_path(run, body.id, run.now, run.paths[body.id].reason);
      drive =
          make_piece(*run.world.model->links[body.id].path, drive.index + 1, run.now, run.horizon);
    }
    enter_drive(run, body.id);
    starting.push_back(body.id);
  }
  prove_quiet_pairs(run, starting, run.now);
}

std::optional<Ending> take_step(Run& run) {
  ++run.step;
  start_drives(run);
  run.end = next_end(run);
  begin_step(run);
  const double h = trace::elapsed(run.now, run.end);
  const std::vector<Island> islands = islands_of(run, gather_rows(run));
  const double before = total_energy(run) - run.supplied;
  for (const Island& island : islands)
    if (auto ending = solve_island(run, island, h)) return ending;
  enter_paths(run);
  const std::optional<Ending> ending = answer_touches(run);
  if (ending) return ending;
  count_work(run, h);
  finish_paths(run);
  count_motor_work(run, h);
  ++run.tally.steps;
  for (const MovingBody& body : run.bodies) {
    if (!body.is_awake()) continue;
    ++run.tally.body_steps;
    run.tally.body_time += h;
  }
  const double gain = total_energy(run) - run.supplied - before - run.offset_work;
  run.tally.largest_gain = std::max(run.tally.largest_gain, gain);
  settle(run, islands);
  if (run.step % kForgetAfter == 0) run.pairs.forget_before(run.step - kForgetAfter);
  run.now = run.end;
  return std::nullopt;
}

}  // namespace rigor::first_order
