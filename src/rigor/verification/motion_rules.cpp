// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <numeric>

#include <rigor/verification/body_motion.hpp>
#include <rigor/verification/law_rules.hpp>
#include <rigor/verification/motion_rules.hpp>

namespace rigor::verification {
namespace {

/// Of the energy at the end, as on file and as it is.
constexpr Real kSameEnergy = 1e-8L;

/// A body that forces move, after the check.
struct Checked {
  std::uint32_t body = 0;
  std::optional<BodyMass> mass;
  Left left;
  Energy energy;  ///< where its last segment ends
};

bool moves_by_forces(const trace::Body& body) {
  return body.kind == trace::BodyKind::Free || body.kind == trace::BodyKind::Link;
}

/// By number of body: the first of those that joints join together, each to the next.
std::vector<std::uint32_t> joined_bodies(const trace::Trace& trace) {
  std::vector<std::uint32_t> first(trace.bodies.size());
  std::iota(first.begin(), first.end(), 0U);
  const auto root = [&](std::uint32_t body) {
    while (first[body] != body) body = first[body];
    return body;
  };
  const auto moves = [&](std::uint32_t body) {
    return body != trace::kWorld && moves_by_forces(trace.bodies[body]);
  };
  for (const trace::Joint& joint : trace.joints)
    if (moves(joint.parent) && moves(joint.child)) first[root(joint.child)] = root(joint.parent);
  for (std::uint32_t body = 0; body < first.size(); ++body) first[body] = root(body);
  return first;
}

/// By number of body: how light it is beside the heaviest that it is joined to.
std::vector<Lightness> lightness_of(const trace::Trace& trace) {
  const std::vector<std::uint32_t> group = joined_bodies(trace);
  struct Matter {
    Real mass = 0;
    Real inertia = 0;  ///< a bound of the least moment, from below
  };
  std::vector<Matter> own(trace.bodies.size()), most(trace.bodies.size());
  for (std::uint32_t body = 0; body < own.size(); ++body) {
    if (!moves_by_forces(trace.bodies[body])) continue;
    if (const auto mass = body_mass(trace.bodies[body]))
      own[body] = {mass->mass, 1 / mass->inverse_size};
    Matter& all = most[group[body]];
    all = {std::max(all.mass, own[body].mass), std::max(all.inertia, own[body].inertia)};
  }
  const auto part = [](Real x, Real of) { return of > 0 ? std::min(Real{1}, x / of) : Real{1}; };
  std::vector<Lightness> out(own.size());
  for (std::uint32_t body = 0; body < own.size(); ++body)
    out[body] = {part(own[body].mass, kLightLink * most[group[body]].mass),
                 part(own[body].inertia, kLightLink * most[group[body]].inertia)};
  return out;
}

Checked checked(const Subject& subject, std::uint32_t body, const BodyRecords& records,
                const Lightness& light) {
  Checked out{body, body_mass(subject.trace->bodies[body]), {}, {}};
  if (!out.mass) {
    out.left.problem = "mass, inertia or centre of mass are not those of a body";
    return out;
  }
  const Mover mover{*subject.trace, body, records, subject.courses, out.mass->com};
  out.left = explained(mover, *out.mass, light);
  if (out.left.problem == nullptr)
    out.energy =
        energy_at_end(mover, *out.mass, *subject.courses[body].back(), out.left.reached.back());
  return out;
}

/// Whether the footer's energy is that of the bodies; nothing is said if springs or rotors may have
/// some, if some body is on file beyond the end of the run, or if the run ended with an event: the
/// velocities after it are not on file.
bool tells_energy(const Subject& subject, const std::vector<Checked>& bodies) {
  const trace::Trace& trace = *subject.trace;
  for (const trace::Joint& joint : trace.joints)
    if (joint.acting != 0) return true;
  for (const Checked& body : bodies)
    if (subject.courses[body.body].back()->end != trace.footer.end) return true;
  const auto at_end = [&](const trace::Event& event) { return event.at == trace.footer.end; };
  if (std::any_of(trace.events.begin(), trace.events.end(), at_end)) return true;
  Real energy = 0, size = std::abs(static_cast<Real>(trace.footer.energy_initial));
  for (const Checked& body : bodies) {
    if (body.left.problem != nullptr) return true;
    energy += body.energy.sum;
    size += body.energy.size;
  }
  return std::abs(energy - trace.footer.energy_final) <= kSameEnergy * size;
}

std::string number(double x) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.3g", x);
  return text;
}

/// Adds one body to the report; whether it keeps the limits.
bool report_body(const Checked& body, MotionReport& out, Report& report) {
  report.checked(Rule::Motion);
  const Left& left = body.left;
  const double displacement = static_cast<double>(left.displacement);
  const double turn = static_cast<double>(left.turn);
  const double impulse = static_cast<double>(left.impulse / std::max(left.scale, Real{1e-300L}));
  out.displacement = std::max(out.displacement, displacement);
  out.turn = std::max(out.turn, turn);
  out.impulse = std::max(out.impulse, impulse);
  const bool kept = displacement <= kMostDisplacement &&
                    (!body.mass || turn <= most_turn(*body.mass)) && impulse <= kMostImpulse;
  if (left.problem == nullptr && kept) return true;
  report.failed({Rule::Motion,
                 false,
                 left.worst_time,
                 {body.body, 0},
                 {body.body, 0},
                 left.problem != nullptr
                     ? std::string(left.problem)
                     : "the recorded forces leave " + number(displacement) + " m, " + number(turn) +
                           " rad and " + number(impulse) + " of m g T unexplained"});
  return false;
}

/// The law of contact, once the motion of all bodies is known: what forces leave of it. Returns
/// whether there was no fault beyond measure, and no sum beyond kGrossLawImpulse, kGrossLawDrift.
bool report_laws(const Subject& subject, const std::vector<Checked>& bodies,
                 const std::vector<char>& holds, Work& work, MotionReport& out, Report& report) {
  const std::size_t count = subject.trace->bodies.size();
  Movers movers{*subject.trace, subject.courses, {}, {}};
  movers.masses.assign(count, nullptr);
  movers.reached.assign(count, nullptr);
  std::vector<Real> scales(count, 0);
  for (const Checked& body : bodies) {
    movers.masses[body.body] = &*body.mass;
    movers.reached[body.body] = &body.left.reached;
    scales[body.body] = body.left.scale;
  }
  const LawReport laws = check_laws(subject, movers, scales, holds, work, report);
  bool ok = laws.ok;
  for (const Checked& body : bodies) {
    const Unlawful& left = laws.bodies[body.body];
    const Real scale = laws.pressed[body.body];
    const double impulse = static_cast<double>(left.impulse / scale);
    const double hops = static_cast<double>(left.hops / scale);
    const double drift = static_cast<double>(left.drift);
    out.law_impulse = std::max(out.law_impulse, impulse);
    out.law_drift = std::max(out.law_drift, drift);
    out.hops = std::max(out.hops, hops);
    if (impulse + hops <= kGrossLawImpulse && drift <= kGrossLawDrift) continue;
    ok = false;
    report.failed({Rule::Motion,
                   false,
                   seconds(subject.trace->footer.end),
                   {body.body, 0},
                   {body.body, 0},
                   "the recorded forces break the law of contact by " + number(impulse + hops) +
                       " of what presses and " + number(drift) + " m of slip over the run"});
  }
  out.law_kept =
      out.law_impulse <= kMostLawImpulse && out.law_drift <= kMostLawDrift && out.hops <= kMostHops;
  return ok;
}

}  // namespace

