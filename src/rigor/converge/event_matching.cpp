// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <rigor/converge/event_matching.hpp>

namespace rigor {
namespace {

using trace::EventKind;
using trace::PieceId;

/// What comes this close to an event of its pair and family belongs to it, s.
constexpr double kSameInstant = 1e-9;
/// Events that are located, not proved, are told where a force was zero, found from where it is
/// clearly negative: this times the square of what lies between is what that neglects, 1/s.
constexpr double kForcesBend = 10.0;

struct Occurrence {
  EventFamily family = EventFamily::Meeting;
  EventKind kind = EventKind::Touch;
  double time = 0.0;
  double location = 0.0;
  trace::Time begins;
  trace::Time over;
  double energy = 0.0;
};

using Pair = std::pair<PieceId, PieceId>;
using Course = std::vector<Occurrence>;

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

/// Whether it may be part of ever smaller bounces: of bodies, or at the limit of a joint.
bool may_hop(EventFamily family) {
  return concerns_touching(family) || family == EventFamily::Limit ||
         family == EventFamily::Friction;
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

/// The events of each pair, in the order of time.
std::map<Pair, Course> courses_of(const trace::Trace& run) {
  std::map<Pair, Course> courses;
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

/// Walks along the courses of one pair in all runs.
class Walk {
 public:
  explicit Walk(std::vector<const Course*> courses)
      : courses_(std::move(courses)), at_(courses_.size(), 0) {}

  bool at_end() const {
    for (std::size_t i = 0; i < courses_.size(); ++i)
      if (at_[i] < courses_[i]->size()) return false;
    return true;
  }

  /// The next event if every run has it; nothing if they differ.
  std::optional<MatchedEvent> next(const Pair& pair) {
    if (some_accumulates()) skip_to_accumulation();
    MatchedEvent out;
    for (std::size_t i = 0; i < courses_.size(); ++i) {
      if (at_[i] >= courses_[i]->size()) return {};
      const Occurrence& now = (*courses_[i])[at_[i]];
      if (i == 0) {
        out.family = now.family;
        out.kind = now.kind;
      }
      if (now.family != out.family) return {};
      out.times.push_back(now.time);
      out.begins.push_back(now.begins);
      out.over.push_back(now.over);
      out.energies.push_back(now.energy);
      out.location = std::max(out.location, now.location);
    }
    for (std::size_t& index : at_) ++index;
    out.a = pair.first;
    out.b = pair.second;
    return out;
  }

  /// When the first run is at what it does not share with the others.
  double differs_at() const {
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < courses_.size(); ++i)
      if (at_[i] < courses_[i]->size()) first = std::min(first, (*courses_[i])[at_[i]].time);
    return first;
  }

 private:
  bool some_accumulates() const {
    for (std::size_t i = 0; i < courses_.size(); ++i)
      if (at_[i] < courses_[i]->size() &&
          (*courses_[i])[at_[i]].family == EventFamily::Accumulation)
        return true;
    return false;
  }

  /// Runs with a lower capture speed bounce on for a while: their bounces up to the limit.
  void skip_to_accumulation() {
    for (std::size_t i = 0; i < courses_.size(); ++i) {
      std::size_t ahead = at_[i];
      while (ahead < courses_[i]->size() && may_hop((*courses_[i])[ahead].family)) ++ahead;
      if (ahead < courses_[i]->size() && (*courses_[i])[ahead].family == EventFamily::Accumulation)
        at_[i] = ahead;
    }
  }

  std::vector<const Course*> courses_;
  std::vector<std::size_t> at_;
};

void end_at(std::vector<double>& until, const PieceId& id, double time) {
  if (id.body < until.size()) until[id.body] = std::min(until[id.body], time);
}

/// A body that meets another one whose events differ already differs from then on.
void spread(MatchedEvents& all, const trace::Trace& run) {
  const auto moves = [&](const PieceId& id) {
    return id.body < run.bodies.size() && run.bodies[id.body].kind != trace::BodyKind::Fixed &&
           run.bodies[id.body].kind != trace::BodyKind::Driven;
  };
  for (const MatchedEvent& event : all.events) {
    if (!moves(event.a) || !moves(event.b)) continue;
    const double time = event.times.front();
    double& a = all.agrees_until[event.a.body];
    double& b = all.agrees_until[event.b.body];
    if (a <= time) b = std::min(b, time);
    if (b <= time) a = std::min(a, time);
  }
}

}  // namespace

MatchedEvents match_events(const std::vector<const trace::Trace*>& runs) {
  MatchedEvents out;
  if (runs.empty()) return out;
  out.agrees_until.assign(runs.front()->bodies.size(), std::numeric_limits<double>::infinity());
  std::vector<std::map<Pair, Course>> courses;
  std::map<Pair, bool> pairs;
  for (const trace::Trace* run : runs) {
    courses.push_back(courses_of(*run));
    for (const auto& [pair, course] : courses.back()) pairs[pair] = true;
  }
  const Course none;
  for (const auto& [pair, listed] : pairs) {
    std::vector<const Course*> of_pair;
    for (const auto& run : courses) {
      const auto found = run.find(pair);
      of_pair.push_back(found == run.end() ? &none : &found->second);
    }
    Walk walk(std::move(of_pair));
    while (!walk.at_end()) {
      if (std::optional<MatchedEvent> event = walk.next(pair)) {
        out.events.push_back(std::move(*event));
        continue;
      }
      end_at(out.agrees_until, pair.first, walk.differs_at());
      end_at(out.agrees_until, pair.second, walk.differs_at());
      break;
    }
  }
  const auto earlier = [](const MatchedEvent& x, const MatchedEvent& y) {
    return std::tie(x.times.front(), x.a, x.b) < std::tie(y.times.front(), y.a, y.b);
  };
  std::stable_sort(out.events.begin(), out.events.end(), earlier);
  spread(out, *runs.front());
  return out;
}

}  // namespace rigor
