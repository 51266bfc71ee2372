// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/integration/gathering.hpp>
#include <rigor/integration/tolerances.hpp>

namespace rigor {
namespace {

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void join(const Mode& other, Mode& mode) {
  append(mode.contacts, other.contacts);
  append(mode.broken, other.broken);
  append(mode.onsets, other.onsets);
  append(mode.pivots, other.pivots);
  append(mode.loads, other.loads);
  mode.split_is_open |= other.split_is_open;
  std::sort(mode.contacts.begin(), mode.contacts.end(),
            [](const ActiveContact& x, const ActiveContact& y) { return x.id < y.id; });
  std::sort(mode.broken.begin(), mode.broken.end());
}

/// The number of the segment that each body of both is on next.
std::vector<std::uint32_t> next_segments(const Cluster& together, const Departure& at,
                                         const Island& other, const trace::Time& now) {
  const std::uint32_t publishes = other.departure.time < now ? 1 : 0;
  std::vector<std::uint32_t> segments;
  for (const std::uint32_t body : together.bodies) {
    const int here = place_of(at.cluster, body);
    segments.push_back(
        here >= 0 ? at.segments[here]
                  : other.departure.segments[place_of(other.departure.cluster, body)] + publishes);
  }
  return segments;
}

/// Adds the island `other`, whose bodies are at `joining` now.
void join(const Island& other, const Cluster& joining, Island& island) {
  Departure& at = island.departure;
  const bool first = at.cluster.bodies.empty();
  Cluster together = merged(at.cluster, joining);
  at.segments = next_segments(together, at, other, at.time);
  at.cluster = std::move(together);
  join(other.departure.mode, at.mode);
  StepControl step = other.departure.step;
  if (other.current) step = step_after(*other.current, at.time);
  if (step.length > 0.0 && (at.step.length <= 0.0 || step.length < at.step.length)) at.step = step;
  island.energy += other.energy;
  if (first || island.events_without_progress < other.events_without_progress) {
    island.events_without_progress = other.events_without_progress;
    island.last_progress = other.last_progress;
  }
  if (first) island.impacts = other.impacts;
}

/// The pairs of these bodies with others near by; islands of others that are that close are added
/// to `ids`.
void look_around(const Run& run, const Cluster& here, std::vector<std::uint64_t>& ids,
                 std::set<PairId>& pairs) {
  const double reach = kJoinSkins * run.world.tolerances.skin;
  for (int i = 0; i < std::ssize(here.bodies); ++i) {
    const Pose X_WB = pose_of(here.states[i]);
    for (const PairId& pair : run.neighbourhood.near(here.bodies[i], X_WB, run.now, reach)) {
      const std::uint32_t other = pair.a.body == here.bodies[i] ? pair.b.body : pair.a.body;
      if (is_moved_by_forces(run.world, other)) {
        const std::uint64_t theirs = run.schedule.island_of(other);
        if (std::find(ids.begin(), ids.end(), theirs) == ids.end()) {
          const Cluster both = merged(here, state_at(run.schedule.island(theirs), run.now));
          if (pair_axis(placed(run.world, both, pair), {0.0, nullptr}).separation > reach) continue;
          ids.push_back(theirs);
        }
      }
      pairs.insert(pair);
    }
  }
}

}  // namespace

Gathered gather(const Run& run, std::vector<std::uint64_t> ids) {
  Island all;
  all.departure.time = run.now;
  std::set<PairId> pairs;
  for (int k = 0; k < std::ssize(ids); ++k) {  // grows on the way
    const Island& island = run.schedule.island(ids[k]);
    const Cluster here = state_at(island, run.now);
    join(island, here, all);
    look_around(run, here, ids, pairs);
  }
  return {std::move(ids), std::move(all), {pairs.begin(), pairs.end()}};
}

std::optional<Cluster> ahead_of(const Island& cause, const Cluster& all) {
  const std::optional<Cluster>& moved = cause.current ? cause.current->ahead : cause.ahead;
  if (!moved) return std::nullopt;
  Cluster ahead = all;
  ahead.time = moved->time;
  for (int i = 0; i < std::ssize(moved->bodies); ++i)
    ahead.states[place_of(ahead, moved->bodies[i])] = moved->states[i];
  return ahead;
}

}  // namespace rigor
