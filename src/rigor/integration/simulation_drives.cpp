// SPDX-License-Identifier: Apache-2.0
// Driven bodies in a run.
#include <rigor/integration/simulation.hpp>

namespace rigor {

void Simulation::start_course(std::uint32_t body) {
  DriveCourse course = course_of(world_, body);
  const TimeSpan span{course.segment.start, course.segment.end};
  if (neighbourhood_)
    neighbourhood_->enter({body, course.segment.index,
                           restricted_path(course.paths.paths.front(), span.begin, span.end), span},
                          {});
  courses_.insert_or_assign(body, std::move(course));
  course_numbers_[body] = next_island_++;
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
    if (!is_moved_by_forces(world_, body)) continue;
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

}  // namespace rigor
