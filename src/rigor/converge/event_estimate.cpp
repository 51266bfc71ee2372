// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/converge/event_estimate.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {
namespace {

/// Speeds read off a path are derivatives of polynomials of degree 8 and more: their rounding, as a
/// fraction.
constexpr double kPathSpeed = 1e-13;
/// Accelerations are differences of speeds over this time, s.
constexpr double kRateOver = 1e-6;

/// Touches are located to this fraction of the bodies' sizes.
constexpr double kTouched = 1e-13;

constexpr const char* kDiffer = "the events of its bodies differ before";

/// A body of an event in every run.
struct EventBody {
  BodyReadings after;
  BodyReadings before;
  BodyNumbers rates;    ///< how fast the numbers after it change, per second; of run 1
  bool goes_on = true;  ///< false: a run stopped there, before it moved on
};

EventBody body_of(const MatchedEvent& event, std::uint32_t body, const ReadRuns& read) {
  std::vector<BodyNumbers> after;
  std::vector<BodyNumbers> before;
  for (std::size_t run = 0; run < event.over.size(); ++run) {
    before.push_back(numbers_before(read.tracks[run], body, event.begins[run]));
    after.push_back(numbers_after(read.tracks[run], body, event.over[run]));
    std::copy_n(before.back().begin(), kFirstVelocity, after.back().begin());  // poses do not jump
  }
  EventBody out{aligned(body, std::move(after)), aligned(body, std::move(before)), {}, true};
  for (std::size_t run = 0; run < event.over.size(); ++run)
    if (!is_done(read.runs[run].stop) && read.runs[run].trace.footer.end <= event.over[run])
      out.goes_on = false;
  const BodyNumbers& now = out.after.runs[kRunB];
  const BodyNumbers later =
      numbers_after(read.tracks[kRunB], body, trace::advanced(event.over[kRunB], kRateOver));
  for (std::size_t i = 0; i < now.size(); ++i) out.rates[i] = (later[i] - now[i]) / kRateOver;
  for (std::size_t i = 0; i < 3; ++i) out.rates[i] = now[kFirstVelocity + i];
  const double spin = std::hypot(now[10], now[11], now[12]);
  for (std::size_t i = 3; i < kFirstVelocity; ++i) out.rates[i] = 0.5 * spin;
  return out;
}

/// The bodies of an event that move. Of an accumulation the limit is told, not the state.
std::vector<EventBody> bodies_of(const MatchedEvent& event, const ReadRuns& read) {
  std::vector<EventBody> bodies;
  if (event.family == EventFamily::Accumulation) return bodies;
  const std::vector<trace::Body>& all = read.runs.front().trace.bodies;
  for (const std::uint32_t body : {event.a.body, event.b.body})
    if (body < all.size() && moves(all[body])) bodies.push_back(body_of(event, body, read));
  return bodies;
}

/// How far the twin is from A at its events so far: in time, energy, places and speeds.
struct TwinGrowth {
  double time = 0.0;
  double energy = 0.0;
  double place = 0.0;
  double speed = 0.0;

