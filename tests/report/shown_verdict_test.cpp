// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/report/shown_verdict.hpp>
#include <rigor/verification/verify.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

/// The closed-form run holds every claim, so the exact checker proves it.
TEST(ShownVerdict, AProvedRunSaysSoWithItsGap) {
  const Bouncing run;
  const verification::Verdict verdict = verification::verify(run.trace());
  ASSERT_EQ(verdict.status, verification::Status::Proved)
      << verification::text_of(verdict, run.trace());
  const ShownVerdict words = shown(verdict, run.trace());
  EXPECT_EQ(words.claim, Claim::Proved);
  ASSERT_TRUE(words.min_gap.has_value());
  EXPECT_GE(*words.min_gap, 0.98 * kBounceSkin);
  EXPECT_LE(*words.min_gap, kBounceSkin);
  EXPECT_TRUE(words.failures.empty());
  EXPECT_GE(words.proved.size(), 4U);
}

TEST(ShownVerdict, ARunThatEndedEarlyIsProvedUpToThereOnly) {
  trace::Trace trace = Bouncing().trace();
  EXPECT_EQ(shown(verification::verify(trace), trace).headline,
            "Proved: no two bodies overlap at any instant");
  trace.footer.stopped = "inconsistent";
  const ShownVerdict words = shown(verification::verify(trace), trace);
  EXPECT_EQ(words.claim, Claim::Proved);
  EXPECT_TRUE(words.headline.starts_with("Proved up to ")) << words.headline;
}

TEST(ShownVerdict, AFalseClaimIsNamedAndNothingIsCalledProved) {
  trace::Trace trace = Bouncing().trace();
  trace.half_spaces[0].offset = 1e-3;  // the ground is higher than the trace pretends
  const verification::Verdict verdict = verification::verify(trace);
  const ShownVerdict words = shown(verdict, trace);
  EXPECT_EQ(words.claim, Claim::Refused);
  EXPECT_FALSE(words.min_gap.has_value());
  ASSERT_FALSE(words.failures.empty());
  EXPECT_NE(words.failures[0].find("ground"), std::string::npos);
  EXPECT_EQ(words.headline, "Not proved");
}

TEST(ShownVerdict, WhatFailsAgainAndAgainIsOneLine) {
  const trace::Trace trace = Bouncing().trace();
  verification::Verdict verdict;
  verdict.status = verification::Status::Refused;
  const verification::Failure failure{verification::Rule::Motion, false,  0.5,
                                      {trace::kWorld, 0},         {0, 0}, "a force pulls"};
  verdict.failures = {failure, failure, failure, failure};
  verdict.failures[2].time = 0.75;
  verdict.failures[3].text = "another thing";
  EXPECT_EQ(shown(verdict, trace).failures,
            (std::vector<std::string>{"Not proved at t = 0.5 s, ground and cube: a force pulls (at "
                                      "least 3 times, up to t = 0.75 s)",
                                      "Not proved at t = 0.5 s, ground and cube: another thing"}));
}

TEST(ShownVerdict, BaselinesAreOnlyMeasured) {
  trace::Trace trace = Bouncing().trace();
  trace.header.certified = false;
  const ShownVerdict words = shown(verification::verify(trace), trace);
  EXPECT_EQ(words.claim, Claim::Measured);
  EXPECT_TRUE(words.proved.empty());
  EXPECT_EQ(words.headline.find("roved"), std::string::npos);
}

TEST(ShownVerdict, WithoutACheckThereIsNoClaim) {
  EXPECT_EQ(not_checked().claim, Claim::NotChecked);
  verification::Verdict unfinished;
  unfinished.status = verification::Status::Unfinished;
  const ShownVerdict words = shown(unfinished, Bouncing().trace());
  EXPECT_EQ(words.claim, Claim::NotChecked);
  EXPECT_NE(words.detail.find("did not finish"), std::string::npos);
}

}  // namespace
}  // namespace rigor
