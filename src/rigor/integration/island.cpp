// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <rigor/decision/projection.hpp>
#include <rigor/demand.hpp>
#include <rigor/integration/island.hpp>
#include <rigor/integration/tolerances.hpp>
#include <rigor/motion/carrying_corners.hpp>
#include <rigor/motion/scales.hpp>

namespace rigor {
namespace {

/// Which bodies of the cluster hang together, as the lowest place of their group.
std::vector<int> groups_of(const Cluster& cluster, const Mode& mode) {
  std::vector<int> group(cluster.bodies.size());
  std::iota(group.begin(), group.end(), 0);
  for (int i = 1; i < std::ssize(group); ++i)
    if (!leads(cluster.states, i)) group[i] = group[i - 1];  // trees stay whole
  for (const ActiveContact& contact : mode.contacts) {
    if (on_half_space(contact.id.pair)) continue;
    const int a = place_of(cluster, contact.id.pair.a.body);
    const int b = place_of(cluster, contact.id.pair.b.body);
    if (a < 0 || b < 0 || group[a] == group[b]) continue;
    const int low = std::min(group[a], group[b]);
    const int high = std::max(group[a], group[b]);
    std::replace(group.begin(), group.end(), high, low);
  }
  return group;
}

bool concerns(const Cluster& cluster, const PairId& pair) {
  return place_of(cluster, pair.b.body) >= 0 ||
         (!on_half_space(pair) && place_of(cluster, pair.a.body) >= 0);
}

/// Slips that are on their way have a direction of their own; slower ones go on from where they
/// point.
void follow_onsets(const World& world, Departure& at) {
  if (at.mode.onsets.empty()) return;
  const CarryingCorners corners = carrying_corners(world, at.cluster, at.mode);
  const Eigen::VectorXd v = velocity_of(at.cluster);
  std::erase_if(at.mode.onsets, [&](SlipOnset& onset) {
    const auto found = std::find(corners.ids.begin(), corners.ids.end(), onset.id);
    if (found == corners.ids.end()) return true;
    const Vector3 slip = slip_of(corners, static_cast<int>(found - corners.ids.begin()), v);
    const double speed = slip.norm();
    if (speed > kTurnedByRounding)
      onset.slip_W = (carried_by_a(onset.id) ? 1.0 : -1.0) / speed * slip;
    return speed > stop_speed(world);
  });
}

}  // namespace

Cluster state_at(const Island& island, const trace::Time& t) {
  if (!island.current) {
    Cluster resting = island.departure.cluster;
    resting.time = t;
    return resting;
  }
  const Proposal& current = *island.current;
  const double s = t == current.end_time() ? current.end.s : fraction_at(current.clock(), t).lo;
  return {island.departure.cluster.bodies, states_at(current.trajectory, s), t};
}

std::optional<Refusal> propose_next(const World& world, Island& island,
                                    const trace::Time& horizon) {
  ProposalOutcome outcome = propose(world, island.departure, horizon);
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return *refusal;
  if (auto* none = std::get_if<NoAdvance>(&outcome)) {
    island.current.reset();
    island.due_now = none->reason;
    island.ahead = std::move(none->ahead);
  } else {
    island.current = std::move(std::get<Proposal>(outcome));
  }
  return std::nullopt;
}

std::variant<double, Refusal> settle(const World& world, Island& island) {
  RIGOR_DEMAND(island.current.has_value());
  Departure next = island.departure;
  next.time = island.current->end_time();
  next.cluster.states = final_states(*island.current);
  next.cluster.time = next.time;
  next.step = island.current->next;
  for (std::uint32_t& segment : next.segments) ++segment;
  const double reached = energy(world, next.cluster);
  if (!next.mode.contacts.empty()) {
    GapGoals goals;
    goals.gap = world.tolerances.skin;
    goals.limit = kMaxMove * world.tolerances.skin;
    goals.equal = ids_of(next.mode);
    goals.spare = 0.0;
    const ProjectionOutcome projected = project_position(world, next.cluster, goals);
    if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
      return Refusal{RefusalKind::Drift, failure->reason};
    next.cluster = std::get<Projected>(projected).cluster;
    set_velocity(next.cluster,
                 project_velocity(world, next.cluster,
                                  held_contacts(world, next.cluster, next.mode.contacts))
                     .v);
  }
  follow_onsets(world, next);
  const double change = reached - island.energy;
  island.departure = std::move(next);
  island.energy = reached;
  island.current.reset();
  return change;
}

bool settles_quietly(const World& world, const Island& island, const Cluster& settled) {
  const std::vector<BodyState> reached = final_states(*island.current);
  const double h = trace::elapsed(island.departure.time, island.current->end_time());
  double change = 0.0;
  double speed = 0.0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const double r = world.bodies[settled.bodies[i]].radius;
    const Vector6 jump = settled.states[i].v - reached[i].v;
    change = std::max(change, jump.head<3>().norm() + r * jump.tail<3>().norm());
    speed = std::max(speed, reached[i].v.head<3>().norm() + r * reached[i].v.tail<3>().norm());
  }
  return change <= kQuietShare * world.pull() * h + kQuietRounding * (speed + world.pull());
}

