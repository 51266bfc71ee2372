// SPDX-License-Identifier: Apache-2.0
#include <rigor/segments/drive_course.hpp>

namespace rigor {

DriveCourse course_of(const World& world, std::uint32_t body) {
  const DrivePiece& piece = world.bodies[body].drive;
  DriveCourse course;
  course.body = body;
  course.segment = segment_of(piece, body);
  course.paths.world = &world;
  course.paths.bodies = {body};
  course.paths.paths = {body_path(course.segment)};
  course.paths.segments = {piece.index};
  course.until = piece.end;
  const Pose X_WB = motion_at(piece, 0.0).X_WB;
  BodyState state;
  state.x = X_WB.translation;
  state.q = X_WB.rotation;
  course.watches = make_watches(course.paths, {{body}, {state}, piece.start}, {});
  const Clock& clock = course.paths.paths.front().clock;
  for (const PlaneWatch& plane : course.watches.planes) {
    SegmentEnd end;
    end.s = fraction_at(clock, piece.end).hi;
    find_exits({{plane}, {}}, world.tolerances, end);
    if (end.reason != trace::EndReason::Touch) continue;
    const trace::Time until = time_at_most(clock, end.s);
    if (course.until <= until) continue;
    course.until = until;
    course.meets = plane.pair;
  }
  return course;
}

void take_next_piece(World& world, std::uint32_t body, const trace::Time& horizon) {
  DrivePiece& piece = world.bodies[body].drive;
  piece = make_piece(*world.model->links[body].path, piece.index + 1, piece.end, horizon);
}

trace::Segment segment_until(const DriveCourse& course, const trace::Time& end) {
  trace::Segment segment = course.segment;
  if (end < segment.end) {
    segment.end = end;
    if (segment.reason != trace::EndReason::Rest) segment.reason = trace::EndReason::Stop;
  }
  return segment;
}

std::optional<std::vector<trace::Certificate>> certificates_until(const DriveCourse& course,
                                                                  const trace::Time& end) {
  return certificates(course.watches, course.paths, {course.segment.start, end});
}

}  // namespace rigor
