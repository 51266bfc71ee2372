// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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

void note_calm(Run& run, MovingBody& body) {
  const double gain = run.scales.gain();
  const bool calm =
      speed_bound(body, body.u) <= std::max(kCalmSpeed * gain, kStandstill) &&
      speed_bound(body, body.u - body.before) <= std::max(kCalmChange * gain, kStandstill) &&
      body.cuts == 0 && !is_steered(run, body);
  body.calm = calm ? body.calm + 1 : 0;
}

/// Whether the island stays where it is from standstill on.
bool would_stay(const Run& run, const Island& island) {
  MovingBodies still = run.bodies;
  for (const int member : island.members)
    still[member].u = fall(run.world, still[member], run.end, run.scales.step);
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
  return std::all_of(island.members.begin(), island.members.end(), [&](int member) {
    return speed_bound(run.bodies[member], problem.velocity(member)) <= least;
  });
}

void fall_asleep(Run& run, const std::vector<std::uint32_t>& bodies) {
  for (const std::uint32_t id : bodies) {
    MovingBody& body = run.bodies[id];
    body.asleep = true;
    body.u.setZero();
    body.deferred.setZero();
    enter_path(run, id, Vector6::Zero(), run.end, run.horizon);
  }
  prove_quiet_pairs(run, bodies, run.end);
}

}  // namespace

void settle(Run& run, const std::vector<Island>& islands) {
  for (MovingBody& body : run.bodies)
    if (body.is_free() && body.is_awake()) note_calm(run, body);
  if (!(run.end < run.horizon)) return;
  std::vector<std::uint32_t> tired;
  for (const Island& island : islands) {
    const bool calm = std::all_of(island.members.begin(), island.members.end(), [&](int member) {
      return run.bodies[member].calm >= kCalmSteps;
    });
    if (!calm) continue;
    const bool floats = island.rows.empty() && run.scales.gain() > 0.0;
    if (!floats && would_stay(run, island)) {
      tired.insert(tired.end(), island.members.begin(), island.members.end());
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
