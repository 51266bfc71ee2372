// SPDX-License-Identifier: Apache-2.0
// Random throws: everything comes to rest, every record is proved, energy never rises. The campaign
// is experiments/throws.
#include "throws.hpp"

#include <gtest/gtest.h>

#include <rigor/verification/verify.hpp>

namespace rigor {
namespace {

SimulationOptions options_for(Law law) {
  SimulationOptions options;
  options.law = law;
  options.stop.time = 30.0;
  return options;
}

RecordedRun run_throw(const Throw& thrown, const SimulationOptions& options) {
  return record(thrown.model, thrown.initial, options,
                trace_prelude(thrown.model, thrown.initial, options));
}

void expect_proved(const RecordedRun& run, const std::string& what) {
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << what << "\n"
      << verification::text_of(verdict, run.trace);
  EXPECT_GT(verdict.min_gap, 0.98e-8) << what;
}

/// Σ m g β δ per event, plus the integration tolerance per segment.
double allowed_gain(const RecordedRun& run) {
  return 9.81 * 0.01 * 1e-8 * static_cast<double>(run.outcome.events + 1) +
         1e-9 * static_cast<double>(run.outcome.segments);
}

class Throws : public testing::TestWithParam<const char*> {};

TEST_P(Throws, ComeToRestAndAreProved) {
  const std::string shape = GetParam();
  std::uint64_t segments = 0;
  std::uint64_t changes = 0;
  std::uint64_t events = 0;
  for (std::uint64_t seed = 1000; seed < 1004; ++seed) {
    const RecordedRun run = run_throw(random_throw(shape, seed), options_for(Law::NoSlip));
    const std::string what = shape + " seed " + std::to_string(seed);
    EXPECT_EQ(run.outcome.stop, StopKind::Rest) << what << ": " << run.outcome.reason;
    EXPECT_LE(run.outcome.footer.energy_max_gain, allowed_gain(run)) << what;
    EXPECT_LT(run.outcome.footer.energy_final, run.outcome.footer.energy_initial) << what;
    expect_proved(run, what);
    segments += run.outcome.segments;
    changes += run.outcome.footer.manifold_changes;
    events += run.outcome.events;
  }
  EXPECT_GT(changes, 4U);
  // Two segments an event, and four a throw for the first flight, ten radians or more of tumbling.
  EXPECT_LE(segments, 2 * events + 16) << shape;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Throws, testing::ValuesIn(kThrownShapes),
                         [](const auto& shape) { return std::string(shape.param); });

TEST(ThrowsUnderLaws, FrictionlessViscousAndActiveNoSlipAreProvedToo) {
  for (const Law law : {Law::Frictionless, Law::NoSlipActive, Law::Viscous}) {
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      SimulationOptions options = options_for(law);
      options.stop.time = 4.0;  // frictionless bodies slide for ever
      Throw thrown = random_throw("brick", seed);
      for (Surface& surface : thrown.model.surfaces) surface.viscous = 2.0;
      const RecordedRun run = run_throw(thrown, options);
      const std::string what = std::string(name(law)) + " seed " + std::to_string(seed);
      EXPECT_TRUE(is_done(run.outcome.stop)) << what << ": " << run.outcome.reason;
      EXPECT_LE(run.outcome.footer.energy_max_gain, allowed_gain(run)) << what;
      expect_proved(run, what);
    }
  }
}

TEST(ThrowsTogether, ManyDiceAreProvedApart) {
  const RecordedRun run = run_throw(random_throw("cube", 3, 4, 80.0), options_for(Law::NoSlip));
  EXPECT_EQ(run.outcome.stop, StopKind::Rest) << run.outcome.reason;
  expect_proved(run, "four dice");
}

TEST(ThrowsTogether, EachDieMovesAsIfItWereAlone) {
  const Throw together = random_throw("cube", 3, 4, 80.0);
  const RecordedRun all = run_throw(together, options_for(Law::NoSlip));
  for (std::size_t i = 0; i < 4; ++i) {
    Throw alone = random_throw("cube", 3, 1);
    const Link& link = together.model.links[i];
    alone.initial.q = together.initial.q.segment<7>(link.first_q);
    alone.initial.v = together.initial.v.segment<6>(link.first_v);
    const RecordedRun one = run_throw(alone, options_for(Law::NoSlip));
    EXPECT_EQ(one.outcome.final_state.q, all.outcome.final_state.q.segment<7>(link.first_q));
  }
}

TEST(ThrowsTogether, BodiesThatMeetInFlightExchangeMomentum) {
  // Two cubes thrown at each other, face on: after the inelastic impact they fall together.
  Throw thrown = random_throw("cube", 5, 2, 0.0);
  thrown.initial.q.head<7>() << -2.0, 0.0, 3.0, 1.0, 0.0, 0.0, 0.0;
  thrown.initial.q.segment<7>(7) << 2.0, 0.0, 3.0, 1.0, 0.0, 0.0, 0.0;
  thrown.initial.v.setZero();
  thrown.initial.v[0] = 8.0;
  thrown.initial.v[6] = -4.0;
  SimulationOptions options = options_for(Law::Frictionless);
  options.stop.time = 0.5;
  const RecordedRun run = run_throw(thrown, options);
  ASSERT_EQ(run.outcome.stop, StopKind::Time) << run.outcome.reason;
  ASSERT_GE(run.trace.events.size(), 1U);
  EXPECT_EQ(run.trace.events[0].kind, trace::EventKind::Impact);
  EXPECT_NEAR(trace::seconds(run.trace.events[0].lo), 3.0 / 12.0, 1e-8);
  EXPECT_NEAR(run.outcome.final_state.v[0], 2.0, 1e-12);
  EXPECT_NEAR(run.outcome.final_state.v[6], 2.0, 1e-12);
  const verification::Verdict verdict = verification::verify(run.trace);
  EXPECT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace);
  EXPECT_LT(verdict.min_gap, 1.01e-8);
}

