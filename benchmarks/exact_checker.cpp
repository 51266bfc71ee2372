// SPDX-License-Identifier: Apache-2.0
// The exact checker on the sizes it was made for: one die of the simulator from throw to rest, a
// crowd of bodies, a body of many vertices, many bodies in many steps.
#include <benchmark/benchmark.h>

#include <rigor/verification/verify.hpp>

#include "verification/crowd_traces.hpp"
#include "verification/real_traces.hpp"

namespace rigor::verification {
namespace {

void prove(benchmark::State& state, const Trace& trace, int threads = 1) {
  Verdict verdict;
  Options options;
  options.workshop.threads = threads;
  for (auto _ : state) verdict = verify(trace, options);
  if (verdict.status != Status::Proved) state.SkipWithError("not proved");
  state.counters["segments"] = static_cast<double>(trace.segments.size());
  state.counters["certificates"] = static_cast<double>(trace.certificates.size());
}

void one_die(benchmark::State& state) { prove(state, real_trace("b02")); }

void rocking_block(benchmark::State& state) { prove(state, real_trace("b17")); }

void hundred_bodies(benchmark::State& state) { prove(state, rocking_cubes(10, 10, 40, 0.05, 12)); }

void thousand_vertices(benchmark::State& state) { prove(state, rolling_prism(500, 300, 0.05, 12)); }

/// Straight segments of 0.01 s and a certificate for each step of each near pair, as methods of
/// first order write them: bodies = rows² layers, threads.
void stepped_crowd(benchmark::State& state) {
  Crowd crowd;
  crowd.rows = static_cast<int>(state.range(0));
  crowd.layers = static_cast<int>(state.range(1));
  crowd.steps = static_cast<int>(state.range(2));
  prove(state, crowd.trace(), static_cast<int>(state.range(3)));
}

BENCHMARK(one_die)->Unit(benchmark::kMillisecond);
BENCHMARK(rocking_block)->Unit(benchmark::kMillisecond);
BENCHMARK(hundred_bodies)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(thousand_vertices)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(stepped_crowd)
    ->ArgNames({"rows", "layers", "steps", "threads"})
    ->ArgsProduct({{5}, {5}, {100}, {1, 2}})
    ->Args({10, 10, 100, 2})
    ->Unit(benchmark::kSecond)
    ->Iterations(1)
    ->UseRealTime();

}  // namespace
}  // namespace rigor::verification

BENCHMARK_MAIN();
