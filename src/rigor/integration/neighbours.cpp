// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/certify/swept_box.hpp>
#include <rigor/integration/neighbours.hpp>

namespace rigor {
namespace {

PairId ordered(const trace::PieceId& x, const trace::PieceId& y) {
  return x < y ? PairId{x, y} : PairId{y, x};
}

/// One pair over the time that both its bodies are known for.
struct Encounter {
  const PieceShape& a;
  const Occupancy& at_a;
  const PieceShape& b;
  const Occupancy& at_b;
  PairNames names;
};

/// The separating-axis gap at a fraction of the span, metres (plain doubles).
double gap_at(const PairMotion& pair, double u) {
  const PairPose pose = pose_at(pair, u);
  return pair_axis({&pair.a->polytope, pose.X_WA, &pair.b->polytope, pose.X_WB}, {0.0, nullptr})
      .separation;
}

/// A fraction of the span soon after its start at which the gap is above `level`, or 1.
double rising_above(const PairMotion& pair, double level) {
  for (double u = 1e-9; u < pair.end; u *= 4.0)
    if (gap_at(pair, u) > level) return u;
  return 1.0;
}

PairEvents events_on(const Encounter& at, const TimeSpan& span, double level) {
  PairTracking tracking;
  return first_event(pair_motion(at.a, at.at_a.path, at.b, at.at_b.path, span), at.names, level,
                     tracking);
}

/// Where the proof ends, if not at the end of the span.
std::optional<TimeSpan> end_of(const PairEvents& events) {
  if (const auto* touches = std::get_if<Touches>(&events.outcome)) return touches->when;
  if (const auto* open = std::get_if<NotProved>(&events.outcome))
    return TimeSpan{open->time, open->time};
  return std::nullopt;
}

/// The events of a pair that has just parted: δ(1 - β) until it has left the band.
PairEvents departing_events(const Encounter& at, const TimeSpan& span,
                            const Tolerances& tolerances) {
  const PairMotion pair = pair_motion(at.a, at.at_a.path, at.b, at.at_b.path, span);
  const double u = rising_above(pair, tolerances.upper());
  const trace::Time armed = u < 1.0 ? time_at_least(pair.clock(), u) : span.end;
  const trace::Time first_end = std::min(armed, span.end);
  if (!(span.begin < first_end)) return events_on(at, span, tolerances.departing());
  PairEvents first = events_on(at, {span.begin, first_end}, tolerances.departing());
  if (end_of(first) || !(first_end < span.end)) return first;
  PairEvents second = events_on(at, {first_end, span.end}, tolerances.trigger());
  first.certificates.insert(first.certificates.end(), second.certificates.begin(),
                            second.certificates.end());
  first.outcome = second.outcome;
  return first;
}

}  // namespace

Neighbourhood::Neighbourhood(const World& world)
    : world_(world), present_(world.bodies.size()), pairs_of_(world.bodies.size()) {
  for (const Body& body : world.bodies) {
    first_piece_.push_back(static_cast<std::uint32_t>(pieces_.size()));
    for (std::uint32_t piece = 0; piece < body.pieces.size(); ++piece)
      pieces_.push_back({{body.id, piece}, std::nullopt});
  }
}

void Neighbourhood::remove_boxes(std::uint32_t body) {
  const std::uint32_t first = first_piece_[body];
  for (std::uint32_t i = first; i < first + world_.bodies[body].pieces.size(); ++i) {
    if (pieces_[i].handle) tree_.remove(*pieces_[i].handle);
    pieces_[i].handle.reset();
  }
}

void Neighbourhood::place(std::uint32_t body, const Pose& X_WB, const trace::Time& now) {
  if (is_alone()) return;
  remove_boxes(body);
  const std::uint32_t first = first_piece_[body];
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p) {
    const Aabb box = aabb(world_.bodies[body].pieces[p].polytope, X_WB);
    pieces_[first + p].handle = tree_.insert({box, {now, now}, first + p});
  }
}

void Neighbourhood::keep(const PairId& pair, Record record) {
  if (record.meeting) meetings_.insert({record.meeting->lo, pair});
  pairs_of_[pair.a.body].insert(pair);
  pairs_of_[pair.b.body].insert(pair);
  records_[pair] = std::move(record);
}

