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

TEST(ChainSection, RowsTellClearancesAndWhatIsProved) {
  const Section section = chain_section(recorded()["chain"]);
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable runs = parts_of<FactTable>(section).at(0);
  EXPECT_EQ(runs.rows.size(), recorded()["chain"]["runs"].size() + 2);
  EXPECT_EQ(cell(runs, {"100 x 1 m", "99.1433123", "oracle"}, "nearest approach"), "9.93e-5 m");
  EXPECT_EQ(cell(runs, {"20 x 5 m", "100.0001", "paper printed"}, "nearest approach"), "0.840 m");
  EXPECT_EQ(cell(runs, {"20 x 5 m", "100.0001", "oracle"}, "mean step, s"), "-");
  EXPECT_NE(cell(runs, {"20 x 5 m", "100.0001", "oracle"}, "smallest gap").find("proved"),
            std::string::npos);
}

TEST(ChainSection, TimesOfComputingHaveAColumn) {
  Findings chain = recorded()["chain"];
  for (Findings& run : chain["runs"]) run["wall"] = 1.5;
  const Section section = chain_section(chain);
  EXPECT_TRUE(tables_are_whole(section));
  EXPECT_EQ(parts_of<FactTable>(section)[0].head.back(), "computing");
}

}  // namespace
}  // namespace rigor
