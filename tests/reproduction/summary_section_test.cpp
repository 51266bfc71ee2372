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
  EXPECT_EQ(cell(table, {"die: steps per change"}, "paper"), "196");
  EXPECT_EQ(cell(table, {"quadruped: steps per change"}, "paper"), "213");
  EXPECT_EQ(cell(table, {"chain: mean step"}, "paper"), "6.5e-3 s");
  EXPECT_EQ(cell(table, {"bounds of links: violations"}, "ours, corrected"), "0 of 900,000");
  for (const char* row : {"die: smallest gap", "quadruped: smallest gap"})
    EXPECT_NE(cell(table, {row}, "oracle").find("proved"), std::string::npos) << row;
}

// What was not run has no row; the quick form says what it left out.
TEST(SummarySection, WhatWasNotRunIsNotTold) {
  const Findings only{{"full", false}, {"chain", recorded()["chain"]}};
  EXPECT_EQ(parts_of<FactTable>(summary_section(only)).at(0).rows.size(), 2U);
  EXPECT_EQ(missing_section(only).parts.size(), missing_section(recorded()).parts.size() + 1);
}

}  // namespace
}  // namespace rigor
