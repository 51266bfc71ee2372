// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/reproduction/figures.hpp>

#include "recorded.hpp"

namespace rigor {
namespace {

using testing::recorded;

TEST(DieFigures, EveryStepThatIsOnFileIsADot) {
  const Findings& die = recorded()["die"];
  const std::vector<Figure> figures = die_figures(die);
  ASSERT_EQ(figures.size(), 7U);
  for (const char* list : {"steps", "steps_since_touch"})
    for (const char* method : {"paper printed", "paper corrected"}) {
      std::size_t points = 0;
      for (const Findings& rule : die[list][method]) points += rule.size();
      EXPECT_GT(points, 100U) << list << " " << method;
    }
}

TEST(DieFigures, StepsSinceTheTouchAreNoLongerThanTheTimeSince) {
  int steps = 0;
  for (const Findings& rule : recorded()["die"]["steps_since_touch"]["paper printed"])
    for (const Findings& point : rule) {
      EXPECT_LE(point[1].get<double>(), point[0].get<double>() * (1.0 + 1e-4));
      ++steps;
    }
  EXPECT_GT(steps, 100);
}

TEST(DieFigures, RulesThatLimitedNothingAreNotInTheLegend) {
  const std::vector<Figure> figures = die_figures(recorded()["die"]);
  EXPECT_NE(figures[0].svg.find("transient"), std::string::npos);
  EXPECT_EQ(figures[1].svg.find("transient"), std::string::npos) << "corrected bounds have none";
  EXPECT_EQ(figures[2].name, "die-steps-printed-log");
  EXPECT_NE(figures[2].svg.find("since the first touch"), std::string::npos);
}

}  // namespace
}  // namespace rigor
