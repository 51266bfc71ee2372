// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <gtest/gtest.h>

#include <rigor/report/ending.hpp>
#include <rigor/report/page.hpp>

#include "bouncing_trace.hpp"

namespace rigor {
namespace {

constexpr const char* kSceneText =
    "rigor_scene: 1\nname: x\nlaw: coulomb\nsurfaces:\n  default: {restitution: 0, mu: 0, "
    "viscosity: 0}\n"
    "stop:\n  time: 10\n  at_rest: true\n";

TEST(Ending, UnprovedRunsSayWhatIsNotProvedAndWhatToDo) {
  const std::string motion = advice_unproved(true, 0.25, "oracle");
  EXPECT_NE(motion.find("no bodies overlap"), std::string::npos);
  EXPECT_NE(motion.find("t = 0.25 s"), std::string::npos);
  EXPECT_NE(motion.find("--method first_order"), std::string::npos);
  const std::string gaps = advice_unproved(false, 0.25, "first_order");
  EXPECT_EQ(gaps.find("no bodies overlap"), std::string::npos);
  EXPECT_NE(gaps.find("nothing is proved"), std::string::npos);
  EXPECT_NE(gaps.find("--method oracle"), std::string::npos);
}

TEST(Ending, HeadlinesAreTheseWords) {
  struct Row {
    const char* stopped;
    const char* words;
  };
  for (const Row& row : {
           Row{"rest", "came to rest; the record ends at 0.99 s"},
           Row{"time", "simulated to the end, 0.99 s"},
           Row{"events", "stopped at 0.99 s of 1 s: the limit on the number of events was reached"},
           Row{"segments",
               "stopped at 0.99 s of 1 s: the limit on the number of segments was reached"},
           Row{"wall_time", "stopped at 0.99 s of 1 s: the limit on computing time was reached"},
           Row{"interrupted", "stopped at 0.99 s of 1 s: it was interrupted"},
           Row{"no_progress",
               "stopped at 0.99 s of 1 s: events followed each other without time passing"},
           Row{"inconsistent",
               "stopped at 0.99 s of 1 s: no solution was found for the contact forces"},
           Row{"jam", "stopped at 0.99 s of 1 s: a contact jammed"},
           Row{"indeterminate", "stopped at 0.99 s of 1 s: the contact law allows several motions"},
           Row{"driven",
               "stopped at 0.99 s of 1 s: a driven body ran into something that cannot give way"},
           Row{"mechanism",
               "stopped at 0.99 s of 1 s: a mechanism reached a contact or a joint limit that this "
               "method cannot handle"},
           Row{"unsupported",
               "stopped at 0.99 s of 1 s: the scene needs something that is not simulated yet"},
           Row{"overlap", "stopped at 0.99 s of 1 s: bodies overlap at the start"},
       }) {
    EXPECT_EQ(ending_headline(row.stopped, 0.99, 1.0), row.words);
    const StopWords* words = words_of(row.stopped);
    ASSERT_NE(words, nullptr) << row.stopped;
    EXPECT_EQ(words->early, std::string(row.words).rfind("stopped", 0) == 0);
    EXPECT_EQ(words->early, std::string(words->advice) != "") << row.stopped;
  }
  EXPECT_EQ(words_of("nonsense"), nullptr);
  EXPECT_EQ(ending_headline("nonsense", 1.0, {}), "stopped at 1 s: nonsense");
}

TEST(Ending, ARunThatStoppedEarlyCarriesABandAboveItsProof) {
  trace::Trace trace = Bouncing().trace();
  trace.header.scene_text = kSceneText;
  trace.header.law = "coulomb";
  ShownVerdict verdict;
  verdict.claim = Claim::Proved;
  trace.footer.stopped = "time";
  EXPECT_EQ(early_end_band(trace, "why"), "");
  EXPECT_EQ(report_parts(trace, verdict).before.find("badge early"), std::string::npos);
  trace.footer.stopped = "inconsistent";
  const std::string before = report_parts(trace, verdict, "an edge <b> is in the way").before;
  const auto band = before.find("badge early");
  ASSERT_NE(band, std::string::npos);
  EXPECT_LT(band, before.find("badge good"));
  EXPECT_NE(before.find("of 10 s: no solution was found for the contact forces"),
            std::string::npos);
  EXPECT_NE(before.find("Reason: an edge &lt;b&gt; is in the way"), std::string::npos);
  EXPECT_NE(before.find("What to try: "), std::string::npos);
  EXPECT_NE(before.find("coulomb (mu = 0 everywhere: no friction)"), std::string::npos);
}

TEST(Ending, AdviceDoesNotNameTheMethodThatWasUsed) {
  const StopWords& words = *words_of("inconsistent");
  EXPECT_NE(advice_for(words, "oracle").find("--method first_order"), std::string::npos);
  EXPECT_EQ(advice_for(words, "first_order").find("--method first_order"), std::string::npos);
  EXPECT_FALSE(advice_for(words, "first_order").empty());
}

}  // namespace
}  // namespace rigor
