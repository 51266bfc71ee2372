// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <rigor/demand.hpp>
#include <rigor/integration/island.hpp>
#include <rigor/integration/projection.hpp>

namespace rigor {
namespace {

/// More events than this without time passing: no progress.
constexpr int kMaxEventsWithoutProgress = 1000;
constexpr double kProgress = 1e-12;  // s; what counts as time passing

trace::Triple triple(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

std::vector<ContactId> ids_of(const Mode& mode) {
  std::vector<ContactId> ids;
  for (const ActiveContact& contact : mode.contacts) ids.push_back(contact.id);
  return ids;
}

/// An event's place in time and how it was found.
struct Moment {
  trace::Time lo;
  trace::Time hi;
  bool proved = true;
  double location_error = 0.0;
  trace::EndReason reason = trace::EndReason::Touch;
};

trace::Event base_event(const Island& island, const IslandState& state, const Moment& moment,
                        const Remoded& result) {
  trace::Event event;
  event.lo = moment.lo;
  event.hi = moment.hi;
  event.proved = moment.proved;
  event.location_error = moment.location_error;
  event.b = {island.body.id, 0};
  if (!result.contacts.empty()) {
    event.a = {trace::kWorld, static_cast<std::uint32_t>(result.contacts.front().id.half_space)};
    event.b.piece = static_cast<std::uint32_t>(result.contacts.front().id.piece);
  }
  event.energy_before = result.energy_before;
  event.energy_after = result.energy_after;
  event.residual = result.residual;
  event.contacts_before = static_cast<std::uint32_t>(state.departure.mode.contacts.size());
  event.contacts_after = static_cast<std::uint32_t>(result.mode.contacts.size());
  return event;
}

std::vector<trace::EventContact> event_contacts(const Remoded& result) {
  std::vector<trace::EventContact> contacts;
  for (const ContactImpulse& contact : result.contacts) {
    trace::EventContact out;
    out.point = triple(contact.point_W);
    out.normal = triple(contact.normal_W);
    out.impulse = triple(contact.impulse_W);
    out.vertex_b = static_cast<std::uint32_t>(contact.id.vertex);
    contacts.push_back(out);
  }
  return contacts;
}

/// The events that one remode stands for.
std::vector<trace::Event> events_of(const Island& island, const IslandState& state,
                                    const Moment& moment, const Remoded& result) {
  std::vector<trace::Event> events;
  const std::vector<ContactId> before = ids_of(state.departure.mode);
  const std::vector<ContactId> after = ids_of(result.mode);
  trace::Event event = base_event(island, state, moment, result);
  if (result.impact) {
    event.kind = trace::EventKind::Impact;
    event.contacts = event_contacts(result);
    if (result.restitution_factor < 1.0)
      event.note = fmt::format("restitution lowered by the factor {:.6g} to keep the energy",
                               result.restitution_factor);
    events.push_back(event);
  } else if (moment.reason == trace::EndReason::Touch && before != after) {
    event.kind = trace::EventKind::Touch;
    event.contacts = event_contacts(result);
    events.push_back(event);
  }
  const bool lost = !std::includes(after.begin(), after.end(), before.begin(), before.end());
  if (!result.impact && lost) {
    event.kind = trace::EventKind::Lift;
    event.contacts = event_contacts(result);
    events.push_back(event);
  }
  for (const ContactId& id : result.jammed) {
    trace::Event jam = base_event(island, state, moment, result);
    jam.kind = trace::EventKind::Jam;
    jam.note = fmt::format(
        "vertex {} would need tension to stay stuck and would penetrate if released: its bond was "
        "broken",
        id.vertex);
    events.push_back(jam);
  }
  if (result.indeterminate) {
    trace::Event note = base_event(island, state, moment, result);
    note.kind = trace::EventKind::Indeterminate;
    note.note =
        "the impulses of redundant contacts are not unique; the split of least norm was taken";
    events.push_back(note);
  }
  return events;
}

trace::Event accumulation_event(const Island& island, const IslandState& state,
                                const Moment& moment, const Remoded& result) {
  trace::Event event = base_event(island, state, moment, result);
  event.kind = trace::EventKind::Accumulation;
  if (!result.impact) event.contacts = event_contacts(result);  // else the impact lists them
  const ImpactHistory::Limit limit = state.impacts.limit(moment.hi);
  event.limit_time = limit.time;
  event.limit_bound = limit.cut_off;
  event.note =
      fmt::format("{} hops lower than the contact band were ended; {:.3g} J removed",
                  limit.estimated ? "a geometric sequence of" : "", result.captured_energy);
  return event;
}

IslandFailure refused(const Refusal& refusal) { return {IslandFailureKind::Refused, refusal}; }

/// Counts events without progress; true if there were too many.
bool stalls(IslandState& state) {
  if (trace::elapsed(state.last_progress, state.departure.time) > kProgress) {
    state.last_progress = state.departure.time;
    state.events_without_progress = 0;
  }
  return ++state.events_without_progress > kMaxEventsWithoutProgress;
}

IslandFailure no_progress(const IslandState& state) {
  return {IslandFailureKind::NoProgress,
          {RefusalKind::Inconsistent,
           fmt::format("{} events at t = {:.12g} s without progress", kMaxEventsWithoutProgress,
                       trace::seconds(state.departure.time))}};
}

/// Resolves an event of the island at its departure and adds what happened to the report.
std::optional<IslandFailure> take_event(const World& world, const Island& island,
                                        IslandState& state, const Moment& moment,
                                        IslandReport& report) {
  if (stalls(state)) return no_progress(state);
  const RemodeOutcome outcome =
      remode(world, island.body, state.departure.state, state.departure.mode);
  if (const auto* refusal = std::get_if<Refusal>(&outcome)) return refused(*refusal);
  const Remoded& result = std::get<Remoded>(outcome);
  for (trace::Event& event : events_of(island, state, moment, result))
    report.events.push_back(std::move(event));
  if (result.impact) state.impacts.add(moment.lo);
  if (result.captured) {
    report.events.push_back(accumulation_event(island, state, moment, result));
    state.impacts.clear();
  }
  if (ids_of(state.departure.mode) != ids_of(result.mode)) ++report.manifold_changes;
  report.energy_change += result.energy_after - state.energy;
  state.energy = result.energy_after;
  state.departure.state = result.state;
  state.departure.mode = result.mode;
  state.at_rest = result.at_rest;
  return std::nullopt;
}

/// Puts the gaps of a mode that goes on back to δ, and its velocities back on the constraints.
std::optional<IslandFailure> settle(const World& world, const Island& island, IslandState& state) {
  Departure& at = state.departure;
  if (at.mode.contacts.empty()) return std::nullopt;
  GapGoals goals;
  goals.gap = world.tolerances.skin;
  goals.limit = Tolerances::kBand * world.tolerances.skin;
  goals.equal = ids_of(at.mode);
  const ProjectionOutcome projected = project_position(world, island.body, at.state, goals);
  if (const auto* failure = std::get_if<ProjectionFailure>(&projected))
    return refused({RefusalKind::Drift, failure->reason});
  at.state = std::get<Projected>(projected).state;
  at.state.v = project_velocity(world, island.body, at.state, at.mode.contacts).v;
  return std::nullopt;
}

bool ends_quietly(trace::EndReason reason) {
  return reason == trace::EndReason::Accuracy || reason == trace::EndReason::Stop ||
         reason == trace::EndReason::Rest;
}

}  // namespace

std::variant<StartedIsland, IslandFailure> start_island(const World& world, const MovingBody& body,
                                                        const BodyState& state,
                                                        const trace::Time& time) {
  const auto opened = open_start(world, body, state);
  if (const auto* refusal = std::get_if<Refusal>(&opened)) return refused(*refusal);
  StartedIsland out;
  out.island.body = body;
  out.opened = std::get<Opened>(opened).moved;
  IslandState& started = out.island.state;
  started.departure.time = time;
  started.departure.state = std::get<Opened>(opened).state;
  started.last_progress = time;
  started.energy = energy(body, started.departure.state, world.gravity());
  const Moment moment{time, time, true, 0.0, trace::EndReason::Touch};
  if (auto failure = take_event(world, out.island, started, moment, out.report)) return *failure;
  return out;
}

IslandOutcome propose_next(const World& world, Island& island, const trace::Time& horizon) {
  IslandState next = island.state;
  IslandReport report;
  for (;;) {
    next.departure.horizon = horizon;
    ProposalOutcome outcome = next.at_rest ? propose_rest(world, island.body, next.departure)
                                           : propose(world, island.body, next.departure);
    if (const auto* refusal = std::get_if<Refusal>(&outcome)) return refused(*refusal);
    if (auto* proposal = std::get_if<Proposal>(&outcome)) {
      next.current = std::move(*proposal);
      island.state = std::move(next);
      return report;
    }
    const trace::Time now = next.departure.time;
    const Moment moment{now, now, true, 0.0, std::get<NoAdvance>(outcome).reason};
    if (auto failure = take_event(world, island, next, moment, report)) return *failure;
  }
}

IslandOutcome finish_segment(const World& world, Island& island) {
  RIGOR_DEMAND(island.state.current.has_value());
  const Proposal& done = *island.state.current;
  IslandState next;
  next.departure = island.state.departure;
  next.at_rest = island.state.at_rest;
  next.impacts = island.state.impacts;
  next.last_progress = island.state.last_progress;
  next.events_without_progress = island.state.events_without_progress;
  next.departure.time = done.segment.end;
  next.departure.state = state_at(done.trajectory, done.s_end);
  next.departure.step = done.next;
  ++next.departure.segment_index;
  next.energy = energy(island.body, next.departure.state, world.gravity());
  IslandReport report;
  report.energy_change = next.energy - island.state.energy;
  const Moment moment{done.segment.end, time_at_least(done.path.clock, done.s_late), done.proved,
                      done.location_error, done.segment.reason};
  auto failure = ends_quietly(done.segment.reason)
                     ? settle(world, island, next)
                     : take_event(world, island, next, moment, report);
  if (failure) return *failure;
  island.state = std::move(next);
  return report;
}

}  // namespace rigor
