// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/first_order/free_flight.hpp>
#include <rigor/first_order/local_impact.hpp>
#include <rigor/first_order/restart.hpp>
#include <rigor/first_order/touch.hpp>

namespace rigor::first_order {
namespace {

/// A touch later than this part of the step before its end is answered by holding.
constexpr double kLastPart = 1e-3;
/// A pair that can only be held for so many steps running ends the run.
constexpr std::uint32_t kMostHeldSteps = 100;

/// The free bodies and trees of the pair that are not held.
std::vector<int> free_members(const Run& run, const PairId& pair) {
  std::vector<int> members;
  for (const trace::PieceId& piece : {pair.a, pair.b}) {
    if (piece.body == trace::kWorld || !run.bodies[piece.body].is_moved()) continue;
    const int lead = run.bodies.lead(piece.body);
    if (!run.bodies[lead].held) members.push_back(lead);
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

std::optional<Ending> hold(Run& run, NearPair& pair, const std::vector<int>& members,
                           const trace::Time& when) {
  ++run.tally.holds;
  pair.held_steps = pair.held_in + 1 == run.step ? pair.held_steps + 1 : 1;
  pair.held_in = run.step;
  if (members.empty() || pair.held_steps > kMostHeldSteps)
    return Ending{StopKind::NoProgress, name_of(run, pair.id.a) + " and " +
                                            name_of(run, pair.id.b) +
                                            " cannot be kept apart by any step"};
  const double left = trace::elapsed(when, run.end);
  std::vector<NewPath> paths;
  for (const int member : members) {
    const std::uint32_t id = member;
    wake(run, id);
    MovingBody& body = run.bodies[id];
    body.held = true;
    if (is_flying(run.bodies, member)) {
      look_ahead_of_end(run.bodies, member, left);
      end_flight(run.bodies, member);
    } else if (MovingTree* tree = run.bodies.tree_of(member)) {
      tree->deferred -= fall(*tree, when, left);
    } else {
      body.deferred -= fall(run.world, body, when, left);
    }
    run.tally.held_time += left * static_cast<double>(bodies_of(run.bodies, member).size());
    paths.push_back({id, true});
  }
  cut_paths(run, paths, when, trace::EndReason::Touch);
  return std::nullopt;
}

}  // namespace

std::optional<Ending> answer(Run& run, const Touch& touch) {
  ++run.tally.touches;
  NearPair& pair = *run.pairs.find(touch.pair);
  const std::vector<int> free = free_members(run, touch.pair);
  const auto is_moved = [&](const trace::PieceId& piece) {
    return piece.body != trace::kWorld && run.bodies[piece.body].is_moved();
  };
  if (!is_moved(touch.pair.a) && !is_moved(touch.pair.b))
    return Ending{StopKind::Driven, name_of(run, touch.pair.a) + " meets " +
                                        name_of(run, touch.pair.b) + ", and neither can give way"};
  if (pair.rows_in == run.step)
    pair.reserve = std::min(reach_of(run, pair), std::max(2.0 * pair.reserve, pair.gap));
  Impact impact;
  impact.when = touch.when.begin;
  impact.left = trace::elapsed(impact.when, run.end);
  impact.touching = &pair;
  impact.members = free;
  const bool late = impact.left < kLastPart * run.scales.step;
  const bool tired = std::any_of(free.begin(), free.end(),
                                 [&](int body) { return !may_be_cut(run.bodies[body]); });
  if (!free.empty() && !late && !tired && resolve(run, impact, touch)) return std::nullopt;
  if (is_near_drive(run, touch.pair)) return restart(run, touch);
  return hold(run, pair, free, impact.when);
}

}  // namespace rigor::first_order
