// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/decision/event_decision.hpp>
#include <rigor/decision/resolve_event.hpp>
#include <rigor/integration/events.hpp>
#include <rigor/integration/gathering.hpp>
#include <rigor/integration/joint_events.hpp>
#include <rigor/integration/publication.hpp>
#include <rigor/integration/take_event.hpp>
#include <rigor/integration/tolerances.hpp>
#include <rigor/segments/event_impulses.hpp>

namespace rigor {
namespace {

/// The pairs of bodies that the mode holds together.
std::vector<PairId> touching_pairs(const Mode& mode) {
  std::vector<PairId> pairs;
  for (const ActiveContact& contact : mode.contacts)
    if (!on_half_space(contact.id.pair)) pairs.push_back(contact.id.pair);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Where body `i` of the island is until the end of its segments, or at rest; nothing if an event
/// is due at once.
std::optional<Occupancy> occupancy(const Run& run, const Island& island, int i) {
  const Departure& at = island.departure;
  if (island.at_rest) {
    const TimeSpan span{at.time, run.horizon};
    return Occupancy{at.cluster.bodies[i], at.segments[i],
                     resting_path(pose_of(at.cluster.states[i]), span.begin, span.end), span};
  }
  if (!island.current) return std::nullopt;
  const TimeSpan span{at.time, island.current->end_time()};
  return Occupancy{at.cluster.bodies[i], at.segments[i],
                   restricted_path(island.current->paths.paths[i], span.begin, span.end), span};
}

void enter(Run& run, const Island& island) {
  const Departure& at = island.departure;
  const std::vector<PairId> touching = touching_pairs(at.mode);
  for (int i = 0; i < std::ssize(at.cluster.bodies); ++i) {
    if (auto known = occupancy(run, island, i))
      run.neighbourhood.enter(std::move(*known), touching);
    else
      run.neighbourhood.place(at.cluster.bodies[i], pose_of(at.cluster.states[i]), at.time);
  }
}

Ending stall(const Run& run, const Island& island) {
  const std::uint32_t body = island.departure.cluster.bodies.front();
  return {StopKind::NoProgress,
          fmt::format("more than {} events at t = {:.12g} s without progress, the last with body "
                      "'{}'; {}",
                      kMaxEventsWithoutProgress, trace::seconds(run.now),
                      run.model.links[body].name, kOtherMethod)};
}

/// What the event is decided from.
EventScene scene_of(const Run& run, const Gathered& all, const Moment& moment) {
  EventScene scene{all.island.departure.cluster, all.near, all.island.departure.mode};
  scene.stops = moment.reason == trace::EndReason::Stick;
  scene.yields = moment.reason == trace::EndReason::Slip;
  scene.jams = moment.reason == trace::EndReason::Jam;
  scene.slips = scene.yields || scene.jams || scene.stops;
  scene.lifts_again =
      moment.reason == trace::EndReason::Lift && all.island.events_without_progress > kLiftsAgain;
  if (scene.yields) scene.ahead = ahead_of(run.schedule.island(all.ids.front()), scene.cluster);
  return scene;
}

/// The largest momentum of a body, or what gravity gives one in a second, N s.
double momentum_size(const World& world, const Cluster& cluster) {
  double most = 0.0;
  for (int i = 0; i < std::ssize(cluster.bodies); ++i)
    most = std::max(most, world.bodies[cluster.bodies[i]].mass *
                              (world.pull() + cluster.states[i].v.head<3>().norm()));
  return most;
}

/// The event goes on record.
void list(Run& run, Island& before, const Moment& moment, const ResolvedEvent& result,
          std::vector<trace::EventJoint> joints) {
  run.ledger.outcome.footer.manifold_changes +=
      static_cast<std::uint64_t>(manifold_changes(before.departure.mode, result.mode));
  const double least = kQuietRounding * momentum_size(run.world, before.departure.cluster);
  std::vector<trace::Event> events = events_of(before, moment, result, std::move(joints), least);
  if (!moment.at_once && run.start < run.now)
    for (trace::Event& event : sample_events(run.world, result, run.now))
      events.push_back(std::move(event));
  publish(run.ledger, {run.now, {}, {}, std::move(events)});
  run.ledger.supplied_work += result.drive_work;
  note_energy(run.ledger, result.energy_after - before.energy);
}

/// Where the law begins to allow other motions between events, that goes on record, or ends the run
/// if the scene says so.
std::optional<Ending> tell_several(Run& run, Island& island) {
  const bool known = island.several;
  island.several = allows_several(run.world, island.departure.cluster, island.departure.mode);
  if (known || !island.several) return std::nullopt;
  if (run.world.indeterminate == OnIndeterminate::Refuse)
    return ending_of(
        run, {RefusalKind::Indeterminate, "from here on several accelerations obey Coulomb's law"});
  publish(run.ledger, {run.now, {}, {}, {several_event(island)}});
  return std::nullopt;
}

}  // namespace

void keep(Run& run, std::uint64_t number, Island island) {
  enter(run, island);
  run.schedule.keep(number, std::move(island));
}

std::optional<Ending> send_off(Run& run, Island island) {
  island.load_pull = run.world.load_pull;
  if (!island.at_rest) {
    if (auto ending = tell_several(run, island)) return ending;
    if (const auto refusal = propose_next(run.world, island, run.horizon))
      return ending_of(run, *refusal);
    if (auto ending = gave_up(run)) return ending;
  }
  keep(run, run.schedule.new_number(), std::move(island));
  return std::nullopt;
}

std::optional<Ending> continue_quietly(Run& run, std::uint64_t id) {
  Island island = run.schedule.island(id);
  const auto change = settle(run.world, island);
  if (const auto* refusal = std::get_if<Refusal>(&change)) return ending_of(run, *refusal);
  // A row that nearly depends on others may have been left out of the motion: what moved along it
  // is stopped by impulses, which belong on record.
  const Island& before = run.schedule.island(id);
  if (!settles_quietly(run.world, before, island.departure.cluster))
    return take_event(run, {id}, moment_of(before));
  if (auto ending = retire(run, {id}, trace::EndReason::Accuracy)) return ending;
  note_energy(run.ledger, std::get<double>(change));
  return send_off(run, std::move(island));
}

std::optional<Ending> take_event(Run& run, std::vector<std::uint64_t> ids, const Moment& moment) {
  Gathered all = gather(run, std::move(ids));
  if (stalls(all.island)) return stall(run, all.island);
  for (const std::uint32_t body : all.island.departure.cluster.bodies)
    take_next_stretch(run.world, body, run.now);
  const EventScene scene = scene_of(run, all, moment);
  EventOutcome outcome = resolve_event(run.world, scene);
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return ending_of(run, *refusal);
  if (auto ending = gave_up(run)) return ending;
  ResolvedEvent& result = std::get<ResolvedEvent>(outcome);
  std::vector<trace::EventJoint> joints = complete_impulses(run.world, scene.cluster, result);
  if (auto ending = retire(run, all.ids, moment.reason)) return ending;
  list(run, all.island, moment, result, std::move(joints));
  for (Island& island : islands_after(result, all.island, run.world))
    if (auto ending = send_off(run, std::move(island))) return ending;
  return std::nullopt;
}

}  // namespace rigor