bool ends_quietly(trace::EndReason reason) {
  return reason == trace::EndReason::Accuracy || reason == trace::EndReason::Stop ||
         reason == trace::EndReason::Rest;
}

bool stalls(Island& island) {
  if (trace::elapsed(island.last_progress, island.departure.time) > kIslandProgress) {
    island.last_progress = island.departure.time;
    island.events_without_progress = 0;
  }
  return ++island.events_without_progress > kMaxEventsWithoutProgress;
}

Moment moment_of(const Island& island) {
  const trace::Time now = island.departure.time;
  if (!island.current) return {now, now, true, 0.0, island.due_now, true};
  const SegmentEnd& end = island.current->end;
  const Clock& clock = island.current->clock();
  const trace::Time lo = end.since ? time_at_most(clock, *end.since) : island.current->end_time();
  return {lo, time_at_least(clock, end.late), end.proved, end.location_error, end.reason};
}

std::vector<Island> islands_after(const ResolvedEvent& result, const Island& before,
                                  const World& world) {
  const std::vector<int> group = groups_of(result.cluster, result.mode);
  std::vector<Island> islands;
  for (int g = 0; g < std::ssize(group); ++g) {
    std::vector<int> places;
    for (int i = 0; i < std::ssize(group); ++i)
      if (group[i] == g) places.push_back(i);
    if (places.empty()) continue;
    Island island;
    island.departure.time = before.departure.time;
    island.departure.step = before.departure.step;
    island.departure.cluster = part_of(result.cluster, places);
    island.at_rest = true;
    for (const int i : places) {
      island.departure.segments.push_back(before.departure.segments[i]);
      island.at_rest = island.at_rest && result.at_rest[i] != 0;
    }
    for (const ActiveContact& contact : result.mode.contacts)
      if (concerns(island.departure.cluster, contact.id.pair))
        island.departure.mode.contacts.push_back(contact);
    for (const Bond& bond : result.mode.broken)
      if (concerns(island.departure.cluster, bond.pair))
        island.departure.mode.broken.push_back(bond);
    for (const SlipOnset& onset : result.mode.onsets)
      if (concerns(island.departure.cluster, onset.id.pair))
        island.departure.mode.onsets.push_back(onset);
    island.departure.mode.split_is_open = result.mode.split_is_open;
    for (const ContactId& pivot : result.mode.pivots)
      if (concerns(island.departure.cluster, pivot.pair))
        island.departure.mode.pivots.push_back(pivot);
    for (const CornerLoad& load : result.mode.loads)
      if (concerns(island.departure.cluster, load.id.pair))
        island.departure.mode.loads.push_back(load);
    island.energy = energy(world, island.departure.cluster);
    island.several = before.several || result.indeterminate;
    island.impacts = before.impacts;
    island.last_progress = before.last_progress;
    island.events_without_progress = before.events_without_progress;
    islands.push_back(std::move(island));
  }
  return islands;
}

}  // namespace rigor
