// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/integration/simulation.hpp>
#include <rigor/trace/journal.hpp>

#include "throws.hpp"

namespace rigor {
namespace {

TEST(Simulation, StepByStepIsTheSameMotionAsAWholeRun) {
  const Throw thrown = random_throw("brick", 21);
  SimulationOptions options;
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

}  // namespace
}  // namespace rigor
