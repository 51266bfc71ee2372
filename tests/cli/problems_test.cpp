// SPDX-License-Identifier: Apache-2.0
#include <map>

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
  EXPECT_GE(numbers, 220U);
}

/// Error bars that did not hold would be worse than none: every bar of the set holds, and at least
/// 95 % of the known numbers have one.
TEST(Problems, EveryBarHoldsAndFewNumbersHaveNone) {
  std::map<KnownClass, ClassStatistics> classes;
  ClassStatistics all;
  for (const BundledProblem& problem : bundled_problems()) {
    const Scene scene = read_scene(problem.scene_text, problem.known.scene);
    for (const Compared& one : compare(problem.known, converge(scene, {.threads = 2}))) {
      include(one, classes[class_of(one.known)]);
      include(one, all);
      EXPECT_TRUE(one.comparison == Comparison::Held || one.comparison == Comparison::NoBar)
          << problem.name << ": " << label(one.known) << " known " << one.known.value << ", found "
          << one.found.value << " ± " << one.found.bar.value_or(-1.0);
      if (one.comparison == Comparison::NoBar) {
        EXPECT_FALSE(one.found.reason.empty()) << label(one.known);
      }
    }
  }
  EXPECT_GE(all.with_bar, 0.95 * all.numbers);
  EXPECT_GE(all.narrow, 0.7 * all.numbers);
  EXPECT_EQ(classes.size(), 5U);
  EXPECT_GE(classes[KnownClass::Velocities].held, 90);
  EXPECT_GE(classes[KnownClass::Energies].held, 25);
}

}  // namespace
}  // namespace rigor
