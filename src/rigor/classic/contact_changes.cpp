// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include <rigor/classic/contact_changes.hpp>

namespace rigor {
namespace {

trace::PieceId trace_id(const PieceRef& piece) {
  if (piece.link == kWorldLink) return {trace::kWorld, static_cast<std::uint32_t>(piece.piece)};
  return {static_cast<std::uint32_t>(piece.link), static_cast<std::uint32_t>(piece.piece)};
}

std::uint32_t vertex_of(const Feature& feature) {
  return feature.kind == FeatureKind::Vertex ? feature.index : trace::kWorld;
}

/// Contact points of a pair, and where its impulses begin.
struct PairPoints {
  const PairContact* contact = nullptr;
  std::size_t first = 0;
};

trace::Event event_of(const SteppedBodies& bodies, std::size_t pair, const trace::Time& time) {
  trace::Event event;
  event.lo = time;
  event.hi = time;
  event.at = time;
  event.a = trace_id(bodies.pairs[pair].A);
  event.b = trace_id(bodies.pairs[pair].B);
  return event;
}

/// Writes the points and their impulses; whether any impulse acted.
bool write_contacts(const PairPoints& at, const TakenStep& step, trace::Event& event) {
  bool pushed = false;
  for (std::size_t i = 0; i < at.contact->points.size(); ++i) {
    const PlaneContact& point = at.contact->points[i];
    const Vector3& impulse = step.impulses.impulses[at.first + i];
    pushed = pushed || !impulse.isZero(0.0);
    event.contacts.push_back({event.a, event.b, triple(point.point_W),
                              triple(at.contact->nhat_AB_W), triple(impulse), triple(impulse), 0.0,
                              0.0, vertex_of(point.on_A), vertex_of(point.on_B)});
  }
  return pushed;
}

}  // namespace

std::vector<trace::ContactForce> step_forces(const SteppedBodies& bodies, const TakenStep& step,
                                             const trace::Time& begin, const trace::Time& end) {
  std::vector<trace::ContactForce> out;
  const double duration = trace::elapsed(begin, end);
  std::size_t next = 0;
  for (const PairContact& contact : step.contacts) {
    trace::ContactForce force;
    force.a = trace_id(bodies.pairs[contact.pair].A);
    force.b = trace_id(bodies.pairs[contact.pair].B);
    force.begin = begin;
    force.end = end;
    force.length = duration * (1.0 + 0x1p-40);
    force.normal = triple(contact.nhat_AB_W);
    for (const PlaneContact& at : contact.points) {
      const Vector3 mean = step.impulses.impulses[next++] / duration;
      if (mean.isZero(0.0)) continue;
      trace::ForcePoint point;
      point.state = trace::ContactState::Step;
      for (int k = 0; k < 3; ++k) point.path[k] = {at.point_W[k]};
      for (int k = 0; k < 3; ++k) point.force[k] = {mean[k]};
      force.points.push_back(std::move(point));
    }
    if (!force.points.empty()) out.push_back(std::move(force));
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& x, const auto& y) {
    return std::tie(x.a, x.b) < std::tie(y.a, y.b);
  });
  return out;
}

std::size_t ContactHistory::points() const {
  std::size_t sum = 0;
  for (const auto& [pair, points] : pairs_) sum += points.size();
  return sum;
}

ContactHistory::PointsOfPairs ContactHistory::points_of(const std::vector<PairContact>& contacts) {
  PointsOfPairs out;
  for (const PairContact& contact : contacts)
    for (const PlaneContact& point : contact.points)
      out[contact.pair].insert({point.kind, point.on_A, point.on_B});
  return out;
}

ContactChanges ContactHistory::compare(const SteppedBodies& bodies, const TakenStep& step,
                                       const trace::Time& time) {
  PointsOfPairs now = points_of(step.contacts);
  std::map<std::size_t, PairPoints> where;
  std::size_t first = 0;
  for (const PairContact& contact : step.contacts) {
    where[contact.pair] = {&contact, first};
    first += contact.points.size();
  }
  ContactChanges out;
  std::set<std::size_t> concerned;
  for (const auto& [pair, points] : pairs_) concerned.insert(pair);
  for (const auto& [pair, points] : now) concerned.insert(pair);
  static const std::set<Point> kNone;
  for (const std::size_t pair : concerned) {
    const std::set<Point>& before = pairs_.count(pair) != 0 ? pairs_.at(pair) : kNone;
    const std::set<Point>& after = now.count(pair) != 0 ? now.at(pair) : kNone;
    if (before == after) continue;
    ++out.manifold_changes;
    if (before.size() != after.size() && !after.empty()) ++out.paper_changes;
    trace::Event event = event_of(bodies, pair, time);
    event.contacts_before = static_cast<std::uint32_t>(before.size());
    event.contacts_after = static_cast<std::uint32_t>(after.size());
    event.residual = step.impulses.residual;
    const bool grew = !std::includes(before.begin(), before.end(), after.begin(), after.end());
    const bool pushed = !after.empty() && write_contacts(where.at(pair), step, event);
    event.kind = !grew    ? trace::EventKind::Lift
                 : pushed ? trace::EventKind::Impact
                          : trace::EventKind::Touch;
    out.events.push_back(std::move(event));
  }
  pairs_ = std::move(now);
  compare_limits(step, time, out);
  return out;
}

void ContactHistory::compare_limits(const TakenStep& step, const trace::Time& time,
                                    ContactChanges& out) {
  std::set<PairId> pushing;
  for (std::size_t i = 0; i < step.limits.size(); ++i) {
    if (!(step.impulses.limit_impulses[i] > 0.0)) continue;
    const LimitId& limit = step.limits[i].limit;
    pushing.insert(pair_of(limit));
    if (limits_.count(pair_of(limit)) != 0) continue;
    trace::Event event;
    event.kind = trace::EventKind::Limit;
    event.lo = event.hi = event.at = time;
    event.a = event.b = {limit.body, 0};
    event.note = limit.upper ? "impact at the upper limit" : "impact at the lower limit";
    event.residual = step.impulses.residual;
    out.events.push_back(std::move(event));
  }
  limits_ = std::move(pushing);
}

}  // namespace rigor
