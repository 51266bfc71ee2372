// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <thread>

#include <rigor/converge/converge.hpp>
#include <rigor/random.hpp>
#include <rigor/report/track.hpp>
#include <rigor/run/record.hpp>
#include <rigor/run/simulation_options.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/verification/verdict.hpp>

namespace rigor {
namespace {

constexpr double kFinerTol = 1e-2;
constexpr double kLeastTol = 1e-14;  // what a scene may ask for
constexpr double kLeastSkin = 1e-11;
constexpr double kMostSkin = 1e-3;
constexpr std::uint64_t kTwinSeed = 1;
constexpr double kShortest = 1e-7;  // s: rounding of 1e-16 m is a speed of 1e-9 m/s there

/// Runs A, B, C, D and the twin, in this order.
constexpr std::size_t kB = 1;
constexpr std::size_t kTwin = 4;

/// A body's size: the largest distance of its vertices from its origin.
double size_of(const Link& link) {
  double size = 0.0;
  for (const Piece& piece : link.pieces)
    for (const Vector3& vertex : piece.shape.vertices()) size = std::max(size, vertex.norm());
  return size > 0.0 ? size : 1.0;
}

/// Moves and turns every free body, and every joint, by kTwinOffset of its size in random
/// directions.
void move_start(const Model& model, State& state) {
  Random random(kTwinSeed);
  for (const Link& link : model.links) {
    if (link.fixed_to_world || link.path) continue;
    const bool free = std::holds_alternative<Free>(link.joint);
    const int plain = free ? 3 : coordinate_count(link.joint);
    const double size = free ? size_of(link) : 1.0;
    if (!free && std::holds_alternative<Spherical>(link.joint)) continue;
    for (int i = 0; i < plain; ++i)
      state.q[link.first_q + i] += kTwinOffset * size * random.uniform(-1.0, 1.0);
    if (!free) continue;
    Eigen::Vector4d q = state.q.segment<4>(link.first_q + 3);
    for (int i = 0; i < 4; ++i) q[i] += 0.5 * kTwinOffset * random.uniform(-1.0, 1.0);
    state.q.segment<4>(link.first_q + 3) = q.normalized();
  }
}

LadderRun planned(const Scene& scene, std::string label, double tol, double skin, double step) {
  LadderRun run;
  run.label = std::move(label);
  run.tol = std::clamp(tol, kLeastTol, scene.tol);
  run.skin = std::clamp(skin, kLeastSkin, kMostSkin);
  run.step = step;
  return run;
}

void carry_out(const Scene& scene, const ConvergeSettings& settings, LadderRun& run) {
  Scene changed = scene;
  changed.tol = run.tol;
  changed.skin = run.skin;
  changed.stepping.step = run.step;
  // What touches at the user's skin is opened at every skin.
  changed.start_tolerance = std::max(scene.start_tolerance, 2.0 * run.skin);
  BuiltScene built = build(changed);
  if (run.label == "twin") move_start(built.model, built.initial);
  SimulationOptions options = simulation_options(changed);
  options.interrupted = settings.interrupted;
  trace::Trace opening = trace_prelude(built.model, built.initial, options);
  opening.header.scene_name = scene.name;
  RecordedRun recorded = record(built.model, built.initial, options, std::move(opening));
  run.stop = recorded.outcome.stop;
  run.reason = recorded.outcome.reason;
  run.trace = std::move(recorded.trace);
}

/// All runs, each by one thread at a time; which thread makes which run changes nothing.
void carry_out(const Scene& scene, const ConvergeSettings& settings, std::vector<LadderRun>& runs) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> failures(runs.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < runs.size(); i = next++) {
      try {
        carry_out(scene, settings, runs[i]);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 1; i < std::min<int>(settings.threads, static_cast<int>(runs.size())); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

std::vector<LadderRun> skin_runs(const Scene& scene, const SkinLadder& ladder) {
  const double fine = scene.tol * kFinerTol;
  const double step = scene.stepping.step;
  return {planned(scene, "A", scene.tol, scene.skin, step),
          planned(scene, "B", fine, scene.skin, step),
          planned(scene, "C", fine, ladder.c * scene.skin, step),
          planned(scene, "D", fine, ladder.d * scene.skin, step),
          planned(scene, "twin", fine, scene.skin, step)};
}

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

/// The state of a body when a run is over: position, quaternion, velocities.
using Numbers = std::array<double, 13>;

Numbers final_numbers(const trace::Trace& trace, const Tracks& tracks, std::uint32_t body) {
  Numbers out{};
  const trace::Segment* segment = tracks.segment(body, trace.footer.end, Limit::Before);
  if (segment == nullptr) return out;
  // Velocities are derivatives of the path; those of a segment of a few ticks of the clock are
  // rounding, so the one before it tells.
  while (segment->index > 0 && trace::elapsed(segment->start, segment->end) < kShortest)
    segment = tracks.segment(body, segment->index - 1);
  const TrackPoint point = track_point(
      *segment, trace::elapsed(segment->start, std::min(segment->end, trace.footer.end)));
  const std::array<double, 4> q = wxyz(point.X_WB.rotation);
  for (int i = 0; i < 3; ++i) {
    out[i] = point.X_WB.translation[i];
    out[7 + i] = point.V_WB.linear[i];
    out[10 + i] = point.V_WB.angular[i];
  }
  for (int i = 0; i < 4; ++i) out[3 + i] = q[static_cast<std::size_t>(i)];
  return out;
}

/// q and -q are one orientation: that of `like` is taken.
Numbers aligned(Numbers numbers, const Numbers& like) {
  double product = 0.0;
  for (std::size_t i = 3; i < 7; ++i) product += numbers[i] * like[i];
  if (product < 0.0)
    for (std::size_t i = 3; i < 7; ++i) numbers[i] = -numbers[i];
  return numbers;
}

bool moves(const trace::Body& body) {
  return body.kind == trace::BodyKind::Free || body.kind == trace::BodyKind::Link;
}

/// Hands each body that moves and its final numbers in every run to `take`.
template <class Take>
void for_each_body(const std::vector<LadderRun>& runs, Take take) {
  std::vector<Tracks> tracks;
  tracks.reserve(runs.size());
  for (const LadderRun& run : runs) tracks.emplace_back(run.trace);
  const trace::Trace& first = runs.front().trace;
  for (std::uint32_t body = 0; body < first.bodies.size(); ++body) {
    if (!moves(first.bodies[body])) continue;
    std::vector<Numbers> numbers;
    for (std::size_t i = 0; i < runs.size(); ++i)
      numbers.push_back(final_numbers(runs[i].trace, tracks[i], body));
    for (Numbers& of_run : numbers) of_run = aligned(of_run, numbers.back());
    take(body, numbers);
  }
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
double scale_of(const Numbers& numbers, std::size_t i, double size, double end) {
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
void add_bodies(const MatchedEvents& matched, Convergence& out, Of of) {
  for_each_body(out.runs, [&](std::uint32_t index, const std::vector<Numbers>& numbers) {
    BodyEstimate body;
    body.name = out.runs.front().trace.bodies[index].name;
    body.agrees_until = matched.agrees_until[index];
    const double shape = size_of(out.runs.front().trace.bodies[index]);
    for (std::size_t i = 0; i < std::tuple_size_v<Numbers>; ++i) {
      std::vector<double> values;
      for (const Numbers& of_run : numbers) values.push_back(of_run[i]);
      place(body.agrees_until <= out.end ? without_bar(values.front(), kEventsDiffer)
                                         : of(values, scale_of(numbers.front(), i, shape, out.end)),
            i, body);
    }
    out.bodies.push_back(std::move(body));
  });
}

SkinReadings readings(const std::vector<double>& values, double scale) {
  return {values[0], values[1], values[2], values[3], values[4], 0.0, scale};
}

/// The times of the events. What the twin adds is what it had added at its last event that is
/// matched too: it may bounce in another order.
void add_events(const MatchedEvents& matched, const MatchedEvents& with_twin, Convergence& out) {
  const trace::Trace& names = out.runs.front().trace;
  double grown = 0.0;
  std::size_t seen = 0;
  for (const MatchedEvent& event : matched.events) {
    while (seen < with_twin.events.size() && with_twin.events[seen].times[0] <= event.times[0]) {
      const std::vector<double>& times = with_twin.events[seen++].times;
      grown = std::max(grown, std::abs(times[kTwin] - times[kB]));
    }
    const std::vector<double>& t = event.times;
    out.events.push_back(
        {event.family, event.kind, verification::name_of(event.a, names),
         verification::name_of(event.b, names),
         estimate(SkinReadings{t[0], t[1], t[2], t[3], t[1] + grown, event.location}, out.ladder)});
  }
}

/// How much an offset of the start has grown, at the end of the runs.
double amplification_of(const Convergence& out) {
  double largest = 0.0;
  for_each_body(out.runs, [&](std::uint32_t, const std::vector<Numbers>& numbers) {
    for (std::size_t i = 0; i < 7; ++i)
      largest = std::max(largest, std::abs(numbers[kTwin][i] - numbers[kB][i]));
  });
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

/// Energies are differences of what falls and what moves.
double energy_scale(const trace::Trace& trace) {
  return std::abs(trace.footer.energy_initial) + std::abs(trace.footer.energy_final);
}

Convergence converge_by_skin(const Scene& scene, const ConvergeSettings& settings) {
  Convergence out;
  out.runs = skin_runs(scene, out.ladder);
  carry_out(scene, settings, out.runs);
  MatchedEvents matched = match_events(traces_of(out.runs, kTwin));
  const double end = trace::seconds(out.runs.front().trace.footer.end);
  // Touching starts and narrow gaps may forbid a larger skin: then smaller ones are tried.
  if (agreement(matched) <= end || !all_done(out.runs)) {
    const SkinLadder down{1.0 / out.ladder.c, 1.0 / out.ladder.d};
    std::vector<LadderRun> runs = skin_runs(scene, down);
    runs[0] = std::move(out.runs[0]);
    runs[1] = std::move(out.runs[1]);
    runs[kTwin] = std::move(out.runs[kTwin]);
    std::vector<LadderRun> finer(runs.begin() + 2, runs.begin() + 4);
    carry_out(scene, settings, finer);
    std::move(finer.begin(), finer.end(), runs.begin() + 2);
    MatchedEvents again = match_events(traces_of(runs, kTwin));
    if (agreement(again) > agreement(matched)) {
      out.ladder = down;
      out.ladder_down = true;
      matched = std::move(again);
      out.runs = std::move(runs);
    } else {
      out.runs[0] = std::move(runs[0]);
      out.runs[1] = std::move(runs[1]);
      out.runs[kTwin] = std::move(runs[kTwin]);
    }
  }
  close(matched, out);
  if (out.answer_ends < out.end)
    for (double& until : matched.agrees_until)
      if (!all_done(out.runs)) until = std::min(until, out.answer_ends);
  add_events(matched, match_events(traces_of(out.runs, kTwin + 1)), out);
  add_bodies(matched, out, [&](const std::vector<double>& values, double scale) {
    return estimate(readings(values, scale), out.ladder);
  });
  out.amplification = amplification_of(out);
  std::vector<double> energies;
  for (const LadderRun& run : out.runs) energies.push_back(run.trace.footer.energy_final);
  out.energy = out.answer_ends < out.end
                   ? without_bar(energies[0], kEventsDiffer)
                   : estimate(readings(energies, energy_scale(out.runs[kB].trace)), out.ladder);
  return out;
}

Convergence converge_by_steps(const Scene& scene, const ConvergeSettings& settings) {
  Convergence out;
  out.by_steps = true;
  const double h = scene.stepping.step;
  out.runs = {planned(scene, "h", scene.tol, scene.skin, h),
              planned(scene, "h/2", scene.tol, scene.skin, h / 2),
              planned(scene, "h/4", scene.tol, scene.skin, h / 4)};
  carry_out(scene, settings, out.runs);
  MatchedEvents all;  // events lie on the grid of steps: only states are compared
  all.agrees_until.assign(out.runs.front().trace.bodies.size(),
                          std::numeric_limits<double>::infinity());
  close(all, out);
  if (!all_done(out.runs)) all.agrees_until.assign(all.agrees_until.size(), out.answer_ends);
  std::vector<double> orders;
  add_bodies(all, out, [&](const std::vector<double>& values, double) {
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
