// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/integration/opening.hpp>
#include <rigor/integration/simulation.hpp>

namespace rigor {
namespace {

/// Islands within this many skins of an event take part in it.
constexpr double kJoinSkins = 2.0;

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

Simulation::Simulation(const Model& model, const State& initial, const SimulationOptions& options)
    : model_(model),
      options_(options),
      world_(make_world(model, initial, options)),
      start_(trace::time_from(initial.time)),
      horizon_(horizon_of(options)),
      began_(std::chrono::steady_clock::now()),
      island_of_(model.links.size()),
      workspace_(model, initial) {
  outcome_.final_state = initial;
}

std::variant<StepReport, Outcome> Simulation::step() {
  if (ended_) return outcome_;
  pending_ = {};
  const bool goes_on = begun_ ? advance() : begin();
  begun_ = true;
  if (!goes_on) {
    close();
    ended_ = true;
  }
  pending_.time = now_;
  return pending_;
}

bool Simulation::stop(StopKind kind, std::string reason) {
  outcome_.stop = kind;
  outcome_.reason = std::move(reason);
  return false;
}

bool Simulation::stop(const Refusal& refusal) {
  return stop(stop_of(refusal.kind), refusal.reason);
}

std::string Simulation::unsupported() const {
  for (int link = 0; link < static_cast<int>(model_.links.size()); ++link) {
    const Link& source = model_.links[link];
    if (source.path && !std::isfinite(options_.stop.time))
      return fmt::format("body '{}' is driven: a run with it needs a stop time", source.name);
    if (source.path && source.parent == kWorldLink &&
        model_.mechanisms[source.mechanism].end_link - link > 1)
      return fmt::format("links that hang on the driven body '{}'", source.name);
  }
  for (const Force& force : model_.forces) {
    if (!is_piecewise_linear(force))
      return "forces other than wrenches that are linear in time between knots";
    const int link = std::get<AppliedWrench>(force).link;
    if (world_.bodies[link].role == BodyRole::Link)
      return fmt::format("given forces on links of mechanisms ('{}')", model_.links[link].name);
  }
  return {};
}

bool Simulation::begin() {
  now_ = start_;
  if (std::string what = unsupported(); !what.empty())
    return stop(StopKind::Unsupported, "not supported yet: " + what);
  if (world_.bodies.size() > 1) neighbourhood_.emplace(world_);
  if (!(start_ < horizon_)) return stop(StopKind::Time);
  Cluster all;
  all.time = start_;
  for (const Body& body : world_.bodies) {
    if (body.role != BodyRole::Free) continue;
    all.bodies.push_back(body.id);
    all.states.push_back(body_state(model_, body, outcome_.final_state));
  }
  if (neighbourhood_) {
    for (std::size_t i = 0; i < all.bodies.size(); ++i)
      neighbourhood_->place(all.bodies[i], pose_of(all.states[i]), start_);
    place_fixed_bodies();
  }
  for (const Body& body : world_.bodies)
    if (body.role == BodyRole::Driven) start_course(body.id);
  if (!start_mechanisms() || !open_starts(all) || !start_islands(all) || !check_limits())
    return false;
  publish_fixed_bodies();
  return true;
}

void Simulation::place_fixed_bodies() {
  for (const Body& body : world_.bodies) {
    if (body.role != BodyRole::Fixed) continue;
    neighbourhood_->enter(
        {body.id, 0, resting_path(body.X_WB, start_, horizon_), {start_, horizon_}}, {});
  }
}

void Simulation::start_course(std::uint32_t body) {
  DriveCourse course = course_of(world_, body);
  const TimeSpan span{course.segment.start, course.segment.end};
  if (neighbourhood_)
    neighbourhood_->enter({body, course.segment.index,
                           restricted_path(course.paths.paths.front(), span.begin, span.end), span},
                          {});
  courses_.insert_or_assign(body, std::move(course));
}

const DriveCourse* Simulation::next_turn() const {
  const DriveCourse* next = nullptr;
  for (const auto& [body, course] : courses_) {
    if (world_.bodies[body].drive.for_ever && !course.meets) continue;
    if (next == nullptr || course.until < next->until) next = &course;
  }
  return next;
}

bool Simulation::publish_course(const DriveCourse& course, const trace::Time& end) {
  if (!(course.segment.start < end)) return true;
  auto proof = certificates_until(course, end);
  if (!proof)
    return stop({RefusalKind::Drift, "the motion of a driven body could not be certified"});
  publish({end, {segment_until(course, end)}, std::move(*proof), {}});
  return true;
}

bool Simulation::turn() {
  std::vector<std::uint32_t> knots;
  for (const DriveCourse* next = next_turn(); next != nullptr && next->until == now_;
       next = next_turn()) {
    const std::uint32_t body = next->body;
    if (next->meets) return collide(*next->meets);
    if (!publish_course(*next, now_)) return false;
    if (neighbourhood_) flush_pairs(body, now_);
    if (world_.bodies[body].drive.breaks) knots.push_back(body);
    take_next_piece(world_, body, horizon_);
    start_course(body);
  }
  return std::all_of(knots.begin(), knots.end(),
                     [this](std::uint32_t body) { return take_knot(body); });
}

bool Simulation::take_knot(std::uint32_t driven) {
  if (!neighbourhood_) return true;
  const Pose X_WB = motion_at(world_.bodies[driven].drive, 0.0).X_WB;
  for (const PairId& pair : neighbourhood_->near(driven, X_WB, now_, world_.tolerances.upper())) {
    const std::uint32_t body = pair.a.body == driven ? pair.b.body : pair.a.body;
    if (world_.bodies[body].role != BodyRole::Free) continue;
    const std::uint64_t id = island_of_[body];
    const Island& island = islands_.at(id);
    if (island.departure.time == now_) continue;  // decided at this knot already
    if (pair_axis(placed(world_, state_at(island, now_), pair), {0.0, nullptr}).separation >
        world_.tolerances.upper())
      continue;
    if (!take_event({id}, {now_, now_, true, 0.0, trace::EndReason::Input})) return false;
  }
  return true;
}

bool Simulation::collide(const PairId& pair) {
  return stop(StopKind::Driven,
              fmt::format("{} come together at t = {:.12g} s: no law says what happens to bodies "
                          "that nothing can move",
                          names_of(world_, pair), trace::seconds(now_)));
}

bool Simulation::open_starts(Cluster& all) {
  std::vector<char> done(all.bodies.size(), 0);
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    if (done[i] != 0) continue;
    // Bodies that come within the skin of each other are opened together.
    std::vector<int> places{static_cast<int>(i)};
    std::vector<PairId> pairs;
    done[i] = 1;
    for (std::size_t k = 0; k < places.size() && neighbourhood_; ++k) {
      const auto body = all.bodies[places[k]];
      for (const PairId& pair : neighbourhood_->near(body, pose_of(all.states[places[k]]), start_,
                                                     world_.tolerances.skin)) {
        if (pair_axis(placed(world_, all, pair), {0.0, nullptr}).separation >=
            world_.tolerances.skin)
          continue;
        pairs.push_back(pair);
        const int other = place_of(all, pair.a.body == body ? pair.b.body : pair.a.body);
        if (other < 0 || done[other] != 0) continue;
        done[other] = 1;
        places.push_back(other);
      }
    }
    std::sort(places.begin(), places.end());
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    const auto opened = open_start(world_, part_of(all, places), pairs);
    if (const auto* refusal = std::get_if<Refusal>(&opened)) return stop(*refusal);
    const auto& good = std::get<Opened>(opened);
    outcome_.start_moved = std::max(outcome_.start_moved, good.moved);
    for (std::size_t k = 0; k < places.size(); ++k) all.states[places[k]] = good.cluster.states[k];
  }
  return true;
}

bool Simulation::start_islands(const Cluster& all) {
  for (std::size_t i = 0; i < all.bodies.size(); ++i) {
    if (neighbourhood_) neighbourhood_->place(all.bodies[i], pose_of(all.states[i]), start_);
    Island island;
    island.departure.time = start_;
    island.departure.cluster = part_of(all, {static_cast<int>(i)});
    island.departure.segments = {0};
    island.last_progress = start_;
    island.energy = energy(world_, island.departure.cluster);
    outcome_.footer.energy_initial += island.energy;
    island_of_[all.bodies[i]] = next_island_;
    islands_.emplace(next_island_++, std::move(island));
  }
  lowest_energy_ = outcome_.footer.energy_initial;
  const Moment moment{start_, start_, true, 0.0, trace::EndReason::Touch};
  for (const std::uint32_t body : all.bodies) {
    const auto at = islands_.find(island_of_[body]);
    const bool waits = !at->second.current && !at->second.at_rest;
    if (waits && !take_event({at->first}, moment)) return false;
  }
  return true;
}

bool Simulation::go_on(Island island) {
  if (!island.at_rest) {
    if (const auto refusal = propose_next(world_, island, horizon_)) return stop(*refusal);
  }
  const std::uint64_t id = next_island_++;
  for (const std::uint32_t body : island.departure.cluster.bodies) island_of_[body] = id;
  if (island.current)
    queue_.push({island.current->end_time(), id});
  else if (!island.at_rest)
    queue_.push({island.departure.time, id});
  if (neighbourhood_) enter(island);
  islands_.emplace(id, std::move(island));
  return true;
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
  const MechanismCourse* moving = next_mechanism();
  if (moving != nullptr && (queue_.empty() || moving->until <= queue_.top().time) &&
      (!meeting || moving->until <= meeting->lo) &&
      (turning == nullptr || moving->until < turning->until)) {
    now_ = moving->until;
    if (now_ >= horizon_) return stop(StopKind::Time);
    return move_mechanism(moving->from.mechanism) && check_limits();
  }
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
      if (world_.bodies[body].role == BodyRole::Link) return meet_link(meeting->pair);
    for (const std::uint32_t body : {meeting->pair.a.body, meeting->pair.b.body})
      if (world_.bodies[body].role == BodyRole::Free) ids.push_back(island_of_[body]);
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
  if (other.current) {
    step = other.current->next;
    if (now_ < other.current->end_time()) step.length = other.current->segments.front().length;
  }
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
        if (world_.bodies[other].role == BodyRole::Link) continue;  // apart, or the run ends
        if (world_.bodies[other].role != BodyRole::Free) {
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
  return stop(StopKind::NoProgress,
              fmt::format("more than 1000 events at t = {:.12g} s without progress, the last with "
                          "body '{}'",
                          trace::seconds(now_),
                          model_.links[all.island.departure.cluster.bodies.front()].name));
}

std::optional<Cluster> Simulation::ahead_of(std::uint64_t id, const Cluster& all) const {
  const Island& island = islands_.at(id);
  if (!island.current || !island.current->ahead) return std::nullopt;
  Cluster ahead = all;
  ahead.time = island.current->ahead->time;
  const Cluster& moved = *island.current->ahead;
  for (std::size_t i = 0; i < moved.bodies.size(); ++i)
    ahead.states[place_of(ahead, moved.bodies[i])] = moved.states[i];
  return ahead;
}

bool Simulation::take_event(std::vector<std::uint64_t> ids, const Moment& moment) {
  Gathered all = gather(ids);
  if (stalls(all.island)) return stall(all);
  for (const std::uint32_t body : all.island.departure.cluster.bodies)
    take_next_stretch(world_, body, now_);
  EventScene scene{all.island.departure.cluster,
                   std::move(all.near),
                   all.island.departure.mode,
                   std::nullopt,
                   false,
                   moment.reason == trace::EndReason::Stick,
                   moment.reason == trace::EndReason::Slip,
                   moment.reason == trace::EndReason::Jam};
  scene.slips = scene.yields || scene.jams || scene.stops;
  if (scene.yields) scene.ahead = ahead_of(ids.front(), scene.cluster);
  const RemodeOutcome outcome = remode(world_, scene);
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return stop(*refusal);
  const Remoded& result = std::get<Remoded>(outcome);
  if (!retire(ids, moment.reason)) return false;
  StepReport report{now_, {}, {}, {}};
  outcome_.footer.manifold_changes +=
      static_cast<std::uint64_t>(manifold_changes(all.island.departure.mode, result.mode));
  add(events_of(all.island, moment, result), report);
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
  publish({end, island.current->segments, island.current->certificates, {}});
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
}

bool Simulation::check_limits() {
  if (options_.interrupted && options_.interrupted()) return stop(StopKind::Interrupted);
  if (outcome_.events >= options_.stop.events) return stop(StopKind::Events);
  if (outcome_.segments >= options_.stop.segments) return stop(StopKind::Segments);
  if (std::isfinite(options_.stop.wall_seconds)) {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began_;
    if (wall.count() >= options_.stop.wall_seconds) return stop(StopKind::WallTime);
  }
  return true;
}

trace::Time Simulation::end_time() const {
  if (outcome_.stop != StopKind::Rest) return now_;
  trace::Time last = start_;
  for (const auto& [id, island] : islands_) last = std::max(last, island.departure.time);
  for (const auto& [body, course] : courses_) last = std::max(last, course.segment.start);
  for (const auto& [i, course] : mechanisms_) last = std::max(last, course.from.time);
  if (!options_.stop.at_rest) return horizon_;
  return std::min(horizon_, trace::advanced(last, StopConditions::kRestShown));
}

void Simulation::close() {
  const trace::Time end = end_time();
  for (auto& [id, island] : islands_) {
    const auto reason = island.at_rest ? trace::EndReason::Rest : trace::EndReason::Stop;
    if (!publish_until(island, end, reason)) continue;
    const Cluster there = state_at(island, end);
    energy_change_ += energy(world_, there) - island.energy;
    for (std::size_t i = 0; i < there.bodies.size(); ++i)
      store(model_, world_.bodies[there.bodies[i]], there.states[i], outcome_.final_state);
  }
  close_mechanisms(end);
  close_pairs(end);
  trace::Footer& footer = outcome_.footer;
  footer.end = end;
  footer.stopped = name(outcome_.stop);
  footer.energy_final = footer.energy_initial + energy_change_;
  footer.energy_work = supplied_work_;
  footer.step_mean = footer.steps > 0 ? stepped_ / static_cast<double>(footer.steps) : 0.0;
  outcome_.final_state.time = trace::seconds(end);
}

void Simulation::publish_fixed_bodies() {
  StepReport report{start_, {}, {}, {}};
  for (const Body& body : world_.bodies) {
    if (body.role != BodyRole::Fixed) continue;
    trace::Segment segment;
    segment.body = body.id;
    segment.start = start_;
    segment.end = horizon_;
    segment.length = trace::elapsed(start_, horizon_);
    segment.reason = trace::EndReason::Rest;
    const std::array<double, 4> q = wxyz(body.X_WB.rotation);
    for (int i = 0; i < 3; ++i) segment.position[i] = {body.X_WB.translation[i]};
    for (int i = 0; i < 4; ++i) segment.quaternion[i] = {q[i]};
    report.segments.push_back(std::move(segment));
  }
  publish(report);
}

void Simulation::close_pairs(const trace::Time& end) {
  if (!(start_ < end)) return;
  if (neighbourhood_)
    for (const Body& body : world_.bodies) flush_pairs(body.id, end);
  for (const auto& [body, course] : courses_) publish_course(course, end);
}

const char* name(StopKind kind) {
  switch (kind) {
    case StopKind::Rest:
      return "rest";
    case StopKind::Time:
      return "time";
    case StopKind::Events:
      return "events";
    case StopKind::Segments:
      return "segments";
    case StopKind::WallTime:
      return "wall_time";
    case StopKind::Interrupted:
      return "interrupted";
    case StopKind::NoProgress:
      return "no_progress";
    case StopKind::Inconsistent:
      return "inconsistent";
    case StopKind::Jam:
      return "jam";
    case StopKind::Indeterminate:
      return "indeterminate";
    case StopKind::Unsupported:
      return "unsupported";
    case StopKind::Driven:
      return "driven";
    case StopKind::Mechanism:
      return "mechanism";
    case StopKind::Overlap:
      return "overlap";
  }
  return "unknown";
}

bool is_done(StopKind kind) {
  return kind == StopKind::Rest || kind == StopKind::Time || kind == StopKind::Events ||
         kind == StopKind::Segments;
}

}  // namespace rigor
