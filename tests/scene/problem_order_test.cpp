// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/scene/problem_order.hpp>

namespace rigor {
namespace {

TEST(ProblemOrder, CausesComeBeforeWhatIsMissingForThem) {
  std::vector<Problem> problems{{{0, 9, 1}, "stop", "1", "", ""},
                                {{0, 7, 5}, "bodies[1]", std::string(kWholeMap), "no mass", ""},
                                {{0, 7, 60}, "bodies[1]", "static", "unknown key", ""},
                                {{0, 7, 90}, "bodies[1].pose", "rpy", "unknown key", ""},
                                {{0, 8, 5}, "bodies[10]", "x", "", ""}};
  put_in_order(problems);
  std::string order;
  for (const Problem& problem : problems) order += problem.value + " ";
  EXPECT_EQ(order, "static rpy (a map) x 1 ");
}

}  // namespace
}  // namespace rigor
