// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/decision/resolve_event.hpp>
#include <rigor/integration/simulation.hpp>
#include <rigor/integration/tolerances.hpp>
#include <rigor/segments/event_impulses.hpp>

namespace rigor {
namespace {

StopKind stop_of(RefusalKind kind) {
  switch (kind) {
    case RefusalKind::Jam:
      return StopKind::Jam;
    case RefusalKind::Indeterminate:
      return StopKind::Indeterminate;
    case RefusalKind::Overlap:
      return StopKind::Overlap;
    case RefusalKind::Unsupported:
      return StopKind::Unsupported;
    case RefusalKind::Inconsistent:
    case RefusalKind::Drift:
      break;
  }
  return StopKind::Inconsistent;
}

template <typename T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// The pairs of bodies that the mode holds together.
std::vector<PairId> touching_pairs(const Mode& mode) {
  std::vector<PairId> pairs;
  for (const ActiveContact& contact : mode.contacts)
    if (!on_half_space(contact.id.pair)) pairs.push_back(contact.id.pair);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

/// Whether given forces on some of the bodies have a knot now.
bool at_knot(const World& world, const Cluster& cluster, const trace::Time& now) {
  return std::any_of(cluster.bodies.begin(), cluster.bodies.end(), [&](std::uint32_t body) {
    const auto& end = world.bodies[body].load.end;
    return end && *end <= now;
  });
}

void sort_mode(Mode& mode) {
  std::sort(mode.contacts.begin(), mode.contacts.end(),
            [](const ActiveContact& x, const ActiveContact& y) { return x.id < y.id; });
  std::sort(mode.broken.begin(), mode.broken.end());
}

}  // namespace

Simulation::Simulation(const Model& model, const State& initial, const SimulationOptions& options,
                       const trace::Bytes& from)
    : model_(model),
      options_(options),
      world_(make_world(model, initial, options)),
      cancellation_([this] { return cancelled().has_value(); }),
      start_(trace::time_from(initial.time)),
      horizon_(horizon_of(options)),
      began_(std::chrono::steady_clock::now()),
      island_of_(model.links.size()) {
  outcome_.final_state = initial;
  world_.cancellation = &cancellation_;
  if (!from.empty()) resume_from_ = read_checkpoint(from, world_);
}

std::variant<StepReport, Outcome> Simulation::step() {
  if (ended_) return outcome_;
  pending_ = {};
  bool goes_on = true;
  if (begun_) {
    goes_on = advance();
  } else if (resume_from_) {
    resume(*resume_from_);
    resume_from_.reset();
  } else {
    goes_on = begin();
  }
  begun_ = true;
  if (!goes_on) {
    close();
    ended_ = true;
  }
  pending_.time = now_;
  return pending_;
}

bool Simulation::stop(StopKind kind, std::string reason) {
  if (stopped_) return false;  // the first reason counts
  stopped_ = true;
  outcome_.stop = kind;
  outcome_.reason = std::move(reason);
  return false;
}

bool Simulation::stop(const Refusal& refusal) {
  if (gave_up()) return false;
  return stop(stop_of(refusal.kind), refusal.reason);
}

bool Simulation::collide(const PairId& pair) {
  return stop(StopKind::Driven,
              fmt::format("{} come together at t = {:.12g} s: no law says what happens to bodies "
                          "that nothing can move",
                          names_of(world_, pair), trace::seconds(now_)));
}

bool Simulation::go_on(Island island) {
  island.load_pull = world_.load_pull;
  if (!island.at_rest) {
    if (const auto refusal = propose_next(world_, island, horizon_)) return stop(*refusal);
    if (gave_up()) return false;
  }
  keep(next_island_++, std::move(island));
  return true;
}

void Simulation::keep(std::uint64_t id, Island island) {
  for (const std::uint32_t body : island.departure.cluster.bodies) island_of_[body] = id;
  if (island.current)
    queue_.push({island.current->end_time(), id});
  else if (!island.at_rest)
    queue_.push({island.departure.time, id});
  if (neighbourhood_) enter(island);
  islands_.emplace(id, std::move(island));
}

void Simulation::enter(const Island& island) {
  const Departure& at = island.departure;
  const std::vector<PairId> touching = touching_pairs(at.mode);
  for (std::size_t i = 0; i < at.cluster.bodies.size(); ++i) {
    const Pose pose = pose_of(at.cluster.states[i]);
    const std::uint32_t body = at.cluster.bodies[i];
    if (island.at_rest) {
      neighbourhood_->enter(
          {body, at.segments[i], resting_path(pose, at.time, horizon_), {at.time, horizon_}},
          touching);
    } else if (island.current) {
      const TimeSpan span{at.time, island.current->end_time()};
      neighbourhood_->enter(
          {body, at.segments[i],
           restricted_path(island.current->paths.paths[i], span.begin, span.end), span},
          touching);
    } else {
      neighbourhood_->place(body, pose, at.time);
    }
  }
}

bool Simulation::advance() {
  while (!queue_.empty() && islands_.find(queue_.top().island) == islands_.end()) queue_.pop();
  const auto meeting = neighbourhood_ ? neighbourhood_->next_meeting() : std::nullopt;
  const DriveCourse* turning = next_turn();
  // Driven bodies first: what touches them goes on with their next piece.
  if (turning != nullptr && (queue_.empty() || turning->until <= queue_.top().time) &&
      (!meeting || turning->until <= meeting->lo)) {
    now_ = turning->until;
    if (now_ >= horizon_) return stop(StopKind::Time);
    return turn() && check_limits();
  }
  if (queue_.empty() && !meeting) return stop(StopKind::Rest);
  const bool meets = meeting && (queue_.empty() || meeting->lo <= queue_.top().time);
  now_ = meets ? meeting->lo : queue_.top().time;
  if (now_ >= horizon_) return stop(StopKind::Time);
  bool goes_on = false;
  if (meets) {
    std::vector<std::uint64_t> ids;
    for (const std::uint32_t body : {meeting->pair.a.body, meeting->pair.b.body})
      if (is_moved_by_forces(world_, body)) ids.push_back(island_of_[body]);
    if (ids.empty()) return collide(meeting->pair);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());  // they may be in one island
    goes_on = take_event(ids, {meeting->lo, meeting->hi, true, 0.0, trace::EndReason::Neighbour});
  } else {
    const std::uint64_t id = queue_.top().island;
    queue_.pop();
    const Island& island = islands_.at(id);
    const bool quiet = island.current && ends_quietly(island.current->end.reason) &&
                       !at_knot(world_, island.departure.cluster, now_);
    goes_on = quiet ? finish_quietly(id) : take_event({id}, moment_of(island));
  }
  return goes_on && check_limits();
}

bool Simulation::finish_quietly(std::uint64_t id) {
  Island island = islands_.at(id);
  const auto change = settle(world_, island);
  if (const auto* refusal = std::get_if<Refusal>(&change)) return stop(*refusal);
  if (!retire({id}, trace::EndReason::Accuracy)) return false;
  note_energy(std::get<double>(change));
  return go_on(std::move(island));
}

void Simulation::join(const Island& other, Gathered& all) const {
  Island& island = all.island;
  const Cluster joining = state_at(other, now_);
  const bool first = island.departure.cluster.bodies.empty();
  const Cluster together = merged(island.departure.cluster, joining);
  std::vector<std::uint32_t> segments;
  const bool publishes = other.departure.time < now_;
  for (const std::uint32_t body : together.bodies) {
    const int here = place_of(island.departure.cluster, body);
    segments.push_back(here >= 0 ? island.departure.segments[here]
                                 : other.departure.segments[place_of(joining, body)] +
                                       (publishes ? 1U : 0U));
  }
  island.departure.segments = std::move(segments);
  island.departure.cluster = together;
  append(island.departure.mode.contacts, other.departure.mode.contacts);
  append(island.departure.mode.broken, other.departure.mode.broken);
  append(island.departure.mode.onsets, other.departure.mode.onsets);
  append(island.departure.mode.pivots, other.departure.mode.pivots);
  island.departure.mode.split_is_open |= other.departure.mode.split_is_open;
  sort_mode(island.departure.mode);
  StepControl step = other.departure.step;
  if (other.current) step = step_after(*other.current, now_);
  StepControl& best = island.departure.step;
  if (step.length > 0.0 && (best.length <= 0.0 || step.length < best.length)) best = step;
  island.energy += other.energy;
  if (first || island.events_without_progress < other.events_without_progress) {
    island.events_without_progress = other.events_without_progress;
    island.last_progress = other.last_progress;
  }
  if (first) island.impacts = other.impacts;
}

Simulation::Gathered Simulation::gather(std::vector<std::uint64_t>& ids) const {
  Gathered all;
  all.island.departure.time = now_;
  std::set<PairId> pairs;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const Island& island = islands_.at(ids[k]);
    join(island, all);
    if (!neighbourhood_) continue;
    const Cluster here = state_at(island, now_);
    const double reach = kJoinSkins * world_.tolerances.skin;
    for (std::size_t i = 0; i < here.bodies.size(); ++i) {
      for (const PairId& pair :
           neighbourhood_->near(here.bodies[i], pose_of(here.states[i]), now_, reach)) {
        const std::uint32_t other = pair.a.body == here.bodies[i] ? pair.b.body : pair.a.body;
        if (!is_moved_by_forces(world_, other)) {
          pairs.insert(pair);
          continue;
        }
        const std::uint64_t theirs = island_of_[other];
        if (std::find(ids.begin(), ids.end(), theirs) == ids.end()) {
          const Cluster both = merged(here, state_at(islands_.at(theirs), now_));
          if (pair_axis(placed(world_, both, pair), {0.0, nullptr}).separation > reach) continue;
          ids.push_back(theirs);
        }
        pairs.insert(pair);
      }
    }
  }
  all.near.assign(pairs.begin(), pairs.end());
  return all;
}

