// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include <rigor/integration/events.hpp>
#include <rigor/integration/joint_events.hpp>
#include <rigor/integration/tolerances.hpp>
#include <rigor/touching/limit.hpp>

namespace rigor {
namespace {

using ContactsByPair = std::map<PairId, std::vector<ContactId>>;

ContactsByPair by_pair(const Mode& mode) {
  ContactsByPair contacts;
  for (const ActiveContact& contact : mode.contacts)
    contacts[contact.id.pair].push_back(contact.id);
  return contacts;
}

const std::vector<ContactId>& contacts_of(const ContactsByPair& contacts, const PairId& pair) {
  static const std::vector<ContactId> none;
  const auto at = contacts.find(pair);
  return at == contacts.end() ? none : at->second;
}

/// The pair as a trace names it: a limit is the link twice.
PairId named_in_trace(const PairId& pair) { return on_limit(pair) ? PairId{pair.b, pair.b} : pair; }

/// What happened at a limit.
std::optional<trace::Event> limit_event(trace::Event event, const PairId& pair, bool impulse,
                                        bool held, bool holds) {
  const LimitId limit = limit_of(pair);
  if (!impulse && held == holds) return std::nullopt;
  event.a = event.b = pair.b;
  event.kind = trace::EventKind::Limit;
  event.contacts.clear();
  event.note = fmt::format("{} the {} limit",
                           impulse ? "impact at"
                           : holds ? "at"
                                   : "leaves",
                           limit.upper ? "upper" : "lower");
  return event;
}

trace::Event base_event(const Island& before, const Moment& moment, const ResolvedEvent& result) {
  trace::Event event;
  event.lo = moment.lo;
  event.hi = moment.hi;
  event.at = before.departure.time;
  event.proved = moment.proved;
  event.location_error = moment.location_error;
  event.b = {result.cluster.bodies.front(), 0};
  if (!result.points.empty()) {
    event.a = named_in_trace(result.points.front().pair).a;
    event.b = result.points.front().pair.b;
  }
  event.energy_before = result.energy_before;
  event.energy_after = result.energy_after;
  event.residual = result.residual;
  event.contacts_before = static_cast<std::uint32_t>(before.departure.mode.contacts.size());
  event.contacts_after = static_cast<std::uint32_t>(result.mode.contacts.size());
  return event;
}

trace::EventContact recorded(const TouchPoint& point) {
  const PairId pair = named_in_trace(point.pair);
  return {pair.a,
          pair.b,
          triple(point.point_W),
          triple(point.normal_W),
          triple(point.impulse_W + point.settling_W),
          triple(point.compression_W + point.settling_W),
          point.restitution,
          point.friction,
          point.vertex_a,
          point.vertex_b};
}

/// The touching points of one pair.
std::vector<trace::EventContact> points_of(const ResolvedEvent& result, const PairId& pair) {
  std::vector<trace::EventContact> points;
  for (const TouchPoint& point : result.points)
    if (point.pair == pair) points.push_back(recorded(point));
  return points;
}

/// Speeds were put right, and nothing else happened.
trace::Event settling_event(const trace::Event& base) {
  trace::Event event = base;
  event.kind = trace::EventKind::Stick;
  event.note = "speeds were corrected to what contacts and joints allow";
  return event;
}

/// Impulses at pairs that have no event of their own go to the first one.
void add_other_impulses(const trace::Event& base, const ResolvedEvent& result,
                        std::vector<trace::EventJoint> joints, double least,
                        std::vector<trace::Event>& events) {
  const auto listed = [&](const TouchPoint& point) {
    return std::any_of(events.begin(), events.end(), [&](const trace::Event& event) {
      return std::any_of(event.contacts.begin(), event.contacts.end(),
                         [&](const trace::EventContact& contact) {
                           return contact.a == point.pair.a && contact.b == point.pair.b;
                         });
    });
  };
  std::vector<trace::EventContact> others;
  for (const TouchPoint& point : result.points)
    if (!point.settling_W.isZero(0.0) && !listed(point)) others.push_back(recorded(point));
  if (events.empty()) {
    double most = 0.0;
    for (const TouchPoint& point : result.points) most = std::max(most, point.settling_W.norm());
    for (const trace::EventJoint& joint : joints)
      for (const double part : joint.impulse) most = std::max(most, std::abs(part));
    if (most <= least) return;
    events.push_back(settling_event(base));
  }
  auto& first = events.front().contacts;
  first.insert(first.end(), others.begin(), others.end());
  events.front().joints = std::move(joints);
}

bool has_impulse(const ResolvedEvent& result, const PairId& pair) {
  return std::any_of(result.points.begin(), result.points.end(), [&](const TouchPoint& point) {
    return point.pair == pair && !point.impulse_W.isZero(0.0);
  });
}

bool gives_up(const std::vector<ContactId>& before, const std::vector<ContactId>& after) {
  return !std::includes(after.begin(), after.end(), before.begin(), before.end());
}

/// What happened to one pair besides impulses.
std::optional<trace::EventKind> change_of(const std::vector<ContactId>& before,
                                          const std::vector<ContactId>& after) {
  if (before == after) return std::nullopt;
  const bool axis_changed =
      !before.empty() && !after.empty() && before.front().axis != after.front().axis;
  if (axis_changed) return trace::EventKind::Feature;
  return gives_up(before, after) ? trace::EventKind::Lift : trace::EventKind::Touch;
}

/// How the contacts of a pair behave: how many slide.
int sliding_contacts(const Mode& mode, const PairId& pair) {
  return static_cast<int>(
      std::count_if(mode.contacts.begin(), mode.contacts.end(), [&](const ActiveContact& contact) {
        return contact.id.pair == pair && contact.state == ContactState::Slip;
      }));
}

bool sets_out(const Mode& mode, const PairId& pair) {
  return std::any_of(mode.onsets.begin(), mode.onsets.end(),
                     [&](const SlipOnset& onset) { return onset.id.pair == pair; });
}

/// Sticking and sliding of a pair whose contacts stay the same.
std::optional<trace::EventKind> friction_change(const Mode& before, const Mode& after,
                                                const PairId& pair) {
  const int slid = sliding_contacts(before, pair);
  const int slides = sliding_contacts(after, pair);
  if (slides < slid) return trace::EventKind::Stick;
  if (slides > slid || sets_out(after, pair)) return trace::EventKind::Slip;
  return std::nullopt;
}

void add_pair_events(const Island& before, const trace::Event& base, const ResolvedEvent& result,
                     std::vector<trace::Event>& events) {
  const ContactsByPair old_contacts = by_pair(before.departure.mode);
  const ContactsByPair new_contacts = by_pair(result.mode);
  std::set<PairId> pairs;
  for (const TouchPoint& point : result.points) pairs.insert(point.pair);
  for (const auto& [pair, contacts] : old_contacts) pairs.insert(pair);
  for (const PairId& pair : pairs) {
    trace::Event event = base;
    event.a = pair.a;
    event.b = pair.b;
    event.contacts = points_of(result, pair);
    if (on_limit(pair)) {
      const auto limit = limit_event(base, pair, has_impulse(result, pair),
                                     !contacts_of(old_contacts, pair).empty(),
                                     !contacts_of(new_contacts, pair).empty());
      if (limit) events.push_back(*limit);
      continue;
    }
    if (has_impulse(result, pair)) {
      event.kind = trace::EventKind::Impact;
      if (result.restitution_factor < 1.0)
        event.note = fmt::format("restitution lowered by the factor {:.6g} to keep the energy",
                                 result.restitution_factor);
      if (result.unmet_speed > 0.0)
        event.note =
            fmt::format("speeds after the impact are known to {:.1e} m/s", result.unmet_speed);
      for (const Graze& graze : result.grazes)
        if (graze.pair == pair)
          event.note = fmt::format(
              "a graze thinner than the skin: left alone, the bodies would have come {:.1e} m "
              "closer and parted again",
              graze.depth);
      events.push_back(event);
      continue;
    }
    auto kind = change_of(contacts_of(old_contacts, pair), contacts_of(new_contacts, pair));
    const auto friction = friction_change(before.departure.mode, result.mode, pair);
    if (!kind) kind = friction;
    if (!kind) continue;
    event.kind = *kind;
    if (friction == trace::EventKind::Slip && *kind == trace::EventKind::Slip &&
        sliding_contacts(before.departure.mode, pair) > 0)
      event.note = "the slip reversed";
    events.push_back(event);
  }
}

void add_jams(const trace::Event& base, const ResolvedEvent& result,
              std::vector<trace::Event>& events) {
  for (const Bond& bond : result.jammed) {
    trace::Event jam = base;
    jam.kind = trace::EventKind::Jam;
    jam.a = bond.pair.a;
    jam.b = bond.pair.b;
    const char* why =
        "would have to pull to keep sticking, and would overlap if released: its bond was broken";
    jam.note = on_half_space(bond.pair) ? fmt::format("vertex {} {}", bond.vertex, why)
                                        : fmt::format("the contact {}", why);
    events.push_back(jam);
  }
}

/// Which accelerations the law would allow, of every body that could move differently.
trace::Event open_split_event(const trace::Event& base, const ResolvedEvent& result) {
  trace::Event event = base;
  event.kind = trace::EventKind::Indeterminate;
  const Eigen::VectorXd& low = result.open_split->lowest;
  const Eigen::VectorXd& high = result.open_split->highest;
  event.note =
      "Coulomb's law does not say how contacts that slide and turn share their normal forces: "
      "shared as by equal springs at the corners (normal_split: equal_stiffness); possible "
      "accelerations";
  const Unknowns unknowns = unknowns_of(result.cluster.states);
  for (int i = 0; i < std::ssize(result.cluster.bodies); ++i) {
    if (result.cluster.states[i].tree) continue;  // accelerations of joints are no body's
    const int at = unknowns.offset(i);
    if ((high - low).segment<6>(at).norm() == 0.0) continue;
    event.b = {result.cluster.bodies[i], 0};
    event.note += fmt::format(", body {}:", result.cluster.bodies[i]);
    for (int k = 0; k < 6; ++k)
      event.note += fmt::format(" {} [{:.6g}, {:.6g}]",
                                std::array{"x", "y", "z", "about x", "about y", "about z"}[k],
                                low[at + k], high[at + k]);
  }
  return event;
}

/// A corner that just missed the blow: see skin_choices.hpp.
trace::Event near_miss_event(const trace::Event& base, const NearMiss& miss) {
  trace::Event event = base;
  event.kind = trace::EventKind::MultiImpact;
  event.a = miss.pair.a;
  event.b = miss.pair.b;
  event.note = fmt::format(
      "another corner of the pair, {:.1e} m away, was about to hit too: together, speeds after "
      "the impact would differ by {:.1e} m/s",
      miss.gap, miss.difference);
  return event;
}

trace::Event accumulation_event(const Island& before, const trace::Event& base,
                                const Moment& moment, const ResolvedEvent& result) {
  trace::Event event = base;
  event.kind = trace::EventKind::Accumulation;
  const ImpactHistory::Limit limit = before.impacts.limit(moment.hi);
  event.limit_time = limit.time;
  event.limit_bound = limit.cut_off;
  event.location_error += limit.error;
  event.note =
      fmt::format("{} hops no higher than the contact band were ended; {:.3g} J removed",
                  limit.estimated ? "a geometric sequence of" : "", result.captured_energy);
  return event;
}

}  // namespace

std::vector<trace::Event> events_of(Island& before, const Moment& moment,
                                    const ResolvedEvent& result,
                                    std::vector<trace::EventJoint> joints, double least) {
  std::vector<trace::Event> events;
  const trace::Event base = base_event(before, moment, result);
  add_pair_events(before, base, result, events);
  add_jams(base, result, events);
  for (trace::Event& event : joint_events(before.departure.cluster, result, base))
    events.push_back(std::move(event));
  const auto note = [&](trace::EventKind kind, const char* text) {
    events.push_back(base);
    events.back().kind = kind;
    events.back().note = text;
  };
  if (result.indeterminate)
    note(
        trace::EventKind::Indeterminate,
        "several motions obey the law: accelerations of sliding contacts (those of the smallest "
        "forces were taken), impulses of redundant contacts (the split of least norm was taken), "
        "or "
        "the plane between meeting vertices or parallel edges (the axis of greatest separation was "
        "taken)");
  if (result.impulse_without_collision)
    note(
        trace::EventKind::Jam,
        "sliding contacts had no bounded forces under Coulomb's law (Painlevé): an impulse without "
        "collision followed");
  if (result.open_split && !before.departure.mode.split_is_open)
    events.push_back(open_split_event(base, result));
  if (result.order_matters)
    note(trace::EventKind::MultiImpact,
         "several pairs hit at once and were resolved together; one after the other, the outcome "
         "would differ");
  if (result.near_miss) events.push_back(near_miss_event(base, *result.near_miss));
  if (result.impact) before.impacts.add(moment.lo);
  if (result.captured) {
    events.push_back(accumulation_event(before, base, moment, result));
    before.impacts.clear();
  }
  add_other_impulses(base, result, std::move(joints), least, events);
  return events;
}

int manifold_changes(const Mode& before, const Mode& after) {
  const ContactsByPair old_contacts = by_pair(before);
  const ContactsByPair new_contacts = by_pair(after);
  std::set<PairId> pairs;
  for (const auto& [pair, contacts] : old_contacts) pairs.insert(pair);
  for (const auto& [pair, contacts] : new_contacts) pairs.insert(pair);
  int changes = 0;
  for (const PairId& pair : pairs) {
    if (on_limit(pair)) continue;
    changes += contacts_of(old_contacts, pair) != contacts_of(new_contacts, pair) ? 1 : 0;
  }
  return changes;
}

trace::Event several_event(const Island& island) {
  const Departure& at = island.departure;
  trace::Event event;
  event.kind = trace::EventKind::Indeterminate;
  event.lo = event.hi = event.at = at.time;
  event.proved = false;
  event.location_error = kToldWithin;
  const PairId pair = named_in_trace(at.mode.contacts.front().id.pair);
  event.a = pair.a;
  event.b = pair.b;
  event.energy_before = event.energy_after = island.energy;
  event.contacts_before = event.contacts_after =
      static_cast<std::uint32_t>(at.mode.contacts.size());
  event.note =
      "from here on several accelerations obey Coulomb's law; the motion goes on as it was, until "
      "its contacts change";
  return event;
}

}  // namespace rigor
