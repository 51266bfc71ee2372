// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/reproduction/points.hpp>

namespace rigor {
namespace {

const PlotAxis kX{"", Scale::Linear, {0.0, 1.0}};
const PlotAxis kY{"", Scale::Log, {1e-6, 1.0}};

TEST(Points, OnePerCellKeepsTheFirstAndDropsWhatCannotBeDrawn) {
  const std::vector<PlotPoint> points{
      {0.5, 1e-3}, {0.5001, 1.001e-3}, {0.9, 1e-3}, {0.5, 0.0}, {std::nan(""), 1.0}};
  const std::vector<PlotPoint> kept = one_per_cell(points, kX, kY);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0].x, 0.5);
  EXPECT_EQ(kept[1].x, 0.9);
}

// Extremes of a fast oscillation survive, in the order of time.
TEST(Points, EnvelopeKeepsExtremes) {
  std::vector<PlotPoint> wave;
  for (int k = 0; k < 100000; ++k) wave.push_back({k * 1e-5, std::sin(0.1 * k)});
  const std::vector<PlotPoint> kept = envelope(wave, kX, 50);
  EXPECT_EQ(kept.size(), 100U);
  for (std::size_t i = 0; i + 1 < kept.size(); ++i) EXPECT_LT(kept[i].x, kept[i + 1].x);
  for (const PlotPoint& p : kept) EXPECT_NEAR(std::abs(p.y), 1.0, 2e-3);
}

TEST(Points, AreListedWithFiveDigitsAndReadBack) {
  const Findings list = listed_points({{1.0 / 3.0, 2e-7 / 3.0}});
  EXPECT_EQ(list.dump(), "[[0.33333,6.6667e-08]]");
  EXPECT_EQ(points_of(list)[0].y, 6.6667e-8);
}

}  // namespace
}  // namespace rigor