bool Simulation::stall(const Gathered& all) {
  return stop(
      StopKind::NoProgress,
      fmt::format("more than 1000 events at t = {:.12g} s without progress, the last with "
                  "body '{}'; {}",
                  trace::seconds(now_),
                  model_.links[all.island.departure.cluster.bodies.front()].name, kOtherMethod));
}

std::optional<Cluster> Simulation::ahead_of(std::uint64_t id, const Cluster& all) const {
  const Island& island = islands_.at(id);
  const std::optional<Cluster>& found = island.current ? island.current->ahead : island.ahead;
  if (!found) return std::nullopt;
  const Cluster& moved = *found;
  Cluster ahead = all;
  ahead.time = moved.time;
  for (std::size_t i = 0; i < moved.bodies.size(); ++i)
    ahead.states[place_of(ahead, moved.bodies[i])] = moved.states[i];
  return ahead;
}

bool Simulation::take_event(std::vector<std::uint64_t> ids, const Moment& moment) {
  Gathered all = gather(ids);
  if (stalls(all.island)) return stall(all);
  for (const std::uint32_t body : all.island.departure.cluster.bodies)
    take_next_stretch(world_, body, now_);
  EventScene scene{all.island.departure.cluster, std::move(all.near), all.island.departure.mode};
  scene.stops = moment.reason == trace::EndReason::Stick;
  scene.yields = moment.reason == trace::EndReason::Slip;
  scene.jams = moment.reason == trace::EndReason::Jam;
  scene.slips = scene.yields || scene.jams || scene.stops;
  scene.lifts_again =
      moment.reason == trace::EndReason::Lift && all.island.events_without_progress > kLiftsAgain;
  if (scene.yields) scene.ahead = ahead_of(ids.front(), scene.cluster);
  EventOutcome outcome = resolve_event(world_, scene);
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return stop(*refusal);
  if (gave_up()) return false;
  ResolvedEvent& result = std::get<ResolvedEvent>(outcome);
  std::vector<trace::EventJoint> joints = complete_impulses(world_, scene.cluster, result);
  if (!retire(ids, moment.reason)) return false;
  StepReport report{now_, {}, {}, {}};
  outcome_.footer.manifold_changes +=
      static_cast<std::uint64_t>(manifold_changes(all.island.departure.mode, result.mode));
  std::vector<trace::Event> events = events_of(all.island, moment, result);
  if (!events.empty()) events.front().joints = std::move(joints);
  add(std::move(events), report);
  publish(report);
  supplied_work_ += result.drive_work;
  note_energy(result.energy_after - all.island.energy);
  for (Island& island : islands_after(result, all.island, world_))
    if (!go_on(std::move(island))) return false;
  return true;
}