TEST(Throws, SameInputSameBytes) {
  const Throw thrown = random_throw("brick", 17);
  const RecordedRun a = run_throw(thrown, options_for(Law::NoSlip));
  const RecordedRun b = run_throw(thrown, options_for(Law::NoSlip));
  EXPECT_EQ(a.trace.segments, b.trace.segments);
  EXPECT_EQ(a.trace.certificates, b.trace.certificates);
  EXPECT_EQ(a.trace.events, b.trace.events);
}

TEST(Throws, AgreeBetweenTolerancesUntilTheirEventSequencesDiffer) {
  SimulationOptions coarse = options_for(Law::NoSlip);
  coarse.tolerances.tol = 1e-8;
  SimulationOptions fine = options_for(Law::NoSlip);
  fine.tolerances.tol = 1e-12;
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Throw thrown = random_throw("cube", seed);
    const auto a = run_throw(thrown, coarse).trace.events;
    const auto b = run_throw(thrown, fine).trace.events;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (a[i].kind != b[i].kind || a[i].contacts.size() != b[i].contacts.size()) break;
      for (std::size_t c = 0; c < a[i].contacts.size(); ++c) {
        for (int k = 0; k < 3; ++k)
          EXPECT_NEAR(a[i].contacts[c].point[k], b[i].contacts[c].point[k], 1e-5)
              << "seed " << seed;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(Throws, BadStartsAreRefusedByName) {
  Throw thrown = random_throw("cube", 1);
  thrown.initial.q.head<3>() << 0.0, 0.0, 0.3;
  const RecordedRun run = run_throw(thrown, options_for(Law::NoSlip));
  EXPECT_EQ(run.outcome.stop, StopKind::Overlap);
  EXPECT_NE(run.outcome.reason.find("'body0'"), std::string::npos);
  EXPECT_NE(run.outcome.reason.find("'ground'"), std::string::npos);
  EXPECT_TRUE(run.trace.segments.empty());
}

TEST(Throws, LimitsEndTheRunWithAProvedRecord) {
  const Throw thrown = random_throw("cube", 2);
  for (const int which : {0, 1, 2}) {
    SimulationOptions options = options_for(Law::NoSlip);
    if (which == 0) options.stop.events = 5;
    if (which == 1) options.stop.segments = 7;
    int asked = 0;
    if (which == 2) options.interrupted = [&asked] { return ++asked > 6; };
    const RecordedRun run = run_throw(thrown, options);
    const StopKind expected[] = {StopKind::Events, StopKind::Segments, StopKind::Interrupted};
    EXPECT_EQ(run.outcome.stop, expected[which]);
    EXPECT_EQ(run.trace.complete, which != 2);  // an interrupted run did not end by itself
    expect_proved(run, name(run.outcome.stop));
  }
}

}  // namespace
}  // namespace rigor
