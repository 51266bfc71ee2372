// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include <rigor/integration/record.hpp>

namespace rigor {

void sort_records(trace::Trace& trace) {
  std::stable_sort(trace.segments.begin(), trace.segments.end(),
                   [](const trace::Segment& a, const trace::Segment& b) {
                     return std::tie(a.start, a.body) < std::tie(b.start, b.body);
                   });
  std::stable_sort(trace.certificates.begin(), trace.certificates.end(),
                   [](const trace::Certificate& a, const trace::Certificate& b) {
                     return std::tie(a.begin, a.a, a.b) < std::tie(b.begin, b.a, b.b);
                   });
  std::stable_sort(trace.events.begin(), trace.events.end(),
                   [](const trace::Event& a, const trace::Event& b) {
                     return std::tie(a.lo, a.index) < std::tie(b.lo, b.index);
                   });
}

RecordedRun record(const Model& model, const State& initial, const SimulationOptions& options,
                   trace::Trace opening) {
  RecordedRun run;
  run.trace = std::move(opening);
  run.outcome = simulate(model, initial, options, [&run](const StepReport& step) {
    trace::Trace& to = run.trace;
    to.segments.insert(to.segments.end(), step.segments.begin(), step.segments.end());
    to.certificates.insert(to.certificates.end(), step.certificates.begin(),
                           step.certificates.end());
    to.events.insert(to.events.end(), step.events.begin(), step.events.end());
  });
  run.trace.footer = run.outcome.footer;
  run.trace.complete = true;
  sort_records(run.trace);
  return run;
}

}  // namespace rigor
