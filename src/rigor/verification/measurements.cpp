// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include <rigor/verification/measurements.hpp>
#include <rigor/verification/sampled_separation.hpp>

namespace rigor::verification {
namespace {

using namespace at_samples;
using trace::Segment;

/// Segments whose rounding may exceed these are too short to be measured, m/s and m/s²: derivatives
/// in time magnify the rounding of coordinates by powers of 1/length.
constexpr double kVelocityRounding = 1e-6;
constexpr double kAccelerationRounding = 1e-5;

/// World angular velocity and acceleration: with p = q' q⁻¹, w = 2 Im p and w' = 2 Im(q'' q⁻¹ -
/// p²).
std::array<Triple, 2> spin(const State& state) {
  const Quadruple back = inverse(quaternion(state, 0));
  const Quadruple p = product(quaternion(state, 1), back);
  const Quadruple second = product(quaternion(state, 2), back);
  const Quadruple square = product(p, p);
  return {Triple{2.0 * p[1], 2.0 * p[2], 2.0 * p[3]},
          Triple{2.0 * (second[1] - square[1]), 2.0 * (second[2] - square[2]),
                 2.0 * (second[3] - square[3])}};
}

Triple centre_velocity(const trace::Body& body, const State& state) {
  const Triple r = turned(quaternion(state, 0), body.com);
  return position(state, 1) + cross(spin(state)[0], r);
}

Triple times(const std::array<double, 9>& m, const Triple& x) {
  return {m[0] * x[0] + m[1] * x[1] + m[2] * x[2], m[3] * x[0] + m[4] * x[1] + m[5] * x[2],
          m[6] * x[0] + m[7] * x[1] + m[8] * x[2]};
}

/// A given force and its moment about the body's centre of mass, world axes.
struct Push {
  Triple force{};
  Triple moment{};
};

/// The value at t of what is linear between knots, on the stretch that `inside` lies in.
Triple between_knots(const std::vector<double>& times, const std::vector<Triple>& values, double t,
                     double inside) {
  const auto next = std::upper_bound(times.begin(), times.end(), inside);
  if (next == times.begin()) return values.front();
  if (next == times.end()) return values.back();
  const auto k = static_cast<std::size_t>(next - times.begin());
  const double along = (t - times[k - 1]) / (times[k] - times[k - 1]);
  return values[k - 1] + along * (values[k] - values[k - 1]);
}

/// What acts on the body besides gravity at the fraction u of the segment's used interval.
Push push_on(const trace::Trace& trace, const Segment& segment, const State& state, double u) {
  Push sum;
  const double start = trace::seconds(segment.start);
  const double used = trace::elapsed(segment.start, segment.end);
  const Quadruple q = quaternion(state, 0);
  for (const trace::Load& load : trace.loads) {
    if (load.body != segment.body) continue;
    const auto value = [&](const std::vector<Triple>& values) {
      const Triple x = between_knots(load.times, values, start + u * used, start + 0.5 * used);
      return load.axes == trace::LoadAxes::Body ? turned(q, x) : x;
    };
    const Triple force = value(load.forces);
    const Triple arm = turned(q, load.point - trace.bodies[load.body].com);
    sum.force = sum.force + force;
    sum.moment = sum.moment + value(load.moments) + cross(arm, force);
  }
  return sum;
}

void measure_flight(const trace::Body& body, const Triple& gravity, const State& state,
                    const Push& push, Measurements& m) {
  const auto [w, dw] = spin(state);
  const Quadruple q = quaternion(state, 0);
  const Triple r = turned(q, body.com);
  const Triple a = position(state, 2) + cross(dw, r) + cross(w, cross(w, r));
  m.force_defect = std::max(m.force_defect, length(body.mass * (a - gravity) - push.force));
  const Triple w_body = turned(inverse(q), w);
  const Triple dw_body = turned(inverse(q), dw);
  const Triple torque = times(body.inertia, dw_body) + cross(w_body, times(body.inertia, w_body));
  const Triple given = turned(inverse(q), push.moment);
  m.torque_defect = std::max(m.torque_defect, length(torque - given));
}

/// The nominal s at the fraction u of the used interval.
double nominal(const Segment& segment, double u) {
  return u * trace::elapsed(segment.start, segment.end) / segment.length;
}

/// About the largest rounding error of velocity and acceleration: coefficients are wrong by 2^-52
/// of the coordinates, and |T_k'| <= k², |T_k''| <= k² (k² - 1) / 3.
struct Rounding {
  double velocity = 0.0;
  double acceleration = 0.0;
};

Rounding rounding_of(const Segment& segment) {
  double size = 0.0;
  double first = 0.0;
  double second = 0.0;
  const auto look = [&](const std::vector<double>& row) {
    double sum = 0.0;
    for (const double c : row) sum += std::abs(c);
    size = std::max(size, sum);
  };
  for (const auto& row : segment.position) look(row);
  for (const auto& row : segment.quaternion) look(row);
  const std::size_t count = std::max(segment.position[0].size(), segment.quaternion[0].size());
  for (std::size_t k = 1; k < count; ++k) {
    const auto square = static_cast<double>(k * k);
    first += square;
    second += square * (square - 1.0) / 3.0;
  }
  const double rate = 2.0 / segment.length;
  return {0x1p-52 * size * first * rate, 0x1p-52 * size * second * rate * rate};
}

/// (body, segment) with an active contact.
using Touching = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Touching touching_segments(const trace::Trace& trace) {
  Touching touching;
  for (const trace::Certificate& c : trace.certificates) {
    const bool contact = c.kind == trace::CertificateKind::Contact ||
                         (c.kind == trace::CertificateKind::EdgeEdge && c.band_high > 0.0);
    if (!contact) continue;
    touching.insert({c.a.body, c.segment_a});
    touching.insert({c.b.body, c.segment_b});
  }
  return touching;
}

void measure_flights(const Subject& subject, std::uint32_t body, const Touching& touching,
                     Measurements& m) {
  const trace::Trace& trace = *subject.trace;
  if (trace.bodies[body].kind != trace::BodyKind::Free || trace.bodies[body].mass <= 0.0) return;
  for (const Segment* segment : subject.courses[body]) {
    const bool resting = segment->reason == trace::EndReason::Rest;
    if (resting || touching.count({body, segment->index}) != 0) continue;
    if (rounding_of(*segment).acceleration > kAccelerationRounding) {
      m.too_short++;
      continue;
    }
    for (int i = 0; i < kSamples; ++i) {
      const double u = i / (kSamples - 1.0);
      const State state = state_at(*segment, nominal(*segment, u));
      measure_flight(trace.bodies[body], trace.header.gravity, state,
                     push_on(trace, *segment, state, u), m);
    }
  }
}

/// Impulse on `body` that the event records.
Triple recorded_impulse(const trace::Event& event, std::uint32_t body) {
  Triple sum{};
  for (const trace::EventContact& contact : event.contacts) {
    if (contact.b.body == body) sum = sum + contact.impulse;
    if (contact.a.body == body) sum = sum - contact.impulse;
  }
  return sum;
}

/// The events of one body, ordered by `lo`, with the latest `hi` up to each of them.
struct BodyEvents {
  std::vector<const trace::Event*> events;
  std::vector<trace::Time> latest;
};

std::vector<BodyEvents> events_by_body(const trace::Trace& trace) {
  std::vector<BodyEvents> result(trace.bodies.size());
  const auto add = [&](std::uint32_t body, const trace::Event& event) {
    if (body < result.size()) result[body].events.push_back(&event);
  };
  for (const trace::Event& event : trace.events) {
    add(event.a.body, event);
    if (event.b.body != event.a.body) add(event.b.body, event);
  }
  for (BodyEvents& of_body : result) {
    std::stable_sort(of_body.events.begin(), of_body.events.end(),
                     [](const trace::Event* x, const trace::Event* y) { return x->lo < y->lo; });
    for (const trace::Event* event : of_body.events) {
      of_body.latest.push_back(of_body.latest.empty() ? event->hi
                                                      : std::max(of_body.latest.back(), event->hi));
    }
  }
  return result;
}

/// The sum of the impulses on the body that are recorded at t; nothing if there is no event then.
std::optional<Triple> impulse_at(const BodyEvents& list, std::uint32_t body, const trace::Time& t) {
  const auto later =
      std::upper_bound(list.events.begin(), list.events.end(), t,
                       [](const trace::Time& x, const trace::Event* y) { return x < y->lo; });
  std::optional<Triple> impulse;
  for (auto k = static_cast<std::size_t>(later - list.events.begin()); k-- > 0;) {
    if (list.latest[k] < t) break;
    const trace::Event& event = *list.events[k];
    if (event.hi < t) continue;
    impulse = impulse.value_or(Triple{}) + recorded_impulse(event, body);
  }
  return impulse;
}

void measure_impulses(const Subject& subject, std::uint32_t body, const BodyEvents& events,
                      Measurements& m) {
  const trace::Body& own = subject.trace->bodies[body];
  if (own.kind != trace::BodyKind::Free) return;
  const auto& course = subject.courses[body];
  for (std::size_t k = 1; k < course.size(); ++k) {
    const std::optional<Triple> impulse = impulse_at(events, body, course[k]->start);
    if (!impulse) continue;
    const double rounding =
        std::max(rounding_of(*course[k - 1]).velocity, rounding_of(*course[k]).velocity);
    if (rounding > kVelocityRounding) {
      m.too_short++;
      continue;
    }
    const Triple before =
        centre_velocity(own, state_at(*course[k - 1], nominal(*course[k - 1], 1.0)));
    const Triple after = centre_velocity(own, state_at(*course[k], 0.0));
    m.impulse_defect = std::max(m.impulse_defect, length(own.mass * (after - before) - *impulse));
  }
}

}  // namespace

Measurements measurements(const Subject& subject, Work& work) {
  const trace::Trace& trace = *subject.trace;
  const Touching touching = touching_segments(trace);
  const std::vector<BodyEvents> events = events_by_body(trace);
  std::vector<Measurements> bodies(trace.bodies.size());
  work.share(bodies.size(), [&](std::size_t i) {
    const auto body = static_cast<std::uint32_t>(i);
    measure_flights(subject, body, touching, bodies[i]);
    measure_impulses(subject, body, events[i], bodies[i]);
  });
  Measurements m;
  for (const Measurements& of_body : bodies) {
    m.force_defect = std::max(m.force_defect, of_body.force_defect);
    m.torque_defect = std::max(m.torque_defect, of_body.torque_defect);
    m.impulse_defect = std::max(m.impulse_defect, of_body.impulse_defect);
    m.too_short += of_body.too_short;
  }
  for (const trace::Event& event : trace.events) {
    m.energy_gain = std::max(m.energy_gain, event.energy_after - event.energy_before);
  }
  if (!trace.header.certified) sample_separations(subject, work, m);
  return m;
}

}  // namespace rigor::verification
