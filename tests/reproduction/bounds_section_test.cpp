// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/figures.hpp>
#include <rigor/reproduction/wording.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::cell;
using testing::parts_of;
using testing::recorded;
using testing::tables_are_whole;
using testing::times_in;

TEST(BoundsSection, EveryKindOfChainHasItsViolations) {
  const Findings& bounds = recorded()["bounds"];
  const Section section = bounds_section(bounds);
  EXPECT_TRUE(tables_are_whole(section));
  const FactTable table = parts_of<FactTable>(section).at(0);
  ASSERT_EQ(table.rows.size(), bounds["classes"].size());
  for (const Findings& one : bounds["classes"]) {
    const auto violations = one["printed"]["violations"].get<std::uint64_t>();
    EXPECT_EQ(cell(table, {one["name"]}, "printed: violations"), counted(violations));
    EXPECT_EQ(cell(table, {one["name"]}, "worst true/bound") == "-", violations == 0);
    EXPECT_EQ(cell(table, {one["name"]}, "corrected: violations"), "0");
  }
}

// Ratios of bound to way below 1 are red, and only the printed form has them.
TEST(BoundsSection, ViolationsAreRed) {
  Findings bounds = recorded()["bounds"];
  std::size_t red = 0;
  for (const Findings& one : bounds["classes"])
    for (std::size_t i = 0; i < 10; ++i) red += one["printed"]["bins"][i] > 0 ? 1 : 0;
  EXPECT_GT(red, 5U);
  EXPECT_EQ(times_in(bounds_figures(bounds).at(0).svg, "bar c6"), red);
  for (Findings& one : bounds["classes"]) one["printed"] = one["corrected"];
  EXPECT_EQ(times_in(bounds_figures(bounds).at(0).svg, "bar c6"), 0U);
}

}  // namespace
}  // namespace rigor
