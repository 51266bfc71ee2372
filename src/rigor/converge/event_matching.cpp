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

/// What comes this close to the event before it, of one pair and family, belongs to it, s.
constexpr double kSameInstant = 1e-9;

struct Occurrence {
  EventFamily family = EventFamily::Meeting;
  EventKind kind = EventKind::Touch;
  double time = 0.0;
  double location = 0.0;
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

/// The events of each pair, in the order of time.
std::map<Pair, Course> courses_of(const trace::Trace& run) {
  std::map<Pair, Course> courses;
  for (const trace::Event& event : run.events) {
    const std::optional<EventFamily> family = family_of(event.kind);
    if (!family) continue;
    const bool limit = *family == EventFamily::Accumulation && event.limit_time > 0.0;
    const double bracket = trace::elapsed(event.lo, event.hi);
    const Occurrence now{*family,
                         event.kind,
                         limit ? event.limit_time : trace::seconds(event.lo),
                         (limit ? 0.0 : bracket) + event.location_error,
                         event.hi,
                         event.energy_after};
    Course& course = courses[{event.a, event.b}];
    const bool again = !course.empty() && course.back().family == now.family &&
                       now.time - course.back().time < kSameInstant;
    if (!again) {
      course.push_back(now);
    } else {
      course.back().over = now.over;
      course.back().energy = now.energy;
    }
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
      while (ahead < courses_[i]->size() && ((*courses_[i])[ahead].family == EventFamily::Meeting ||
                                             (*courses_[i])[ahead].family == EventFamily::Lift))
        ++ahead;
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