bool Simulation::retire(const std::vector<std::uint64_t>& ids, trace::EndReason reason) {
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const auto at = islands_.find(ids[k]);
    if (!publish_until(at->second, now_, k == 0 ? reason : trace::EndReason::Neighbour))
      return false;
    if (neighbourhood_)
      for (const std::uint32_t body : at->second.departure.cluster.bodies) flush_pairs(body, now_);
    islands_.erase(at);
  }
  return true;
}

void Simulation::flush_pairs(std::uint32_t body, const trace::Time& end) {
  StepReport report{end, {}, neighbourhood_->leave(body, end), {}};
  publish(report);
}

bool Simulation::publish_until(Island& island, const trace::Time& end, trace::EndReason reason) {
  if (!(island.departure.time < end)) return true;
  if (!island.current) {
    ProposalOutcome rested = propose_rest(world_, island.departure, end);
    if (const auto* refusal = std::get_if<Refusal>(&rested)) return stop(*refusal);
    island.current = std::move(std::get<Proposal>(rested));
  }
  cut(*island.current, end, reason);
  supplied_work_ += supplied_work(*island.current);
  publish({end,
           island.current->segments,
           island.current->certificates,
           {},
           island.current->forces.contacts,
           island.current->forces.joints});
  return true;
}

void Simulation::add(std::vector<trace::Event> events, StepReport& to) {
  for (trace::Event& event : events) {
    event.index = static_cast<std::uint32_t>(outcome_.events++);
    to.events.push_back(std::move(event));
  }
}

void Simulation::note_energy(double change) {
  energy_change_ += change;
  const double energy = outcome_.footer.energy_initial + energy_change_ - supplied_work_;
  lowest_energy_ = std::min(lowest_energy_, energy);
  outcome_.footer.energy_max_gain =
      std::max(outcome_.footer.energy_max_gain, energy - lowest_energy_);
}

void Simulation::publish(const StepReport& report) {
  for (const trace::Segment& segment : report.segments) {
    const double used = trace::elapsed(segment.start, segment.end);
    ++outcome_.segments;
    if (segment.reason == trace::EndReason::Rest) continue;
    trace::Footer& footer = outcome_.footer;
    footer.step_min = footer.steps == 0 ? used : std::min(footer.step_min, used);
    footer.step_max = std::max(footer.step_max, used);
    ++footer.steps;
    stepped_ += used;
  }
  append(pending_.segments, report.segments);
  append(pending_.certificates, report.certificates);
  append(pending_.events, report.events);
  append(pending_.forces, report.forces);
  append(pending_.joint_forces, report.joint_forces);
}

}  // namespace rigor
