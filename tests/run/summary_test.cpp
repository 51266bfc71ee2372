// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/run/summary.hpp>
#include <rigor/verification/verify.hpp>

#include "report/bouncing_trace.hpp"

namespace rigor {
namespace {

TEST(Summary, HasTheKeysThatTheCommandPromises) {
  const Bouncing run;
  const auto verdict = verification::verify(run.trace());
  const auto summary = run_summary(run.trace(), verdict);
  for (const char* key :
       {"scene", "method", "law", "time_end", "stopped", "segments", "steps", "events",
        "manifold_changes", "min_gap", "energy", "certified", "verified"}) {
    EXPECT_TRUE(summary.contains(key)) << key;
  }
  for (const char* kind : {"total", "touch", "impact", "lift", "stick", "slip", "limit", "feature",
                           "accumulation", "jam", "multi_impact", "indeterminate", "sample"}) {
    EXPECT_TRUE(summary["events"].contains(kind)) << kind;
  }
  EXPECT_EQ(summary["events"]["total"], run.trace().events.size());
  EXPECT_EQ(summary["events"]["accumulation"], 1);
  EXPECT_EQ(summary["time_end"], 5.0);
  EXPECT_EQ(summary["verified"], true);
  EXPECT_GE(summary["min_gap"].get<double>(), 0.98 * kBounceSkin);
}

TEST(Summary, WithoutAProofThereIsNoGapAndNothingIsVerified) {
  const Bouncing run;
  const auto summary = run_summary(run.trace(), {});
  EXPECT_TRUE(summary["min_gap"].is_null());
  EXPECT_EQ(summary["verified"], false);
  trace::Trace broken = run.trace();
  broken.half_spaces[0].offset = 1e-3;
  const auto verdict = verification::verify(broken);
  EXPECT_EQ(run_summary(broken, verdict)["verified"], false);
  EXPECT_TRUE(run_summary(broken, verdict)["min_gap"].is_null());
  EXPECT_GE(verdict_summary(verdict, broken)["failures"].size(), 1U);
}

TEST(Summary, WhatAMethodInStepsCountedIsToldInWords) {
  SteppingReport report;
  report.step = 0.005;
  report.gap_target = 2.5e-5;
  report.held = 0.0125;
  report.cuts = 17;
  report.body_steps = 420;
  report.solver = {40, 3, 2e-3, 1e-4};
  const auto summary = stepping_summary(report);
  EXPECT_EQ(summary["body_steps"], 420);
  std::string text;
  for (const auto& [what, value] : stepping_facts(summary)) text += what + ": " + value + "\n";
  for (const char* part : {"first order", "0.005 s", "2.5e-05 m", "(held): 1.2 %", "(cuts): 17",
                           "0.002, 0.0001 m/s", "3 of 40"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  EXPECT_TRUE(stepping_facts({}).empty());
}

TEST(Summary, ExitCodesAreThePromisedOnes) {
  verification::Verdict proved;
  proved.status = verification::Status::Proved;
  verification::Verdict refused;
  EXPECT_EQ(exit_of(StopKind::Rest, proved), Exit::Done);
  EXPECT_EQ(exit_of(StopKind::Time, {}), Exit::Done);
  EXPECT_EQ(exit_of(StopKind::Events, proved), Exit::Limit);
  EXPECT_EQ(exit_of(StopKind::WallTime, proved), Exit::Limit);
  EXPECT_EQ(exit_of(StopKind::Jam, proved), Exit::Refusal);
  EXPECT_EQ(exit_of(StopKind::NoProgress, proved), Exit::Refusal);
  EXPECT_EQ(exit_of(StopKind::Overlap, {}), Exit::BadInput);
  EXPECT_EQ(exit_of(StopKind::Interrupted, {}), Exit::Interrupted);
  // A failed claim outweighs everything else.
  EXPECT_EQ(exit_of(StopKind::Rest, refused), Exit::ClaimFailed);
  EXPECT_EQ(exit_of(StopKind::Jam, refused), Exit::ClaimFailed);
  EXPECT_EQ(exit_of(refused), Exit::ClaimFailed);
  EXPECT_EQ(exit_of(proved), Exit::Done);
  verification::Verdict measured;
  measured.status = verification::Status::Measured;
  measured.measured.deepest = -1e-3;
  EXPECT_EQ(exit_of(measured), Exit::ClaimFailed);
}

}  // namespace
}  // namespace rigor
