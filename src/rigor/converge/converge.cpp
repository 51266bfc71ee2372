// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/converge/converge.hpp>
#include <rigor/converge/run_numbers.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {
namespace {

/// Speeds read off a path are derivatives of polynomials of degree 8 and more: their rounding, as a
/// fraction.
constexpr double kPathSpeed = 1e-13;
/// Accelerations are differences of speeds over this time, s.
constexpr double kRateOver = 1e-6;

std::vector<const trace::Trace*> traces_of(const std::vector<LadderRun>& runs, std::size_t count) {
  std::vector<const trace::Trace*> traces;
  for (std::size_t i = 0; i < count; ++i) traces.push_back(&runs[i].trace);
  return traces;
}

/// The end of the answer for all bodies.
double agreement(const MatchedEvents& matched) {
  double first = std::numeric_limits<double>::infinity();
  for (const double until : matched.agrees_until) first = std::min(first, until);
  return first;
}

double size_of(const trace::Body& body) {
  double size = 0.0;
  for (const trace::Piece& piece : body.pieces)
    for (const trace::Triple& v : piece.vertices)
      size = std::max(size, std::hypot(v[0], v[1], v[2]));
  return size;
}

/// How large the numbers beside number i are: a coordinate that is nearly zero is rounded like the
/// others. `end`: s.
double scale_of(const BodyNumbers& numbers, std::size_t i, double size, double end) {
  const auto norm = [&](std::size_t first) {
    return std::hypot(numbers[first], numbers[first + 1], numbers[first + 2]);
  };
  if (i < 3) return std::max(size, norm(0));
  if (i < 7) return 1.0;
  if (i < 10) return std::max(size / end, norm(7));
  return std::max(1.0 / end, norm(10));
}

void place(const Estimate& estimate, std::size_t i, BodyEstimate& body) {
  if (i < 3) {
    body.position[i] = estimate;
  } else if (i < 7) {
    body.orientation[i - 3] = estimate;
  } else {
    body.velocity[i - 7] = estimate;
  }
}

Estimate without_bar(double value, std::string reason) { return {value, {}, std::move(reason)}; }

constexpr const char* kEventsDiffer = "the events of the runs differ before";

/// Final states of all bodies; `of` makes an estimate of one number of all runs.
template <class Of>
void add_bodies(const std::vector<FinalNumbers>& all, const MatchedEvents& matched,
                Convergence& out, Of of) {
  for (const auto& [index, numbers] : all) {
    BodyEstimate body;
    body.name = out.runs.front().trace.bodies[index].name;
    body.agrees_until = matched.agrees_until[index];
    const double shape = size_of(out.runs.front().trace.bodies[index]);
    for (std::size_t i = 0; i < std::tuple_size_v<BodyNumbers>; ++i) {
      std::vector<double> values;
      for (const BodyNumbers& of_run : numbers) values.push_back(of_run[i]);
      place(body.agrees_until <= out.end ? without_bar(values.front(), kEventsDiffer)
                                         : of(values, scale_of(numbers.front(), i, shape, out.end)),
            i, body);
    }
    out.bodies.push_back(std::move(body));
  }
}

SkinReadings readings(const std::vector<double>& values, double scale) {
  return {values[0], values[1], values[2], values[3], values[4], 0.0, scale};
}

/// Energies are differences of what falls and what moves.
double energy_scale(const trace::Trace& trace) {
  return std::abs(trace.footer.energy_initial) + std::abs(trace.footer.energy_final);
}

/// What the runs say about one event: its time, the energy after it, and per body that moves its
/// velocity after it.
struct EventNumbers {
  std::vector<double> times;
  std::vector<double> energies;
  std::array<std::uint32_t, 2> bodies{};                    ///< of a and b
  std::array<std::vector<std::array<double, 6>>, 2> after;  ///< by run; empty: it does not move
  std::array<std::array<double, 6>, 2> rates{};             ///< of those of B, m/s² and rad/s²
};

EventNumbers numbers_of(const MatchedEvent& event, const std::vector<Tracks>& tracks,
                        const trace::Trace& names) {
  EventNumbers out{event.times, event.energies, {event.a.body, event.b.body}, {}, {}};
  if (event.family == EventFamily::Accumulation) return out;  // told is the limit, not the state
  for (std::size_t side = 0; side < 2; ++side) {
    const std::uint32_t body = out.bodies[side];
    if (body >= names.bodies.size() || !moves(names.bodies[body])) continue;
    for (std::size_t run = 0; run < event.over.size(); ++run)
      out.after[side].push_back(velocity_after(tracks[run], body, event.over[run]));
    const std::array<double, 6> later =
        velocity_after(tracks[kRunB], body, trace::advanced(event.over[kRunB], kRateOver));
    for (std::size_t i = 0; i < 6; ++i)
      out.rates[side][i] = (later[i] - out.after[side][kRunB][i]) / kRateOver;
  }
  return out;
}

double largest_difference(const std::array<double, 6>& x, const std::array<double, 6>& y) {
  double largest = 0.0;
  for (std::size_t i = 0; i < 6; ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

/// How far the twin is from B at its events so far: in time, energy and speeds.
struct TwinGrowth {
  double time = 0.0;
  double energy = 0.0;
  double speed = 0.0;

  void include(const EventNumbers& event) {
    time = std::max(time, std::abs(event.times[kRunTwin] - event.times[kRunB]));
    energy = std::max(energy, std::abs(event.energies[kRunTwin] - event.energies[kRunB]));
    for (const auto& after : event.after)
      if (!after.empty())
        speed = std::max(speed, largest_difference(after[kRunTwin], after[kRunB]));
  }
};

/// Largest speed and angular speed of the six: what their rounding is compared with.
double speed_scale(const std::array<double, 6>& v, std::size_t i) {
  return i < 3 ? std::hypot(v[0], v[1], v[2]) : std::hypot(v[3], v[4], v[5]);
}

/// Velocities just after an event. `late`: how far off its time may be, s; they change meanwhile.
MotionEstimate motion_after(const std::string& body, const EventNumbers& numbers, std::size_t side,
                            const TwinGrowth& grown, double late, const SkinLadder& ladder) {
  MotionEstimate out{body, {}};
  const std::vector<std::array<double, 6>>& v = numbers.after[side];
  for (std::size_t i = 0; i < 6; ++i) {
    const double scale = speed_scale(v[kRunB], i);
    const double location =
        kPathSpeed * std::max(1.0, scale) + late * std::abs(numbers.rates[side][i]);
    out.velocity[i] = estimate(
        SkinReadings{v[0][i], v[1][i], v[2][i], v[3][i], v[1][i] + grown.speed, location, scale},
        ladder);
  }
  return out;
}

/// The events. What the twin adds is what it had added at its last event that is matched too: it
/// may bounce in another order.
void add_events(const MatchedEvents& matched, const MatchedEvents& with_twin, Convergence& out) {
  const trace::Trace& names = out.runs.front().trace;
  std::vector<Tracks> tracks;
  tracks.reserve(out.runs.size());
  for (const LadderRun& run : out.runs) tracks.emplace_back(run.trace);
  TwinGrowth grown;
  std::size_t seen = 0;
  for (const MatchedEvent& event : matched.events) {
    while (seen < with_twin.events.size() && with_twin.events[seen].times[0] <= event.times[0])
      grown.include(numbers_of(with_twin.events[seen++], tracks, names));
    const EventNumbers numbers = numbers_of(event, tracks, names);
    const std::vector<double>& t = numbers.times;
    const std::vector<double>& e = numbers.energies;
    EventEstimate estimated{event.family,
                            event.kind,
                            verification::name_of(event.a, names),
                            verification::name_of(event.b, names),
                            {},
                            {},
                            {}};
    estimated.time = estimate(
        SkinReadings{t[0], t[1], t[2], t[3], t[1] + grown.time, event.location, 0.0}, out.ladder);
    estimated.energy = estimate(SkinReadings{e[0], e[1], e[2], e[3], e[1] + grown.energy, 0.0,
                                             energy_scale(out.runs[kRunB].trace)},
                                out.ladder);
    for (std::size_t side = 0; side < 2; ++side)
      if (!numbers.after[side].empty())
        estimated.after.push_back(motion_after(names.bodies[numbers.bodies[side]].name, numbers,
                                               side, grown, *estimated.time.bar, out.ladder));
    out.events.push_back(std::move(estimated));
  }
}

/// How much an offset of the start has grown, at the end of the runs.
double amplification_of(const std::vector<FinalNumbers>& all) {
  double largest = 0.0;
  for (const auto& [body, runs] : all)
    for (std::size_t i = 0; i < 7; ++i)
      largest = std::max(largest, std::abs(runs[kRunTwin][i] - runs[kRunB][i]));
  return largest / kTwinOffset;
}

bool all_done(const std::vector<LadderRun>& runs) {
  return std::all_of(runs.begin(), runs.end(),
                     [](const LadderRun& run) { return is_done(run.stop); });
}

void close(const MatchedEvents& matched, Convergence& out) {
  out.end = trace::seconds(out.runs.front().trace.footer.end);
  out.answer_ends = std::min(out.end, agreement(matched));
  // Where a run stopped short, nothing is known of what comes after.
  for (const LadderRun& run : out.runs)
    if (!is_done(run.stop))
      out.answer_ends = std::min(out.answer_ends, trace::seconds(run.trace.footer.end));
}

/// Touching starts and narrow gaps may forbid a larger skin: then C and D are made with smaller
/// ones, and kept if their events agree for longer.
void try_smaller_skins(const Scene& scene, const ConvergeSettings& settings, Convergence& out,
                       MatchedEvents& matched) {
  const SkinLadder down{1.0 / out.ladder.c, 1.0 / out.ladder.d};
  std::vector<LadderRun> planned = skin_runs(scene, down);
  const std::span<LadderRun> finer(planned.data() + kRunC, 2);
  carry_out(scene, settings, finer);
  const auto exchange = [&] { std::swap_ranges(finer.begin(), finer.end(), &out.runs[kRunC]); };
  exchange();
  MatchedEvents again = match_events(traces_of(out.runs, kRunTwin));
  if (!(agreement(again) > agreement(matched))) return exchange();
  out.ladder = down;
  out.ladder_down = true;
  matched = std::move(again);
}

Convergence converge_by_skin(const Scene& scene, const ConvergeSettings& settings) {
  Convergence out;
  out.runs = skin_runs(scene, out.ladder);
  carry_out(scene, settings, out.runs);
  MatchedEvents matched = match_events(traces_of(out.runs, kRunTwin));
  const double end = trace::seconds(out.runs.front().trace.footer.end);
  if (agreement(matched) <= end || !all_done(out.runs))
    try_smaller_skins(scene, settings, out, matched);
  close(matched, out);
  if (out.answer_ends < out.end && !all_done(out.runs))
    for (double& until : matched.agrees_until) until = std::min(until, out.answer_ends);
  add_events(matched, match_events(traces_of(out.runs, kRunTwin + 1)), out);
  const std::vector<FinalNumbers> finals = final_numbers(out.runs);
  add_bodies(finals, matched, out, [&](const std::vector<double>& values, double scale) {
    return estimate(readings(values, scale), out.ladder);
  });
  out.amplification = amplification_of(finals);
  std::vector<double> energies;
  for (const LadderRun& run : out.runs) energies.push_back(run.trace.footer.energy_final);
  out.energy = out.answer_ends < out.end
                   ? without_bar(energies[0], kEventsDiffer)
                   : estimate(readings(energies, energy_scale(out.runs[kRunB].trace)), out.ladder);
  return out;
}

Convergence converge_by_steps(const Scene& scene, const ConvergeSettings& settings) {
  Convergence out;
  out.by_steps = true;
  out.runs = step_runs(scene);
  carry_out(scene, settings, out.runs);
  MatchedEvents all;  // events lie on the grid of steps: only states are compared
  all.agrees_until.assign(out.runs.front().trace.bodies.size(),
                          std::numeric_limits<double>::infinity());
  close(all, out);
  if (!all_done(out.runs)) all.agrees_until.assign(all.agrees_until.size(), out.answer_ends);
  std::vector<double> orders;
  add_bodies(final_numbers(out.runs), all, out, [&](const std::vector<double>& values, double) {
    const StepReadings x{values[0], values[1], values[2]};
    if (const auto order = observed_order(x)) orders.push_back(*order);
    return estimate(x);
  });
  if (!orders.empty()) {
    std::nth_element(orders.begin(), orders.begin() + static_cast<long>(orders.size() / 2),
                     orders.end());
    out.order = orders[orders.size() / 2];
  }
  const auto energy = [&](std::size_t i) { return out.runs[i].trace.footer.energy_final; };
  out.energy = out.answer_ends < out.end ? without_bar(energy(0), "a run stopped short")
                                         : estimate(StepReadings{energy(0), energy(1), energy(2)});
  return out;
}

double relative_bar(const Estimate& x) {
  if (!x.bar) return std::numeric_limits<double>::infinity();
  return *x.bar / std::max(1.0, std::abs(x.value));
}

}  // namespace

Convergence converge(const Scene& scene, const ConvergeSettings& settings) {
  return scene.method == Method::Oracle ? converge_by_skin(scene, settings)
                                        : converge_by_steps(scene, settings);
}

double widest_bar(const Convergence& result) {
  double widest = relative_bar(result.energy);
  for (const EventEstimate& event : result.events)
    widest = std::max(widest, relative_bar(event.time));
  for (const BodyEstimate& body : result.bodies) {
    for (const Estimate& x : body.position) widest = std::max(widest, relative_bar(x));
    for (const Estimate& x : body.orientation) widest = std::max(widest, relative_bar(x));
    for (const Estimate& x : body.velocity) widest = std::max(widest, relative_bar(x));
  }
  return widest;
}

}  // namespace rigor