MotionReport check_motion(const Subject& subject, const std::vector<char>& holds, Work& work,
                          Report& report) {
  const trace::Trace& trace = *subject.trace;
  MotionReport out;
  out.claim = trace.header.motion;
  // What a killed run wrote last need not be whole.
  if (out.claim != trace::MotionClaim::Full || !trace.complete) return out;
  const std::vector<BodyRecords> records = records_of(trace);
  std::vector<std::uint32_t> moved;
  for (std::uint32_t body = 0; body < trace.bodies.size(); ++body)
    if (moves_by_forces(trace.bodies[body])) moved.push_back(body);
  std::vector<Checked> bodies(moved.size());
  const std::vector<Lightness> light = lightness_of(trace);
  work.share(moved.size(), [&](std::size_t i) {
    bodies[i] = checked(subject, moved[i], records[moved[i]], light[moved[i]]);
  });
  if (work.stopped()) return out;
  out.bodies = moved.size();
  out.ok = true;
  for (const Checked& body : bodies) out.ok = report_body(body, out, report) && out.ok;
  if (!tells_energy(subject, bodies)) {
    out.ok = false;
    report.failed({Rule::Motion,
                   false,
                   seconds(trace.footer.end),
                   {},
                   {},
                   "the recorded energy at the end is not that of the bodies"});
  }
  // The law is about motions that forces explain.
  if (out.ok) out.ok = report_laws(subject, bodies, holds, work, out, report);
  return out;
}

}  // namespace rigor::verification
