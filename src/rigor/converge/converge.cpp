// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/converge/converge.hpp>

namespace rigor {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Whether it is the twin: what becomes of it says how far the others can be trusted, no more.
bool is_twin(const LadderRun& run) { return run.label == "twin"; }

/// Of all runs, or of all but the twin.
std::vector<const trace::Trace*> traces_of(const std::vector<LadderRun>& runs, bool with_twin) {
  std::vector<const trace::Trace*> traces;
  for (const LadderRun& run : runs)
    if (with_twin || !is_twin(run)) traces.push_back(&run.trace);
  return traces;
}

/// The end of the answer for all bodies.
double agreement(const MatchedEvents& matched) {
  double first = kNever;
  for (const double until : matched.agrees_until) first = std::min(first, until);
  return first;
}

bool all_done(const std::vector<LadderRun>& runs) {
  return std::all_of(runs.begin(), runs.end(),
                     [](const LadderRun& run) { return is_twin(run) || is_done(run.stop); });
}

/// How far the twin is from A in the last and first of the values; all the way if it stopped short.
double growth(const std::vector<LadderRun>& runs, const std::vector<double>& values) {
  return is_done(runs.back().stop) ? std::abs(values.back() - values.front()) : kNever;
}

Estimate without_bar(double value, std::string reason) { return {value, {}, std::move(reason)}; }

/// What the runs say of number i of a body.
Reading reading_of(const BodyReadings& body, std::size_t i, double size, const Convergence& out) {
  Reading reading;
  for (const BodyNumbers& of_run : body.runs) reading.values.push_back(of_run[i]);
  reading.scale = scale_of(body.runs.front(), i, size, out.end);
  if (out.ladder.by_steps) return reading;
  reading.grown = growth(out.runs, reading.values);
  reading.values.pop_back();
  return reading;
}

/// The state at one instant, from the readings of all runs.
StateEstimate estimate_state(double time, const std::vector<BodyReadings>& all,
                             const MatchedEvents& matched, const Convergence& out) {
  StateEstimate state{time, {}};
  for (const BodyReadings& body : all) {
    const trace::Body& named = out.runs.front().trace.bodies[body.body];
    BodyEstimate estimated;
    estimated.name = named.name;
    estimated.agrees_until = matched.agrees_until[body.body];
    const double size = size_of(named);
    for (std::size_t i = 0; i < std::tuple_size_v<BodyNumbers>; ++i)
      number_of(estimated, i) =
          estimated.agrees_until <= time
              ? without_bar(body.runs.front()[i], "the events of the runs differ before")
              : estimate(reading_of(body, i, size, out), out.ladder);
    state.bodies.push_back(std::move(estimated));
  }
  return state;
}

/// How much an offset of the start has grown, at the end of the runs.
double amplification_of(const std::vector<BodyReadings>& all) {
  double largest = 0.0;
  for (const BodyReadings& body : all)
    for (std::size_t i = 0; i < kFirstVelocity; ++i)
      largest = std::max(largest, std::abs(body.runs.back()[i] - body.runs.front()[i]));
  return largest / kTwinOffset;
}

/// The median of the orders that the numbers show.
std::optional<double> order_of(const std::vector<BodyReadings>& all) {
  std::vector<double> orders;
  for (const BodyReadings& body : all)
    for (std::size_t i = 0; i < std::tuple_size_v<BodyNumbers>; ++i)
      if (const auto order =
              observed_order({body.runs[0][i], body.runs[1][i], body.runs[2][i], 0.0}))
        orders.push_back(*order);
  if (orders.empty()) return {};
  const auto middle = orders.begin() + static_cast<long>(orders.size() / 2);
  std::nth_element(orders.begin(), middle, orders.end());
  return *middle;
}

Estimate estimate_energy(const Convergence& out) {
  Reading reading;
  for (const LadderRun& run : out.runs) reading.values.push_back(run.trace.footer.energy_final);
  if (out.answer_ends < out.end)
    return without_bar(reading.values.front(), "the runs differ before");
  if (!out.ladder.by_steps) {
    reading.grown = growth(out.runs, reading.values);
    reading.values.pop_back();
    reading.scale = energy_scale(out.runs[kRunB].trace);
  }
  return estimate(reading, out.ladder);
}

/// Touching starts and narrow gaps may forbid a larger skin: then C and D are made with smaller
/// ones, and kept if their events agree for longer.
void try_smaller_skins(const Scene& scene, const ConvergeSettings& settings, Convergence& out,
                       MatchedEvents& matched) {
  const SkinLadder down{1.0 / out.ladder.skins.c, 1.0 / out.ladder.skins.d};
  std::vector<LadderRun> planned = skin_runs(scene, down);
  const std::span<LadderRun> finer(planned.data() + kRunC, 2);
  carry_out(scene, settings, finer);
  const auto exchange = [&] { std::swap_ranges(finer.begin(), finer.end(), &out.runs[kRunC]); };
  exchange();
  MatchedEvents again = match_events(traces_of(out.runs, false));
  if (!(agreement(again) > agreement(matched))) return exchange();
  out.ladder.skins = down;
  out.ladder_down = true;
  matched = std::move(again);
}

/// The oracle's runs and what their events say.
MatchedEvents run_skins(const Scene& scene, const ConvergeSettings& settings, Convergence& out) {
  out.runs = skin_runs(scene, out.ladder.skins);
  carry_out(scene, settings, out.runs);
  MatchedEvents matched = match_events(traces_of(out.runs, false));
  const double end = trace::seconds(out.runs.front().trace.footer.end);
  if (agreement(matched) <= end || !all_done(out.runs))
    try_smaller_skins(scene, settings, out, matched);
  return matched;
}

/// Runs of a method that steps in time. Near rest their events depend on the step; that says
/// nothing against their states, which converge or not.
MatchedEvents run_steps(const Scene& scene, const ConvergeSettings& settings, Convergence& out) {
  out.ladder.by_steps = true;
  out.runs = step_runs(scene);
  carry_out(scene, settings, out.runs);
  MatchedEvents matched = match_events(traces_of(out.runs, false));
  matched.agrees_until.assign(matched.agrees_until.size(), kNever);
  return matched;
}

/// Where the answer ends. Where a run stopped short, nothing is known of what comes after.
void find_end(MatchedEvents& matched, Convergence& out) {
  out.end = trace::seconds(out.runs.front().trace.footer.end);
  double first = std::min(out.end, agreement(matched));
  for (const LadderRun& run : out.runs)
    if (!is_twin(run) && !is_done(run.stop))
      first = std::min(first, trace::seconds(run.trace.footer.end));
  out.answer_ends = first;
  if (first < out.end && !all_done(out.runs))
    for (double& until : matched.agrees_until) until = std::min(until, first);
}

double relative_bar(const Estimate& x) {
  return x.bar ? *x.bar / std::max(1.0, std::abs(x.value)) : kNever;
}

}  // namespace

