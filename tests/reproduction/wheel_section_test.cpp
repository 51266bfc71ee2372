// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/figures.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::cell;
using testing::parts_of;
using testing::recorded;
using testing::tables_are_whole;
using testing::times_in;

// A gait on a gentle slope has no period; see wheel_test.cpp for the closed form.
TEST(WheelSection, SlopesHaveTheirPeriodOrNone) {
  const Section section = wheel_section(recorded()["wheel"]);
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable slopes = parts_of<FactTable>(section).at(0);
  EXPECT_EQ(slopes.rows.size(), 5U);
  EXPECT_EQ(cell(slopes, {"0.05"}, "period, s"), "none");
  EXPECT_EQ(cell(slopes, {"0.2"}, "period, s"), "2.069500");
  EXPECT_EQ(cell(slopes, {"0.2"}, "fixed point, rad/s"), "0.505403");
}

TEST(WheelSection, TheFigureHasADotForEveryErrorOnFile) {
  const Findings& wheel = recorded()["wheel"];
  std::size_t errors = 0;
  for (const Findings& run : wheel["order"]) errors += run["error"].is_null() ? 0 : 1;
  const Figure figure = wheel_figures(wheel).at(0);
  EXPECT_EQ(times_in(figure.svg, "<circle"), errors + 2);  // and one for each name in the legend
}

}  // namespace
}  // namespace rigor
