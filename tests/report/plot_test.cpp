// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <regex>

#include <gtest/gtest.h>

#include <rigor/report/plot.hpp>

namespace rigor {
namespace {

Plot unit_plot(std::vector<Series> series) {
  Plot plot;
  plot.title = "a <title>";
  plot.x = {"x & x", Scale::Linear, {0.0, 1.0}};
  plot.y = {"y", Scale::Linear, {0.0, 1.0}};
  plot.series = std::move(series);
  return plot;
}

/// The d attributes of all curves.
std::vector<std::string> paths(const std::string& markup) {
  std::vector<std::string> all;
  const std::string curve = "<path class=\"curve c0\" d=\"";
  for (auto at = markup.find(curve); at != std::string::npos; at = markup.find(curve, at)) {
    at += curve.size();
    all.push_back(markup.substr(at, markup.find('"', at) - at));
  }
  return all;
}

TEST(Plot, DrawsCornersWhereTheyBelong) {
  const auto d = paths(svg(unit_plot({{"", SeriesKind::Line, 0, {{0, 0}, {1, 1}}}})));
  ASSERT_EQ(d.size(), 1U);
  EXPECT_EQ(d[0], "M74 256L984 44");  // 1000 x 300 with margins 74, 16, 44, 44
}

TEST(Plot, StepsHoldTheirValue) {
  const auto d = paths(svg(unit_plot({{"", SeriesKind::Steps, 0, {{0, 0}, {0.5, 1}}}})));
  EXPECT_EQ(d[0], "M74 256L529 256L529 44");
}

TEST(Plot, WhatCanNotBeShownLiftsThePen) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Plot plot = unit_plot({{"", SeriesKind::Line, 0, {{0, 0.5}, {0.2, 0.5}, {0.4, nan}, {1, 0.5}}}});
  EXPECT_EQ(paths(svg(plot))[0], "M74 150L256 150M984 150");
  plot.y = {"y", Scale::Log, {0.1, 1.0}};
  plot.series[0].points[2].y = -1.0;
  const std::string lifted = paths(svg(plot))[0];
  EXPECT_EQ(std::count(lifted.begin(), lifted.end(), 'M'), 2);
  EXPECT_EQ(svg(plot).find("nan"), std::string::npos);
}

/// A million points become at most four for each half unit, and the extremes survive.
TEST(Plot, LongCurvesAreThinnedButKeepTheirExtremes) {
  Series series{"", SeriesKind::Line, 0, {}};
  for (int i = 0; i < 1'000'000; ++i) series.points.push_back({i * 1e-6, 0.5});
  series.points[123'456].y = 1.0;
  series.points[654'321].y = 0.0;
  const std::string d = paths(svg(unit_plot({series})))[0];
  EXPECT_LT(d.size(), 100'000U);
  EXPECT_NE(d.find(" 44L"), std::string::npos);
  EXPECT_NE(d.find(" 256L"), std::string::npos);
}

TEST(Plot, EveryTextIsEscaped) {
  Plot plot = unit_plot({{"<s>", SeriesKind::Dots, 0, {{0.5, 0.5}}}});
  plot.marks.push_back({0.5, 1, "<m>"});
  plot.levels.push_back({0.5, "<l>"});
  const std::string markup = svg(plot);
  for (const std::string raw : {"<title>", "<s>", "<m>", "<l>", "x & x"}) {
    if (raw == "<title>") {
      EXPECT_NE(markup.find("a &lt;title&gt;"), std::string::npos);
      continue;
    }
    EXPECT_EQ(markup.find(raw), std::string::npos) << raw;
  }
}

TEST(Plot, MarksOfOnePixelAreDrawnOnce) {
  Plot plot = unit_plot({});
  for (int i = 0; i < 1000; ++i) plot.marks.push_back({0.5 + i * 1e-9, 1, "x"});
  plot.marks.push_back({5.0, 1, "outside"});
  const std::string markup = svg(plot);
  const std::regex mark("class=\"mark");
  EXPECT_EQ(std::distance(std::sregex_iterator(markup.begin(), markup.end(), mark), {}), 1);
}

TEST(Plot, RangesSkipWhatIsNotShown) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<Series> series{{"", SeriesKind::Line, 0, {{1, -1}, {2, 3}, {3, infinity}}}};
  EXPECT_EQ(y_range(series, Scale::Linear, {}).low, -1.0);
  EXPECT_EQ(y_range(series, Scale::Log, {}).low, 3.0);
  EXPECT_EQ(x_range(series, {}).high, 3.0);
  EXPECT_EQ(y_range({}, Scale::Log, {2.0, 5.0}).low, 2.0);
}

}  // namespace
}  // namespace rigor
