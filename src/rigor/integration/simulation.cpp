// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <rigor/integration/simulation.hpp>

namespace rigor {
namespace {

/// The latest instant a run may reach if nothing else stops it.
constexpr double kFarHorizon = 0x1p30;  // s, about 34 years

StopKind stop_of(const IslandFailure& failure) {
  if (failure.kind == IslandFailureKind::NoProgress) return StopKind::NoProgress;
  switch (failure.refusal.kind) {
    case RefusalKind::Jam:
      return StopKind::Jam;
    case RefusalKind::Indeterminate:
      return StopKind::Indeterminate;
    case RefusalKind::Overlap:
      return StopKind::Overlap;
    case RefusalKind::Inconsistent:
    case RefusalKind::Drift:
      break;
  }
  return StopKind::Inconsistent;
}

}  // namespace

Simulation::Simulation(const Model& model, const State& initial, const SimulationOptions& options)
    : model_(model),
      options_(options),
      world_(world(model, options)),
      start_(trace::time_from(initial.time)),
      horizon_(trace::time_from(std::min(options.stop.time, kFarHorizon))),
      began_(std::chrono::steady_clock::now()) {
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

std::string Simulation::unsupported() const {
  for (int link = 0; link < static_cast<int>(model_.links.size()); ++link)
    if (!is_free_body(model_, link) && !model_.links[link].fixed_to_world)
      return fmt::format("link '{}': only free and fixed bodies can be simulated yet",
                         model_.links[link].name);
  if (!model_.exclusions.empty()) return "pairs that are excluded from contact";
  if (!model_.forces.empty()) return "forces other than gravity";
  return {};
}

bool Simulation::begin() {
  if (std::string what = unsupported(); !what.empty())
    return stop(StopKind::Unsupported, "not supported yet: " + what);
  std::vector<std::vector<PieceShape>> shapes;
  for (int link = 0; link < static_cast<int>(model_.links.size()); ++link)
    shapes.push_back(published_pieces(model_, link));
  if (shapes.size() > 1) neighbourhood_.emplace(std::move(shapes));
  now_ = start_;
  if (!(start_ < horizon_)) return stop(StopKind::Time);
  islands_.reserve(model_.links.size());
  StepReport first{start_, {}, {}, {}};
  for (int link = 0; link < static_cast<int>(model_.links.size()); ++link) {
    if (!is_free_body(model_, link)) continue;
    const MovingBody body = moving_body(model_, link, static_cast<std::uint32_t>(link));
    auto started =
        start_island(world_, body, body_state(model_, body, outcome_.final_state), start_);
    if (const auto* failure = std::get_if<IslandFailure>(&started))
      return stop(stop_of(*failure), failure->refusal.reason);
    auto& good = std::get<StartedIsland>(started);
    outcome_.start_moved = std::max(outcome_.start_moved, good.opened);
    energy_ += good.island.state.energy - good.report.energy_change;
    islands_.push_back(std::move(good.island));
    add(good.report, first);
  }
  outcome_.footer.energy_initial = energy_ - energy_change_;
  lowest_energy_ = outcome_.footer.energy_initial;
  publish(first);
  place_fixed_bodies();
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (!go_on(i)) return false;
  return check_limits();
}

void Simulation::place_fixed_bodies() {
  const std::vector<Pose> poses = link_poses(model_, outcome_.final_state);
  for (std::uint32_t link = 0; link < poses.size(); ++link) {
    if (is_free_body(model_, static_cast<int>(link))) continue;
    fixed_.push_back({link, 0, resting_path(poses[link], start_, horizon_), {start_, horizon_}});
    enter(fixed_.back(), waiting_);
  }
}

void Simulation::enter(const Occupancy& occupancy, std::vector<trace::Certificate>& to) {
  if (!neighbourhood_) return;
  NeighbourProof proof = neighbourhood_->enter(occupancy, world_.tolerances.trigger());
  to.insert(to.end(), proof.certificates.begin(), proof.certificates.end());
  if (proof.meeting && (!meeting_ || proof.meeting->when < meeting_->when))
    meeting_ = proof.meeting;
}

bool Simulation::go_on(std::size_t i) {
  if (!islands_[i].state.at_rest && !propose(i)) return false;
  IslandState& state = islands_[i].state;
  const Departure& at = state.departure;
  if (state.at_rest) {
    const Pose pose{at.state.q, at.state.x};
    enter({islands_[i].body.id,
           at.segment_index,
           resting_path(pose, at.time, horizon_),
           {at.time, horizon_}},
          waiting_);
  } else if (neighbourhood_) {
    const TimeSpan span{state.current->segment.start, state.current->segment.end};
    enter({islands_[i].body.id, at.segment_index,
           restricted_path(state.current->path, span.begin, span.end), span},
          state.current->certificates);
  }
  return true;
}

bool Simulation::advance() {
  if (queue_.empty()) return stop(StopKind::Rest);
  const Due due = queue_.top();
  if (meeting_ && meeting_->when < due.time) return stop_at_meeting();
  now_ = due.time;
  if (now_ >= horizon_) return stop(StopKind::Time);
  Island& island = islands_[due.island];
  StepReport report{now_, {}, {}, {}};
  const Proposal done = *island.state.current;
  const IslandOutcome finished = finish_segment(world_, island);
  if (const auto* failure = std::get_if<IslandFailure>(&finished))
    return stop(stop_of(*failure), failure->refusal.reason);
  queue_.pop();
  report.segments.push_back(done.segment);
  report.certificates = done.certificates;
  add(std::get<IslandReport>(finished), report);
  publish(report);
  if (!go_on(due.island)) return false;
  return check_limits();
}

bool Simulation::stop_at_meeting() {
  now_ = meeting_->when;
  return stop(
      StopKind::Unsupported,
      fmt::format("bodies '{}' and '{}' meet at t = {:.9g} s: contact between bodies is not "
                  "supported yet, only with half-spaces",
                  model_.links[meeting_->body].name, model_.links[meeting_->other].name,
                  trace::seconds(now_)));
}

bool Simulation::propose(std::size_t i) {
  const IslandOutcome proposed = propose_next(world_, islands_[i], horizon_);
  if (const auto* failure = std::get_if<IslandFailure>(&proposed))
    return stop(stop_of(*failure), failure->refusal.reason);
  StepReport report{islands_[i].state.departure.time, {}, {}, {}};
  add(std::get<IslandReport>(proposed), report);
  publish(report);
  if (islands_[i].state.at_rest)
    islands_[i].state.current.reset();  // made once the end is known
  else
    queue_.push({islands_[i].state.current->segment.end, i});
  return true;
}

void Simulation::add(const IslandReport& from, StepReport& to) {
  for (trace::Event event : from.events) {
    event.index = static_cast<std::uint32_t>(outcome_.events++);
    to.events.push_back(std::move(event));
  }
  outcome_.footer.manifold_changes += static_cast<std::uint64_t>(from.manifold_changes);
  energy_change_ += from.energy_change;
  const double energy = outcome_.footer.energy_initial + energy_change_;
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
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
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
  for (const Island& island : islands_) last = std::max(last, island.state.departure.time);
  if (!options_.stop.at_rest) return horizon_;
  return std::min(horizon_, trace::advanced(last, StopConditions::kRestShown));
}

void Simulation::close() {
  const trace::Time end = end_time();
  for (Island& island : islands_) close_island(island, end);
  close_fixed_bodies(end);
  trace::Footer& footer = outcome_.footer;
  footer.end = end;
  footer.stopped = name(outcome_.stop);
  footer.energy_final = footer.energy_initial + energy_change_;
  footer.step_mean = footer.steps > 0 ? stepped_ / static_cast<double>(footer.steps) : 0.0;
  outcome_.final_state.time = trace::seconds(end);
}

void Simulation::close_island(Island& island, const trace::Time& end) {
  if (island.state.departure.time < end) {
    if (island.state.at_rest) {
      const IslandOutcome rested = propose_next(world_, island, end);
      if (const auto* failure = std::get_if<IslandFailure>(&rested)) {
        stop(stop_of(*failure), failure->refusal.reason);
        return;
      }
    }
    if (island.state.current.has_value()) publish_until(island, end);
  }
  store(model_, island.body, island.state.departure.state, outcome_.final_state);
}

void Simulation::close_fixed_bodies(const trace::Time& end) {
  if (!(start_ < end)) return;
  StepReport report{end, {}, clipped(waiting_, end), {}};
  const std::vector<Pose> poses = link_poses(model_, outcome_.final_state);
  for (const Occupancy& fixed : fixed_) {
    trace::Segment segment;
    segment.body = fixed.body;
    segment.start = start_;
    segment.end = end;
    segment.length = trace::elapsed(start_, horizon_);
    segment.reason = trace::EndReason::Rest;
    const Pose& X = poses[fixed.body];
    const std::array<double, 4> q = wxyz(X.rotation);
    for (int i = 0; i < 3; ++i) segment.position[i] = {X.translation[i]};
    for (int i = 0; i < 4; ++i) segment.quaternion[i] = {q[i]};
    report.segments.push_back(std::move(segment));
  }
  publish(report);
}

std::vector<trace::Certificate> Simulation::clipped(const std::vector<trace::Certificate>& all,
                                                    const trace::Time& end) {
  std::vector<trace::Certificate> kept;
  for (trace::Certificate certificate : all) {
    if (!(certificate.begin < end)) continue;
    certificate.end = std::min(certificate.end, end);
    kept.push_back(std::move(certificate));
  }
  return kept;
}

void Simulation::publish_until(Island& island, const trace::Time& end) {
  Proposal& last = *island.state.current;
  if (end < last.segment.end) {
    last.segment.end = end;
    last.segment.reason = trace::EndReason::Stop;
    last.s_end = fraction_at(last.path.clock, end).lo;
  }
  publish({end, {last.segment}, clipped(last.certificates, end), {}});
  island.state.departure.state = state_at(last.trajectory, last.s_end);
  const double reached = energy(island.body, island.state.departure.state, world_.gravity());
  energy_change_ += reached - island.state.energy;
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
