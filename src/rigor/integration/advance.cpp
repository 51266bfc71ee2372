// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/integration/advance.hpp>
#include <rigor/integration/driven_bodies.hpp>
#include <rigor/integration/take_event.hpp>

namespace rigor {
namespace {

/// The earliest of what islands and driven bodies do and of the meetings of bodies.
std::optional<Due> next_of(const Run& run) {
  const std::optional<Due> due = run.schedule.next();
  const std::optional<Meeting> meeting = run.neighbourhood.next_meeting();
  if (!meeting) return due;
  const Due meets{meeting->lo, DueKind::Meeting, 0};
  return due ? std::min(*due, meets) : meets;
}

std::optional<Ending> take_meeting(Run& run, const Meeting& meeting) {
  std::vector<std::uint64_t> ids;
  for (const std::uint32_t body : {meeting.pair.a.body, meeting.pair.b.body})
    if (is_moved_by_forces(run.world, body)) ids.push_back(run.schedule.island_of(body));
  if (ids.empty()) return collision(run, meeting.pair);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());  // they may be in one island
  return take_event(run, std::move(ids),
                    {meeting.lo, meeting.hi, true, 0.0, trace::EndReason::Neighbour});
}

/// Whether given forces on some of the bodies have a knot now.
bool at_knot(const World& world, const Cluster& cluster, const trace::Time& now) {
  return std::any_of(cluster.bodies.begin(), cluster.bodies.end(), [&](std::uint32_t body) {
    const auto& end = world.bodies[body].load.end;
    return end && *end <= now;
  });
}

std::optional<Ending> take_end(Run& run, std::uint64_t id) {
  const Island& island = run.schedule.island(id);
  const bool quiet = island.current && ends_quietly(island.current->end.reason) &&
                     !at_knot(run.world, island.departure.cluster, run.now);
  return quiet ? continue_quietly(run, id) : take_event(run, {id}, moment_of(island));
}

std::optional<Ending> take(Run& run, const Due& due) {
  switch (due.kind) {
    case DueKind::Turn:
      return take_turns(run);
    case DueKind::Meeting:
      return take_meeting(run, *run.neighbourhood.next_meeting());
    case DueKind::Island:
      break;
  }
  return take_end(run, due.number);
}

}  // namespace

std::optional<Ending> advance(Run& run) {
  const std::optional<Due> due = next_of(run);
  if (!due) return Ending{StopKind::Rest};
  run.now = due->time;
  if (run.now >= run.horizon) return Ending{StopKind::Time};
  if (auto ending = take(run, *due)) return ending;
  return limit_reached(run);
}

}  // namespace rigor
