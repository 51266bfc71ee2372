// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <rigor/verification/around.hpp>

namespace rigor::verification {
namespace {

using trace::Time;

Vec spin_of(const BodyMass& mass, const Place& at, const Vec& L) {
  return exactly_turned(at.q, mass.solved(exactly_turned(conjugate(at.q), L)));
}

Moving moving_of(const BodyMass& mass, const Place& at, const Vec& p, const Vec& L) {
  return {(1 / mass.mass) * p, spin_of(mass, at, L)};
}

/// As the path goes.
Moving moving_of(const Place& at) {
  return {at.v, (1 / norm_squared(at.q)) * exactly_turned(at.q, spin(at))};
}

/// Without what is between the phases.
Around around(const Movers& movers, std::uint32_t body, const Time& at) {
  const Course& course = movers.courses[body];
  const BodyMass* mass = movers.masses[body];
  const auto later = std::partition_point(course.begin(), course.end(),
                                          [&](const auto* s) { return s->start < at; });
  Around out;
  auto& [before, between_phases, after] = out.moving;
  if (later != course.end() && (*later)->start == at) {
    const trace::Segment& next = **later;
    out.place = place_at(next, 0);
    after = mass == nullptr
                ? moving_of(out.place)
                : moving_of(*mass, out.place, vec(next.momentum), vec(next.angular_momentum));
  }
  if (later != course.begin()) {
    const trace::Segment& last = **(later - 1);
    out.place = place_at(last, std::min(between(last.start, at), between(last.start, last.end)));
    if (mass == nullptr) {
      before = moving_of(out.place);
      if (!after && at < last.end) after = before;
    } else if (last.end == at) {
      const Momenta& reached = (*movers.reached[body])[later - 1 - course.begin()];
      before = moving_of(*mass, out.place, reached.p, reached.L);
    }
  }
  out.centre = mass == nullptr ? out.place.c : point_of(out.place, mass->com);
  between_phases = after;
  return out;
}

Vec anchor_of(const Around& child, const trace::Joint& joint) {
  return child.place.c + exactly_turned(child.place.q, vec(joint.anchor_child));
}

}  // namespace

Vec exactly_turned(const Quat& q, const Vec& v) { return (1 / norm_squared(q)) * turned(q, v); }

Real Movers::lighter(std::uint32_t a, std::uint32_t b) const {
  Real mass = std::numeric_limits<Real>::infinity();
  for (const std::uint32_t body : {a, b})
    if (free(body)) mass = std::min(mass, masses[body]->mass);
  return mass;
}

std::vector<InstantEvents> instants_of(const trace::Trace& trace) {
  InstantEvents all;
  for (const trace::Event& event : trace.events) all.push_back(&event);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* x, const auto* y) { return x->at < y->at; });
  std::vector<InstantEvents> instants;
  for (const trace::Event* event : all) {
    if (instants.empty() || instants.back().front()->at != event->at) instants.emplace_back();
    instants.back().push_back(event);
  }
  return instants;
}

bool claims_less(const trace::Event& event) {
  return event.kind == trace::EventKind::Accumulation || event.kind == trace::EventKind::Jam ||
         event.kind == trace::EventKind::Indeterminate;
}

namespace {

/// Whether two events strike the same pair of pieces: blows that follow each other at one instant.
bool strikes_again(const InstantEvents& events) {
  using Pair = std::array<std::uint32_t, 4>;
  std::set<Pair> struck;
  for (const trace::Event* event : events) {
    std::set<Pair> here;
    for (const trace::EventContact& c : event->contacts)
      if (c.impulse != trace::Triple{}) here.insert({c.a.body, c.a.piece, c.b.body, c.b.piece});
    const std::size_t before = struck.size();
    struck.insert(here.begin(), here.end());
    if (struck.size() != before + here.size()) return true;
  }
  return false;
}

}  // namespace

BodiesAround::BodiesAround(const Movers& movers, const InstantEvents& events)
    : movers_(movers), at_(events.front()->at), claims_less_(strikes_again(events)) {
  for (const trace::Event* event : events) {
    claims_less_ = claims_less_ || verification::claims_less(*event);
    for (const trace::EventContact& contact : event->contacts) {
      if (contact.impulse == contact.compression) continue;
      const Vec rest = vec(contact.impulse) - vec(contact.compression);
      add(contact.a.body, vec(contact.point), rest, {}, -1);
      add(contact.b.body, vec(contact.point), rest, {}, 1);
    }
    for (const trace::EventJoint& one : event->joints) {
      if (one.impulse == one.compression && one.moment == one.compression_moment) continue;
      const trace::Joint& joint = movers.trace.joints[one.joint];
      const Vec point = anchor_of(around(movers, joint.child, at_), joint);
      const Vec rest = vec(one.impulse) - vec(one.compression);
      const Vec moment = vec(one.moment) - vec(one.compression_moment);
      add(joint.parent, point, rest, moment, -1);
      add(joint.child, point, rest, moment, 1);
    }
  }
}

void BodiesAround::add(std::uint32_t body, const Vec& point, const Vec& impulse, const Vec& moment,
                       Real sign) {
  if (!movers_.free(body)) return;
  Wrench& sum = expansions_[body];
  sum.impulse = sum.impulse + sign * impulse;
  sum.moment = sum.moment + sign * (moment + cross(point, impulse));
}

const Around& BodiesAround::body(std::uint32_t number) {
  const auto [entry, fresh] = around_.try_emplace(number);
  Around& out = entry->second;
  if (!fresh) return out;
  out = around(movers_, number, at_);
  const auto expansion = expansions_.find(number);
  auto& middle = out.moving[static_cast<std::size_t>(When::Between)];
  if (!middle || expansion == expansions_.end()) return out;
  const Wrench& rest = expansion->second;
  const Moving gained = moving_of(*movers_.masses[number], out.place, rest.impulse,
                                  rest.moment - cross(out.centre, rest.impulse));
  middle = Moving{middle->v - gained.v, middle->w - gained.w};
  return out;
}

std::optional<Vec> BodiesAround::velocity(std::uint32_t number, const Vec& point, When when) {
  if (number == trace::kWorld) return Vec{};
  const Around& found = body(number);
  const std::optional<Moving>& moving = found.at(when);
  if (!moving) return std::nullopt;
  return moving->v + cross(moving->w, point - found.centre);
}

std::optional<Vec> BodiesAround::slip(const trace::EventContact& contact, const Vec& n, When when) {
  const auto a = velocity(contact.a.body, vec(contact.point), when);
  const auto b = velocity(contact.b.body, vec(contact.point), when);
  if (!a || !b) return std::nullopt;
  const Vec belt = belt_of(movers_.trace, contact.b) - belt_of(movers_.trace, contact.a);
  return *b - *a + belt - dot(belt, n) * n;
}

std::optional<Moving> BodiesAround::apart(const trace::Joint& joint, When when) {
  const Vec point = anchor_of(body(joint.child), joint);
  const auto child = velocity(joint.child, point, when);
  const auto parent = velocity(joint.parent, point, when);
  if (!child || !parent) return std::nullopt;
  const Vec spin = joint.parent == trace::kWorld ? Vec{} : body(joint.parent).at(when)->w;
  return Moving{*child - *parent, body(joint.child).at(when)->w - spin};
}

}  // namespace rigor::verification
