// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/integration/driven_bodies.hpp>
#include <rigor/integration/publication.hpp>
#include <rigor/integration/take_event.hpp>

namespace rigor {
namespace {

std::optional<Ending> publish_course(Run& run, const DriveCourse& course, const trace::Time& end) {
  if (!(course.segment.start < end)) return std::nullopt;
  auto proof = certificates_until(course, end);
  if (!proof)
    return ending_of(run,
                     {RefusalKind::Drift, "the motion of a driven body could not be certified"});
  publish(run.ledger, {end, {segment_until(course, end)}, std::move(*proof), {}});
  return std::nullopt;
}

/// An event of all that is within δ(1 + β) of a driven body whose acceleration jumps.
std::optional<Ending> take_knot(Run& run, std::uint32_t driven) {
  const double reach = run.world.tolerances.upper();
  const Pose X_WB = motion_at(run.world.bodies[driven].drive, 0.0).X_WB;
  for (const PairId& pair : run.neighbourhood.near(driven, X_WB, run.now, reach)) {
    const std::uint32_t body = pair.a.body == driven ? pair.b.body : pair.a.body;
    if (!is_moved_by_forces(run.world, body)) continue;
    const std::uint64_t id = run.schedule.island_of(body);
    const Island& island = run.schedule.island(id);
    if (island.departure.time == run.now) continue;  // decided at this knot already
    const PlacedPair there = placed(run.world, state_at(island, run.now), pair);
    if (pair_axis(there, {0.0, nullptr}).separation > reach) continue;
    if (auto ending = take_event(run, {id}, {run.now, run.now, true, 0.0, trace::EndReason::Input}))
      return ending;
  }
  return std::nullopt;
}

}  // namespace

void start_course(Run& run, std::uint32_t body) {
  DriveCourse course = course_of(run.world, body);
  const TimeSpan span{course.segment.start, course.segment.end};
  run.neighbourhood.enter({body, course.segment.index,
                           restricted_path(course.paths.paths.front(), span.begin, span.end), span},
                          {});
  const bool for_ever = run.world.bodies[body].drive.for_ever && !course.meets;
  run.schedule.keep(run.schedule.new_number(), std::move(course), for_ever);
}

std::optional<Ending> take_turns(Run& run) {
  std::vector<std::uint32_t> knots;
  for (auto due = run.schedule.next(); due && due->kind == DueKind::Turn && due->time == run.now;
       due = run.schedule.next()) {
    const auto body = static_cast<std::uint32_t>(due->number);
    const DriveCourse& course = run.schedule.driven().at(body).course;
    if (course.meets) return collision(run, *course.meets);
    if (auto ending = publish_course(run, course, run.now)) return ending;
    publish_pairs(run, body, run.now);
    if (run.world.bodies[body].drive.breaks) knots.push_back(body);
    take_next_piece(run.world, body, run.horizon);
    start_course(run, body);
  }
  for (const std::uint32_t body : knots)
    if (auto ending = take_knot(run, body)) return ending;
  return std::nullopt;
}

std::optional<Ending> publish_courses(Run& run, const trace::Time& end) {
  std::optional<Ending> first;
  for (const auto& [body, driven] : run.schedule.driven()) {
    auto ending = publish_course(run, driven.course, end);
    if (!first) first = std::move(ending);
  }
  return first;
}

Ending collision(const Run& run, const PairId& pair) {
  return {StopKind::Driven,
          fmt::format("{} come together at t = {:.12g} s: no law says what happens to bodies that "
                      "nothing can move",
                      names_of(run.world, pair), trace::seconds(run.now))};
}

}  // namespace rigor