Convergence converge(const Scene& scene, const ConvergeSettings& settings) {
  Convergence out;
  MatchedEvents matched = scene.method == Method::Oracle ? run_skins(scene, settings, out)
                                                         : run_steps(scene, settings, out);
  find_end(matched, out);
  std::vector<Tracks> tracks;
  tracks.reserve(out.runs.size());
  for (const LadderRun& run : out.runs) tracks.emplace_back(run.trace);
  const MatchedEvents with_twin =
      out.ladder.by_steps ? MatchedEvents{} : match_events(traces_of(out.runs, true));
  out.events = estimate_events(matched, with_twin, {out.runs, tracks}, out.ladder);
  for (const double time : settings.at)
    out.states.push_back(estimate_state(time, readings_at(out.runs, tracks, time), matched, out));
  const std::vector<BodyReadings> last = readings_at(out.runs, tracks, kNever);
  out.last = estimate_state(out.end, last, matched, out);
  if (out.ladder.by_steps)
    out.order = order_of(last);
  else if (is_done(out.runs.back().stop))
    out.amplification = amplification_of(last);
  out.energy = estimate_energy(out);
  return out;
}

double widest_bar(const Convergence& result) {
  double widest = relative_bar(result.energy);
  for (const EventEstimate& event : result.events)
    widest = std::max(widest, relative_bar(event.time));
  for (BodyEstimate body : result.last.bodies)
    for (std::size_t i = 0; i < std::tuple_size_v<BodyNumbers>; ++i)
      widest = std::max(widest, relative_bar(number_of(body, i)));
  return widest;
}

}  // namespace rigor
