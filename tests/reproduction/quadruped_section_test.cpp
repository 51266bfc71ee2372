// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/quadruped.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::cell;
using testing::parts_of;
using testing::recorded;
using testing::tables_are_whole;

TEST(QuadrupedSection, RatiosAreThoseOfTheFindings) {
  const Section section = quadruped_section(recorded()["quadruped"]);
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable runs = parts_of<FactTable>(section).at(0);
  int checked = 0;
  for (const Findings& run : recorded()["quadruped"]["runs"]) {
    if (run["method"] != "paper corrected") continue;
    const double mean = run["time_end"].get<double>() / run["steps"].get<double>();
    const std::string shown = cell(runs, {"paper corrected"}, "mean between / mean step");
    EXPECT_NEAR(std::stod(shown), run["between_mean"].get<double>() / mean, 0.5);
    ++checked;
  }
  EXPECT_EQ(checked, 1);
  EXPECT_EQ(cell(runs, {"the paper"}, "mean between / mean step"), "213");
  EXPECT_EQ(cell(runs, {"first_order", "no_slip"}, "changes"), "not told");
  EXPECT_NE(cell(runs, {"oracle", "coulomb, µ = 1"}, "smallest gap").find("proved"),
            std::string::npos);
}

// What did not reach its end stands in the last table only, with its reason.
TEST(QuadrupedSection, RunsThatEndEarlyAreListedApart) {
  const Findings& quadruped = recorded()["quadruped"];
  const std::vector<FactTable> tables = parts_of<FactTable>(quadruped_section(quadruped));
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_THROW(cell(tables[0], {"paper printed"}, "law"), std::out_of_range);
  EXPECT_THROW(cell(tables[1], {"paper printed"}, "law"), std::out_of_range);
  EXPECT_NE(cell(tables[2], {"paper printed"}, "why").find("links must not touch"),
            std::string::npos);
  EXPECT_EQ(tables[0].rows.size() + tables[2].rows.size(), quadruped["runs"].size() + 1);
}

}  // namespace
}  // namespace rigor