  void include(const MatchedEvent& event, const ReadRuns& read) {
    time = std::max(time, std::abs(event.times.back() - event.times.front()));
    energy = std::max(energy, std::abs(event.energies.back() - event.energies.front()));
    for (const EventBody& body : bodies_of(event, read))
      for (const BodyReadings* x : {&body.after, &body.before})
        for (std::size_t i = 0; i < x->runs.front().size(); ++i) {
          double& most = i < kFirstVelocity ? place : speed;
          most = std::max(most, std::abs(x->runs.back()[i] - x->runs.front()[i]));
        }
  }
};

/// Number i of one body at an event. `late`: how far off its time may be, s; numbers change
/// meanwhile.
Reading reading_of(const BodyReadings& body, const BodyNumbers& rates, std::size_t i,
                   const TwinGrowth& grown, double late) {
  Reading reading;
  for (const BodyNumbers& of_run : body.runs) reading.values.push_back(of_run[i]);
  const bool speed = i >= kFirstVelocity;
  reading.grown = speed ? grown.speed : grown.place;
  reading.scale = scale_of(body.runs[kRunB], i, 1.0, 1.0);
  reading.location = late * std::abs(rates[i]) + (speed ? kPathSpeed * reading.scale : 0.0);
  return reading;
}

EventBodyEstimate estimate_body(const EventBody& body, const std::string& name,
                                const TwinGrowth& grown, double late, const Ladder& ladder) {
  EventBodyEstimate out;
  out.after.name = name;
  for (std::size_t i = 0; i < std::tuple_size_v<BodyNumbers>; ++i) {
    Estimate& after = number_of(out.after, i);
    after = estimate(reading_of(body.after, body.rates, i, grown, late), ladder);
    if (i < kFirstVelocity) continue;
    if (!body.goes_on) after = {body.after.runs.front()[i], {}, "a run stopped there"};
    out.velocity_before[i - kFirstVelocity] =
        estimate(reading_of(body.before, body.rates, i, grown, late), ladder);
  }
  return out;
}

/// What the rounding of poses makes of the instant at which bodies of these sizes touch, s.
double rounding_of_touch(const std::vector<EventBody>& bodies, const trace::Trace& names) {
  double size = 0.0;
  double speed = 0.0;
  for (const EventBody& body : bodies) {
    const BodyNumbers& before = body.before.runs[kRunB];
    const double own = size_of(names.bodies[body.after.body]);
    size += own;
    speed = std::max({speed, std::hypot(before[7], before[8], before[9]),
                      own * std::hypot(before[10], before[11], before[12])});
  }
  return speed > 0.0 ? kTouched * size / speed : 0.0;
}

/// Whether the runs differ about some body of the event before it.
bool differ_before(const MatchedEvent& event, const MatchedEvents& matched) {
  for (const std::uint32_t body : {event.a.body, event.b.body})
    if (body < matched.agrees_until.size() && matched.agrees_until[body] <= event.times.front())
      return true;
  return false;
}

}  // namespace

double energy_scale(const trace::Trace& trace) {
  return std::abs(trace.footer.energy_initial) + std::abs(trace.footer.energy_final);
}

std::vector<EventEstimate> estimate_events(const MatchedEvents& matched,
                                           const MatchedEvents& with_twin, const ReadRuns& read,
                                           const Ladder& ladder) {
  const trace::Trace& names = read.runs.front().trace;
  const double energies = energy_scale(read.runs[kRunB].trace);
  std::vector<EventEstimate> out;
  TwinGrowth grown;
  std::size_t seen = 0;
  for (const MatchedEvent& event : matched.events) {
    while (seen < with_twin.events.size() && with_twin.events[seen].times[0] <= event.times[0])
      grown.include(with_twin.events[seen++], read);
    const std::vector<EventBody> bodies = bodies_of(event, read);
    const bool meets = event.family == EventFamily::Meeting;
    const double location = event.location + (meets ? rounding_of_touch(bodies, names) : 0.0);
    EventEstimate estimated{event.family,
                            event.kind,
                            verification::name_of(event.a, names),
                            verification::name_of(event.b, names),
                            estimate({event.times, grown.time, location, 0.0}, ladder),
                            estimate({event.energies, grown.energy, 0.0, energies}, ladder),
                            {}};
    if (differ_before(event, matched)) {
      for (Estimate* x : {&estimated.time, &estimated.energy}) *x = {x->value, {}, kDiffer};
      out.push_back(std::move(estimated));
      continue;
    }
    const double late = estimated.time.bar.value_or(location);
    for (const EventBody& body : bodies)
      estimated.bodies.push_back(
          estimate_body(body, names.bodies[body.after.body].name, grown, late, ladder));
    out.push_back(std::move(estimated));
  }
  return out;
}

}  // namespace rigor
