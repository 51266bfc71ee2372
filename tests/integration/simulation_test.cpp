// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/simulation.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/verification/verify.hpp>

#include "integration/run_scene.hpp"
#include "temporary_folder.hpp"
#include "throws.hpp"

namespace rigor {
namespace {

TEST(Simulation, StepByStepIsTheSameMotionAsAWholeRun) {
  const Throw thrown = random_throw("brick", 21);
  SimulationOptions options;
  options.law = Law::NoSlip;
  options.stop.time = 30.0;
  const RecordedRun whole = record(thrown.model, thrown.initial, options, {});

  Simulation simulation(thrown.model, thrown.initial, options);
  trace::Trace collected;
  trace::Time last;
  int steps = 0;
  for (;;) {
    const auto next = simulation.step();
    if (const auto* outcome = std::get_if<Outcome>(&next)) {
      EXPECT_EQ(outcome->stop, StopKind::Rest);
      EXPECT_EQ(outcome->final_state.q, whole.outcome.final_state.q);
      break;
    }
    const auto& report = std::get<StepReport>(next);
    EXPECT_GE(report.time, last);
    last = report.time;
    collected.segments.insert(collected.segments.end(), report.segments.begin(),
                              report.segments.end());
    ++steps;
  }
  trace::sort_records(collected);
  EXPECT_GT(steps, 5);
  EXPECT_EQ(collected.segments, whole.trace.segments);
  // Once over, it stays over.
  EXPECT_TRUE(std::holds_alternative<Outcome>(simulation.step()));
}

TEST(Simulation, EveryStepEndsAtItsEvent) {
  const Throw thrown = random_throw("cube", 22);
  SimulationOptions options;
  options.law = Law::NoSlip;
  options.stop.time = 30.0;
  Simulation simulation(thrown.model, thrown.initial, options);
  for (;;) {
    const auto next = simulation.step();
    if (std::holds_alternative<Outcome>(next)) break;
    const auto& report = std::get<StepReport>(next);
    for (const trace::Event& event : report.events) EXPECT_LE(event.lo, report.time);
    for (const trace::Segment& segment : report.segments) {
      EXPECT_LT(segment.start, segment.end);
    }
  }
}

/// What is on the disk after each step of a run with a fixed body, were it killed there.
TEST(Simulation, ARunWithAFixedBodyIsProvedWhereverItIsCut) {
  const BuiltScene built = build(load_scene(RIGOR_SCENES "/two-spinning-boxes.yaml"));
  SimulationOptions options;
  options.law = Law::NoSlip;
  options.stop.time = 1.0;
  const TemporaryFolder folder;
  const auto file = folder / "trace.part";
  trace::JournalWriter journal(file, trace_prelude(built.model, built.initial, options));
  Simulation simulation(built.model, built.initial, options);
  int proved = 0;
  for (int step = 0; step < 20; ++step) {
    const auto next = simulation.step();
    if (std::holds_alternative<Outcome>(next)) break;
    const auto& report = std::get<StepReport>(next);
    for (const trace::Segment& segment : report.segments) journal.append(segment);
    for (const trace::Certificate& certificate : report.certificates) journal.append(certificate);
    for (const trace::Event& event : report.events) journal.append(event);
    const trace::Trace cut = trace::read_journal(file).trace;
    if (!(cut.header.start < cut.footer.end)) continue;  // a body without a segment yet
    const verification::Verdict verdict = verification::verify(cut);
    EXPECT_EQ(verdict.status, verification::Status::Proved) << verification::text_of(verdict, cut);
    ++proved;
  }
  EXPECT_GE(proved, 2);
}

}  // namespace
}  // namespace rigor
