// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include <rigor/converge/event_course.hpp>

namespace rigor {
namespace {

using trace::EventKind;

/// What comes this close to an event of its pair and family belongs to it, s.
constexpr double kSameInstant = 1e-9;
/// Events that are located, not proved, are told where a force was zero, found from where it is
/// clearly negative: this times the square of what lies between is what that neglects, 1/s.
constexpr double kForcesBend = 10.0;

std::optional<EventFamily> family_of(EventKind kind) {
  switch (kind) {
    case EventKind::Touch:
    case EventKind::Impact:
    case EventKind::MultiImpact:
      return EventFamily::Meeting;
    case EventKind::Stick:
    case EventKind::Slip:
      return EventFamily::Friction;
    case EventKind::Lift:
      return EventFamily::Lift;
    case EventKind::Limit:
      return EventFamily::Limit;
    case EventKind::Jam:
      return EventFamily::Jam;
    case EventKind::Accumulation:
      return EventFamily::Accumulation;
    case EventKind::Feature:
    case EventKind::Indeterminate:
    case EventKind::Sample:
      break;
  }
  return {};
}

bool is_hit(EventKind kind) { return kind == EventKind::Impact || kind == EventKind::MultiImpact; }

/// Whether a pair comes or goes there.
bool concerns_touching(EventFamily family) {
  return family == EventFamily::Meeting || family == EventFamily::Lift;
}

/// How far the time that is told may be off, s. Proved: it is somewhere in the bracket.
double location_of(const trace::Event& event) {
  const double bracket = trace::elapsed(event.lo, event.hi);
  return event.location_error + (event.proved ? bracket : kForcesBend * bracket * bracket);
}

/// When velocities have jumped. At a lift and where something sticks or slips they go on: there it
/// is when that is told.
trace::Time over(EventFamily family, const trace::Event& event) {
  return family == EventFamily::Lift || family == EventFamily::Friction ? event.lo : event.at;
}

/// The event of the same instant that `now` belongs to, or none. All that a pair does at the
/// instant of an impact, coming and going, is that impact's outcome; without one the last counts.
Occurrence* same_event(Course& course, const Occurrence& now) {
  for (auto it = course.rbegin(); it != course.rend(); ++it) {
    if (!(now.time - it->time < kSameInstant)) return nullptr;
    const bool touching = concerns_touching(it->family) && concerns_touching(now.family);
    if (it->family == now.family || touching) return &*it;
  }
  return nullptr;
}

void include(const Occurrence& now, Course& course) {
  Occurrence* before = same_event(course, now);
  if (before == nullptr) return course.push_back(now);
  before->over = std::max(before->over, now.over);
  before->energy = now.energy;
  if (before->family != now.family && !is_hit(before->kind)) {
    before->family = now.family;
    before->kind = now.kind;
  }
}

}  // namespace

std::map<MetPieces, Course> courses_of(const trace::Trace& run) {
  std::map<MetPieces, Course> courses;
  for (const trace::Event& event : run.events) {
    const std::optional<EventFamily> family = family_of(event.kind);
    if (!family) continue;
    const bool limit = *family == EventFamily::Accumulation && event.limit_time > 0.0;
    include({*family, event.kind, limit ? event.limit_time : trace::seconds(event.lo),
             limit ? event.location_error : location_of(event), event.lo, over(*family, event),
             event.energy_after},
            courses[{event.a, event.b}]);
  }
  return courses;
}

bool may_hop(EventFamily family) {
  return concerns_touching(family) || family == EventFamily::Limit ||
         family == EventFamily::Friction;
}

}  // namespace rigor
