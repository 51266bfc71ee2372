// SPDX-License-Identifier: Apache-2.0
// The exact checker on the sizes it was made for: one die of the simulator from throw to rest, a
// crowd of bodies, a body of many vertices.
#include <benchmark/benchmark.h>

#include <rigor/verification/verify.hpp>

#include "verification/real_traces.hpp"

namespace rigor::verification {
namespace {

void prove(benchmark::State& state, const Trace& trace) {
  Verdict verdict;
  for (auto _ : state) verdict = verify(trace);
  if (verdict.status != Status::Proved) state.SkipWithError("not proved");
  state.counters["segments"] = static_cast<double>(trace.segments.size());
  state.counters["certificates"] = static_cast<double>(trace.certificates.size());
}

void one_die(benchmark::State& state) { prove(state, real_trace("b02")); }

void rocking_block(benchmark::State& state) { prove(state, real_trace("b17")); }

void hundred_bodies(benchmark::State& state) { prove(state, rocking_cubes(10, 10, 40, 0.05, 12)); }

void thousand_vertices(benchmark::State& state) { prove(state, rolling_prism(500, 300, 0.05, 12)); }

BENCHMARK(one_die)->Unit(benchmark::kMillisecond);
BENCHMARK(rocking_block)->Unit(benchmark::kMillisecond);
BENCHMARK(hundred_bodies)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(thousand_vertices)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace rigor::verification

BENCHMARK_MAIN();
