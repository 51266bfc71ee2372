// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/cli/problems.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

TEST(Problems, TheBundledOnesHaveScenesAndDerivations) {
  const std::vector<BundledProblem> problems = bundled_problems();
  EXPECT_GE(problems.size(), 25U);
  std::size_t numbers = 0;
  for (const BundledProblem& problem : problems) {
    EXPECT_NO_THROW(read_scene(problem.scene_text, problem.known.scene)) << problem.name;
    EXPECT_GT(problem.known.derivation.size(), 15U) << problem.name;
    numbers += problem.known.numbers.size();
  }
  EXPECT_GE(numbers, 70U);
}

/// Error bars that did not hold would be worse than none: every known number of the set lies within
/// its bar.
TEST(Problems, EveryKnownNumberLiesWithinItsBar) {
  int held = 0;
  for (const BundledProblem& problem : bundled_problems()) {
    const Scene scene = read_scene(problem.scene_text, problem.known.scene);
    for (const Compared& one : compare(problem.known, converge(scene, {.threads = 2}))) {
      EXPECT_EQ(one.comparison, Comparison::Held)
          << problem.name << ": " << label(one.known) << " known " << one.known.value << ", found "
          << one.found.value << " ± " << one.found.bar.value_or(-1.0);
      held += one.comparison == Comparison::Held ? 1 : 0;
    }
  }
  EXPECT_GE(held, 70);
}

}  // namespace
}  // namespace rigor
