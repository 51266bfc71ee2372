// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/first_order/drives.hpp>
#include <rigor/first_order/gather_rows.hpp>
#include <rigor/first_order/rest.hpp>
#include <rigor/first_order/step.hpp>
#include <rigor/first_order/touch.hpp>

namespace rigor::first_order {
namespace {

/// Reserves shrink by this factor in every step.
constexpr double kReserveDecay = 0.8;
/// Gaps that were lowered for want of room are tried this much wider in every step.
constexpr double kGapGrowth = 2.0;
/// Records of pairs that were not near for so many steps are dropped.
constexpr std::uint64_t kForgetAfter = 100;

/// Straight paths for all awake bodies, and their proofs.
void enter_paths(Run& run) {
  for (const MovingBody& body : run.bodies)
    if (body.is_free() && body.is_awake())
      enter_path(run, body.id, body.u + body.opening, run.now, run.end);
  for (MovingTree& tree : run.bodies.trees)
    if (run.bodies[tree.links.front()].is_awake())
      enter_tree_path(run, tree, false, run.now, run.end);
  std::vector<PairId> pairs;
  for (const MovingBody& body : run.bodies) {
    if (!body.is_awake()) continue;
    const std::vector<PairId> around = pairs_around(run.pairs, body.id);
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

/// Paths that turn too far go on with new ones, all of those that end at the same instant together:
/// the proofs of their pairs begin there.
void take_turns(Run& run) {
  const trace::Time t = run.turns.begin()->first;
  std::vector<NewPath> paths;
  for (auto turn = run.turns.begin(); turn != run.turns.end() && turn->first == t; ++turn)
    paths.push_back({turn->second, run.bodies[turn->second].held});
  cut_paths(run, paths, t, trace::EndReason::Accuracy);
  for (const NewPath& path : paths) --run.bodies[path.body].cuts;
  run.tally.cuts -= paths.size();
}

std::optional<Ending> answer_touches(Run& run) {
  for (;;) {
    const std::optional<Touch> touch = run.pairs.next_touch();
    const bool touches = touch && touch->when.begin < run.end;
    const bool turns = !run.turns.empty() && run.turns.begin()->first < run.end;
    if (turns && (!touches || run.turns.begin()->first <= touch->when.begin)) {
      take_turns(run);
    } else if (touches) {
      if (auto ending = answer(run, *touch)) return ending;
    } else {
      return std::nullopt;
    }
  }
}

void finish_paths(Run& run) {
  for (MovingTree& tree : run.bodies.trees) {
    if (!run.bodies[tree.links.front()].is_awake()) continue;
    const Eigen::VectorXd q = coordinates_at(run, tree, run.end);
    for (const std::uint32_t link : tree.links) {
      leave_path(run, link, run.end, trace::EndReason::Accuracy);
      run.bodies[link].since = run.end;
    }
    arrive(q, tree, run.bodies);
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
  run.opening_work = 0.0;
  run.passed.clear();
  for (const Body& body : run.world.bodies)
    if (body.role == BodyRole::Free) take_next_stretch(run.world, body.id, run.now);
  run.scales = scales_of(run.world, run.options.stepping);
  place_drives(run);
  for (MovingBody& body : run.bodies) {
    body.cuts = 0;
    body.held = false;
    body.opening.setZero();
    body.falling.setZero();
    body.driving.setZero();
    if (!body.is_free() || !body.is_awake()) continue;
    body.u += body.deferred;
    body.deferred.setZero();
    body.before = body.u;
  }
  for (MovingTree& tree : run.bodies.trees) {
    if (!run.bodies[tree.links.front()].is_awake()) continue;
    set_velocity(tree.v + tree.deferred, tree, run.bodies);
    tree.deferred.setZero();
    tree.opening.setZero();
    tree.falling.setZero();
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

std::optional<Ending> take_step(Run& run) {
  ++run.step;
  start_drives(run);
  run.end = next_end(run);
  begin_step(run);
  const double h = trace::elapsed(run.now, run.end);
  const std::vector<Island> islands = islands_of(run, gather_rows(run));
  const double before = total_energy(run) - run.supplied;
  if (auto ending = solve_islands(run, islands, h)) return ending;
  enter_paths(run);
  const std::optional<Ending> ending = answer_touches(run);
  if (ending) return ending;
  finish_paths(run);
  count_motor_work(run, h);
  ++run.tally.steps;
  for (const MovingBody& body : run.bodies) {
    if (!body.is_awake()) continue;
    ++run.tally.body_steps;
    run.tally.body_time += h;
  }
  const double gain = total_energy(run) - run.supplied - before - run.opening_work;
  run.tally.largest_gain = std::max(run.tally.largest_gain, gain);
  settle(run, islands);
  if (run.step % kForgetAfter == 0) run.pairs.forget_before(run.step - kForgetAfter);
  run.now = run.end;
  return std::nullopt;
}

}  // namespace rigor::first_order
