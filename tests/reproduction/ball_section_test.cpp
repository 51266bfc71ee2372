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

TEST(BallSection, RowsTellTheFirstNormalAndTheSide) {
  const Section section = ball_section(recorded()["ball"]);
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable runs = parts_of<FactTable>(section).at(0);
  EXPECT_EQ(cell(runs, {"stewart_trinkle", "0.15"}, "first normal off by"), "no contact");
  EXPECT_EQ(cell(runs, {"stewart_trinkle", "0.15"}, "side at the end"), "below");
  EXPECT_EQ(cell(runs, {"paper corrected"}, "first normal off by"), "0°");
  EXPECT_EQ(cell(runs, {"paper corrected"}, "side at the end"), "above");
  EXPECT_NE(cell(runs, {"paper corrected"}, "smallest gap").find("proved"), std::string::npos);
}

}  // namespace
}  // namespace rigor
