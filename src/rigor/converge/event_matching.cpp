// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include <rigor/converge/event_matching.hpp>

namespace rigor {
namespace {

using trace::PieceId;

/// Impacts of one body this close together have no order that matters, s.
constexpr double kSameOrder = 1e-6;
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
  std::optional<MatchedEvent> next(const MetPieces& pair) {
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

bool is_moved(const trace::Trace& run, std::uint32_t body) {
  return body < run.bodies.size() && run.bodies[body].kind != trace::BodyKind::Fixed &&
         run.bodies[body].kind != trace::BodyKind::Driven;
}

/// Where one link differs, all that are joined to it do.
void join_links(MatchedEvents& all, const trace::Trace& run) {
  for (bool again = true; again;) {
    again = false;
    for (const trace::Joint& joint : run.joints) {
      if (!is_moved(run, joint.parent) || !is_moved(run, joint.child)) continue;
      double& a = all.agrees_until[joint.parent];
      double& b = all.agrees_until[joint.child];
      if (a == b) continue;
      a = b = std::min(a, b);
      again = true;
    }
  }
}

/// Events of one body come in the same order in all runs, or it differs from the first on that does
/// not: a tumbling box that hits one wall in one run and another first in another.
void end_where_order_differs(MatchedEvents& all) {
  std::map<std::uint32_t, std::vector<double>> latest;  // by body: per run, its last event so far
  for (const MatchedEvent& event : all.events) {
    if (event.family == EventFamily::Accumulation) continue;  // told is the limit, which is later
    for (const PieceId& id : {event.a, event.b}) {
      if (id.body >= all.agrees_until.size()) continue;
      std::vector<double>& last = latest.try_emplace(id.body, event.times).first->second;
      for (std::size_t run = 0; run < last.size(); ++run) {
        if (event.times[run] < last[run] - kSameOrder)
          end_at(all.agrees_until, id, event.times.front());
        last[run] = std::max(last[run], event.times[run]);
      }
    }
  }
}

/// A body that meets another one whose events differ already differs from then on.
void spread(MatchedEvents& all, const trace::Trace& run) {
  join_links(all, run);
  for (const MatchedEvent& event : all.events) {
    if (!is_moved(run, event.a.body) || !is_moved(run, event.b.body)) continue;
    const double time = event.times.front();
    double& a = all.agrees_until[event.a.body];
    double& b = all.agrees_until[event.b.body];
    if ((a <= time) == (b <= time)) continue;
    a = std::min(a, time);
    b = std::min(b, time);
    join_links(all, run);
  }
}

}  // namespace

MatchedEvents match_events(const std::vector<const trace::Trace*>& runs) {
  MatchedEvents out;
  if (runs.empty()) return out;
  out.agrees_until.assign(runs.front()->bodies.size(), std::numeric_limits<double>::infinity());
  std::vector<std::map<MetPieces, Course>> courses;
  std::map<MetPieces, bool> pairs;
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
  end_where_order_differs(out);
  spread(out, *runs.front());
  return out;
}

}  // namespace rigor
