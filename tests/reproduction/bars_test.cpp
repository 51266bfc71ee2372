// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/bars.hpp>

namespace rigor {
namespace {

// The axis reaches from 250 to 760: a decade of three is 170 units.
TEST(Bars, LengthsFollowTheAxis) {
  const std::string svg = bars_svg("t", {"steps", Scale::Log, {1.0, 1000.0}},
                                   {{"ten", 10.0, {}, "words", 1}, {"range", 10.0, 100.0, "", 2}});
  EXPECT_NE(svg.find("<rect class=\"bar c1\" x=\"250\" y=\"36\" width=\"170\""), std::string::npos);
  EXPECT_NE(svg.find("<rect class=\"bar c2\" x=\"420\" y=\"66\" width=\"170\""), std::string::npos);
  EXPECT_NE(svg.find(">words</text>"), std::string::npos);
}

// A bar of nothing can still be seen in horizontal bars, and has no number in groups.
TEST(Bars, NothingIsShownAsSuch) {
  EXPECT_NE(
      bars_svg("t", {"", Scale::Log, {1.0, 10.0}}, {{"one", 1.0, {}, "", 0}}).find("width=\"2\""),
      std::string::npos);
  const std::string groups =
      bar_groups_svg({"t", "x", "y", {"first", "second"}, {"name"}, {{0.0, 40.0}}, {5}});
  EXPECT_NE(groups.find("height=\"0\""), std::string::npos);
  EXPECT_NE(groups.find(">second</text>"), std::string::npos);
  EXPECT_NE(groups.find(">name</text>"), std::string::npos);
}

// Twice the value is twice as high.
TEST(Bars, HeightsOfGroupsAreProportional) {
  const std::string svg =
      bar_groups_svg({"t", "x", "y", {"a", "b"}, {"name"}, {{50.0, 100.0}}, {5}});
  EXPECT_NE(svg.find("height=\"114\""), std::string::npos);
  EXPECT_NE(svg.find("height=\"228\""), std::string::npos);
}

}  // namespace
}  // namespace rigor