void Neighbourhood::forget(const PairId& pair) {
  const auto at = records_.find(pair);
  if (at->second.meeting) meetings_.erase({at->second.meeting->lo, pair});
  pairs_of_[pair.a.body].erase(pair);
  pairs_of_[pair.b.body].erase(pair);
  records_.erase(at);
}

void Neighbourhood::prove_apart(const Occupancy& here, const PairId& pair) {
  const bool here_is_a = pair.a.body == here.body;
  const auto& other = present_[here_is_a ? pair.b.body : pair.a.body];
  if (!other) return;
  const TimeSpan span{std::max(here.span.begin, other->span.begin),
                      std::min(here.span.end, other->span.end)};
  if (!(span.begin < span.end)) return;
  const Occupancy& at_a = here_is_a ? here : *other;
  const Occupancy& at_b = here_is_a ? *other : here;
  const Encounter encounter{world_.bodies[pair.a.body].pieces[pair.a.piece],
                            at_a,
                            world_.bodies[pair.b.body].pieces[pair.b.piece],
                            at_b,
                            {pair.a, pair.b, at_a.segment, at_b.segment}};
  PairEvents events = events_on(encounter, span, world_.tolerances.trigger());
  std::optional<TimeSpan> end = end_of(events);
  if (end && end->begin == span.begin) {
    events = departing_events(encounter, span, world_.tolerances);
    end = end_of(events);
  }
  Record record{std::move(events.certificates), std::nullopt};
  if (end) record.meeting = Meeting{pair, end->begin, end->end};
  keep(pair, std::move(record));
}

void Neighbourhood::enter(Occupancy occupancy, const std::vector<PairId>& touching) {
  if (is_alone()) return;
  const std::uint32_t body = occupancy.body;
  remove_boxes(body);
  const std::uint32_t first = first_piece_[body];
  std::vector<SweptEntry> entries;
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p) {
    const Aabb box = swept_box(occupancy.path, world_.bodies[body].pieces[p].tree);
    entries.push_back({box, occupancy.span, first + p});
    for (const std::uint32_t other : tree_.query(entries.back(), world_.tolerances.trigger())) {
      const trace::PieceId& theirs = pieces_[other].id;
      if (is_excluded(world_, {body, p}, theirs)) continue;
      const PairId pair = ordered({body, p}, theirs);
      if (std::find(touching.begin(), touching.end(), pair) == touching.end())
        prove_apart(occupancy, pair);
    }
  }
  for (const SweptEntry& entry : entries) pieces_[entry.id].handle = tree_.insert(entry);
  present_[body] = std::move(occupancy);
}

std::vector<trace::Certificate> Neighbourhood::leave(std::uint32_t body, const trace::Time& t) {
  std::vector<trace::Certificate> final;
  const std::vector<PairId> pairs(pairs_of_[body].begin(), pairs_of_[body].end());
  for (const PairId& pair : pairs) {
    for (trace::Certificate& certificate : records_[pair].certificates) {
      if (!(certificate.begin < t)) continue;
      certificate.end = std::min(certificate.end, t);
      final.push_back(std::move(certificate));
    }
    forget(pair);
  }
  present_[body].reset();
  return final;
}

std::optional<Meeting> Neighbourhood::next_meeting() const {
  if (meetings_.empty()) return std::nullopt;
  return records_.at(meetings_.begin()->second).meeting;
}

std::vector<PairId> Neighbourhood::near(std::uint32_t body, const Pose& X_WB,
                                        const trace::Time& now, double reach) const {
  if (is_alone()) return {};
  std::vector<PairId> pairs;
  for (std::uint32_t p = 0; p < world_.bodies[body].pieces.size(); ++p) {
    const Aabb box = aabb(world_.bodies[body].pieces[p].polytope, X_WB);
    for (const std::uint32_t other : tree_.query({box, {now, now}, 0}, reach)) {
      const trace::PieceId& theirs = pieces_[other].id;
      if (!is_excluded(world_, {body, p}, theirs)) pairs.push_back(ordered({body, p}, theirs));
    }
  }
  return pairs;
}

}  // namespace rigor
