// SPDX-License-Identifier: Apache-2.0
// The oracle: time of a whole run of a thrown body, how it grows with the number of independent
// dice, and what an event costs in stacks.
#include <benchmark/benchmark.h>

#include "collisions.hpp"
#include "throws.hpp"

namespace {

rigor::SimulationOptions options(rigor::Law law = rigor::Law::NoSlip) {
  rigor::SimulationOptions out;
  out.law = law;
  out.stop.time = 30.0;
  return out;
}

void run(benchmark::State& state, const rigor::Throw& thrown, double per,
         const rigor::SimulationOptions& options) {
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    const rigor::Outcome outcome =
        rigor::simulate(thrown.model, thrown.initial, options, [](const rigor::StepReport&) {});
    segments += outcome.segments;
    events += outcome.events;
    if (!is_done(outcome.stop)) state.SkipWithError(outcome.reason.c_str());
  }
  using benchmark::Counter;
  state.counters["segments/s"] = Counter(static_cast<double>(segments), Counter::kIsRate);
  state.counters["s/event"] =
      Counter(static_cast<double>(events), Counter::kIsRate | Counter::kInvert);
  state.counters["s/body"] = Counter(per, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void thrown_body(benchmark::State& state, const char* shape) {
  run(state, rigor::random_throw(shape, 4), 1.0, options());
}

/// The same throws with friction; beside thrown_body this is what stick and slip cost.
void thrown_with_friction(benchmark::State& state, const char* shape, double mu) {
  rigor::Throw thrown = rigor::random_throw(shape, 4);
  for (rigor::Surface& surface : thrown.model.surfaces) surface.friction = mu;
  run(state, thrown, 1.0, options(rigor::Law::Coulomb));
}

void independent_dice(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  run(state, rigor::random_throw("cube", 9, count, 100.0), count, options());
}

/// Unit cubes above each other, each tilted a little, 12 mm apart; a die may be thrown onto them.
rigor::Throw tilted_stack(int count, bool with_die) {
  rigor::Random random(3, 5);
  rigor::ModelDescription description;
  const int bodies = count + (with_die ? 1 : 0);
  for (int i = 0; i < bodies; ++i)
    description.links.push_back(rigor::collision_parts::link(
        "box" + std::to_string(i), rigor::unwrap(rigor::make_box(rigor::Vector3::Constant(0.5))),
        false));
  description.half_spaces.push_back({"ground", rigor::HalfSpace{}, ""});
  rigor::Throw out{std::get<rigor::Model>(build(description)), {}};
  out.initial = neutral_state(out.model);
  for (int i = 0; i < bodies; ++i) {
    const bool die = i == count;
    const rigor::Vector3 p(0.0, 0.0, die ? count + 1.5 : 0.512 + 1.012 * i);
    const rigor::Quaternion q = die ? rigor::random_rotation(random)
                                    : rigor::exp_rotation(rigor::random_vector(random, 0.004));
    const rigor::Link& link = out.model.links[i];
    out.initial.q.segment<7>(link.first_q) << p, q.w(), q.x(), q.y(), q.z();
  }
  return out;
}

void falling_stack(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  rigor::SimulationOptions brief = options();
  brief.stop.time = 0.15;
  run(state, tilted_stack(count, false), count, brief);
}

/// Boxes that rattle on each other under Coulomb's law: what one impact costs, by s/event, beside
/// falling_stack, which has no friction and no rebound.
void rattling_stack(benchmark::State& state) {
  rigor::Throw stack = tilted_stack(static_cast<int>(state.range(0)), false);
  for (rigor::Surface& surface : stack.model.surfaces) {
    surface.friction = 0.4;
    surface.restitution = 0.4;
  }
  rigor::SimulationOptions brief = options(rigor::Law::Coulomb);
  brief.stop.time = 0.15;
  run(state, stack, static_cast<double>(state.range(0)), brief);
}

void die_on_a_stack(benchmark::State& state) {
  rigor::SimulationOptions brief = options();
  brief.stop.time = 1.5;
  run(state, tilted_stack(3, true), 4.0, brief);
}

}  // namespace

BENCHMARK_CAPTURE(thrown_body, cube, "cube")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_body, brick, "brick")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_body, hull50, "hull50")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_with_friction, cube_mu_02, "cube", 0.2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_with_friction, cube_mu_10, "cube", 1.0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_with_friction, brick_mu_05, "brick", 0.5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_with_friction, hull50_mu_05, "hull50", 0.5)->Unit(benchmark::kMillisecond);
BENCHMARK(independent_dice)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(falling_stack)->Arg(2)->Arg(5)->Arg(10)->Arg(20)->Unit(benchmark::kMillisecond);
BENCHMARK(rattling_stack)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(die_on_a_stack)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
