// SPDX-License-Identifier: Apache-2.0
#include <rigor/run/record.hpp>
#include <rigor/trace/journal.hpp>

namespace rigor {

RecordedRun record(const Model& model, const State& initial, const SimulationOptions& options,
                   trace::Trace opening, const Observer& observer) {
  RecordedRun run;
  run.trace = std::move(opening);
  run.outcome = simulate(model, initial, options, [&](const StepReport& step) {
    trace::Trace& to = run.trace;
    to.segments.insert(to.segments.end(), step.segments.begin(), step.segments.end());
    to.certificates.insert(to.certificates.end(), step.certificates.begin(),
                           step.certificates.end());
    to.forces.insert(to.forces.end(), step.forces.begin(), step.forces.end());
    to.joint_forces.insert(to.joint_forces.end(), step.joint_forces.begin(),
                           step.joint_forces.end());
    to.events.insert(to.events.end(), step.events.begin(), step.events.end());
    if (observer) observer(step);
  });
  run.trace.footer = run.outcome.footer;
  run.trace.header.certified = run.outcome.certified;
  run.trace.complete = run.outcome.stop != StopKind::Interrupted;
  trace::sort_records(run.trace);
  return run;
}

}  // namespace rigor
