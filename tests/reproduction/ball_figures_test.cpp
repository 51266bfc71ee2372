// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/figures.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::recorded;
using testing::times_in;

TEST(BallFigures, EverySheetHasItsStripsWithTheBallAtEveryStep) {
  const Findings& ball = recorded()["ball"];
  const std::vector<Figure> figures = ball_figures(ball);
  ASSERT_EQ(figures.size(), 3U);
  const char* methods[] = {"stewart_trinkle", "anitescu_potra", "paper"};
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t places = 0;
    const Findings& runs = ball["sheets"][methods[i]];
    for (std::size_t k = 0; k < std::min<std::size_t>(runs.size(), 5); ++k)
      places += runs[k]["places"].size();
    EXPECT_EQ(times_in(figures[i].svg, "<circle"), places) << methods[i];
  }
  EXPECT_NE(figures[0].svg.find("Δt/8"), std::string::npos);
}

}  // namespace
}  // namespace rigor
