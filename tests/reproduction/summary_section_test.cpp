// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/summary_section.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::cell;
using testing::parts_of;
using testing::recorded;
using testing::tables_are_whole;

TEST(SummarySection, ThePapersNumbersStandBesideOurs) {
  const Section section = summary_section(recorded());
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable table = parts_of<FactTable>(section).at(0);
  EXPECT_EQ(cell(table, {"die: steps per change, as the paper counts"}, "paper"), "196");
  EXPECT_EQ(cell(table, {"quadruped: steps per change"}, "paper"), "213");
  EXPECT_EQ(cell(table, {"chain: mean step"}, "paper"), "6.5e-3 s");
  EXPECT_EQ(cell(table, {"bounds of links: violations"}, "ours, corrected"), "0 of 900,000");
  for (const char* row : {"die: smallest gap", "quadruped: smallest gap"})
    EXPECT_NE(cell(table, {row}, "oracle").find("proved"), std::string::npos) << row;
}

TEST(SummarySection, TheSpreadIsThatOfTheReadingsAndTimesStandOnlyWhereTheyAreKnown) {
  Findings findings = recorded();
  findings["die"]["readings"] = {{{"steps", 300}, {"paper_changes", 10}},
                                 {{"steps", 5000}, {"paper_changes", 4}},
                                 {{"steps", 7}, {"paper_changes", 0}}};
  const FactTable table = parts_of<FactTable>(summary_section(findings)).at(0);
  EXPECT_EQ(cell(table, {"die: with other ε, Δt_min, tol_φ"}, "ours, printed"), "30 to 1250");
  for (Findings& run : findings["die"]["runs"]) run["wall"] = 123.4;
  const FactTable timed = parts_of<FactTable>(summary_section(findings)).at(0);
  EXPECT_EQ(cell(timed, {"die: computing, one processor"}, "oracle"), "123 s");
  EXPECT_EQ(timed.rows.size(), table.rows.size() + 1);
}

// What was not run has no row; the quick form says what it left out.
TEST(SummarySection, WhatWasNotRunIsNotTold) {
  const Findings only{{"full", false}, {"chain", recorded()["chain"]}};
  EXPECT_EQ(parts_of<FactTable>(summary_section(only)).at(0).rows.size(), 2U);
  EXPECT_EQ(missing_section(only).parts.size(), missing_section(recorded()).parts.size() + 1);
}

}  // namespace
}  // namespace rigor
