// SPDX-License-Identifier: Apache-2.0
// When and how a run ends.
#include <algorithm>

#include <fmt/format.h>

#include <rigor/assembly/resting_segment.hpp>
#include <rigor/integration/simulation.hpp>

namespace rigor {

std::optional<StopKind> Simulation::cancelled() const {
  if (options_.interrupted && options_.interrupted()) return StopKind::Interrupted;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began_;
  if (wall.count() >= options_.stop.wall_seconds) return StopKind::WallTime;
  return std::nullopt;
}

bool Simulation::stop_early(StopKind kind) {
  if (kind != StopKind::WallTime) return stop(kind);
  return stop(kind, fmt::format("{} s of wall time were used up at t = {:.12g} s; {}",
                                options_.stop.wall_seconds, trace::seconds(now_), kOtherMethod));
}

bool Simulation::gave_up() {
  if (!cancellation_.requested()) return false;
  stop_early(cancelled().value_or(StopKind::Interrupted));
  return true;
}

bool Simulation::check_limits() {
  if (const auto kind = cancelled()) return stop_early(*kind);
  if (outcome_.events >= options_.stop.events) return stop(StopKind::Events);
  if (outcome_.segments >= options_.stop.segments) return stop(StopKind::Segments);
  return true;
}

trace::Time Simulation::end_time() const {
  if (outcome_.stop != StopKind::Rest) return now_;
  trace::Time last = start_;
  for (const auto& [id, island] : islands_) last = std::max(last, island.departure.time);
  for (const auto& [body, course] : courses_) last = std::max(last, course.segment.start);
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
      if (there.states[i].tree)
        store(model_, *there.states[i].tree, outcome_.final_state);
      else
        store(model_, world_.bodies[there.bodies[i]], there.states[i], outcome_.final_state);
  }
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
  for (const Body& body : world_.bodies)
    if (body.role == BodyRole::Fixed)
      report.segments.push_back(resting_segment(body, start_, horizon_));
  publish(report);
}

void Simulation::close_pairs(const trace::Time& end) {
  if (!(start_ < end)) return;
  if (neighbourhood_)
    for (const Body& body : world_.bodies) flush_pairs(body.id, end);
  for (const auto& [body, course] : courses_) publish_course(course, end);
}

}  // namespace rigor
