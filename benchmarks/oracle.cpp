// SPDX-License-Identifier: Apache-2.0
// The oracle on thrown dice: time of a whole run, and how it grows with the number of independent
// dice.
#include <benchmark/benchmark.h>

#include "throws.hpp"

namespace {

rigor::SimulationOptions options() {
  rigor::SimulationOptions out;
  out.stop.time = 30.0;
  return out;
}

void run(benchmark::State& state, const rigor::Throw& thrown, double per) {
  std::uint64_t segments = 0;
  std::uint64_t events = 0;
  for (auto _ : state) {
    const rigor::Outcome outcome =
        rigor::simulate(thrown.model, thrown.initial, options(), [](const rigor::StepReport&) {});
    segments += outcome.segments;
    events += outcome.events;
    if (outcome.stop != rigor::StopKind::Rest) state.SkipWithError(outcome.reason.c_str());
  }
  using benchmark::Counter;
  state.counters["segments/s"] = Counter(static_cast<double>(segments), Counter::kIsRate);
  state.counters["s/event"] =
      Counter(static_cast<double>(events), Counter::kIsRate | Counter::kInvert);
  state.counters["s/body"] = Counter(per, Counter::kIsIterationInvariantRate | Counter::kInvert);
}

void thrown_body(benchmark::State& state, const char* shape) {
  run(state, rigor::random_throw(shape, 4), 1.0);
}

void independent_dice(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  run(state, rigor::random_throw("cube", 9, count, 100.0), count);
}

}  // namespace

BENCHMARK_CAPTURE(thrown_body, cube, "cube")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_body, brick, "brick")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(thrown_body, hull50, "hull50")->Unit(benchmark::kMillisecond);
BENCHMARK(independent_dice)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
