// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/section.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::cell;
using testing::parts_of;
using testing::recorded;
using testing::tables_are_whole;

TEST(DieSection, StepsPerChangeAreTheirQuotientByBothCounts) {
  const Section section = die_section(recorded()["die"]);
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable methods = parts_of<FactTable>(section).at(0);
  for (const Findings& run : recorded()["die"]["runs"]) {
    if (run["seed"] != 0 || run["method"] != "paper printed") continue;
    const double steps = run["steps"].get<double>();
    EXPECT_NEAR(std::stod(cell(methods, {"paper printed"}, "steps per change")),
                steps / run["paper_changes"].get<double>(), 1.0);
    EXPECT_NEAR(std::stod(cell(methods, {"paper printed"}, "per change of ours")),
                steps / run["manifold_changes"].get<double>(), 1.0);
  }
  EXPECT_EQ(cell(methods, {"the paper"}, "steps per change"), "196");
  EXPECT_NE(cell(methods, {"oracle"}, "steps").find("segments"), std::string::npos);
}

TEST(DieSection, OneSeedHasNoTableOfSeedsAndTimesHaveAColumn) {
  Findings die = recorded()["die"];
  const std::size_t full = parts_of<FactTable>(die_section(die)).size();
  Findings seed = Findings::array();
  for (const Findings& run : die["runs"])
    if (run["seed"] == 0) seed.push_back(run);
  for (Findings& run : seed) run["wall"] = 1.5;
  die["runs"] = seed;
  const Section quick = die_section(die);
  EXPECT_EQ(parts_of<FactTable>(quick).size(), full - 1);
  EXPECT_TRUE(tables_are_whole(quick));
  EXPECT_EQ(parts_of<FactTable>(quick)[0].head.back(), "computing");
}

}  // namespace
}  // namespace rigor
