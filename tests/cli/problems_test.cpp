// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include <gtest/gtest.h>

#include <rigor/cli/problems.hpp>
#include <rigor/scene/read_scene.hpp>

namespace rigor {
namespace {

TEST(Problems, TheBundledOnesHaveScenesAndDerivations) {
  const std::vector<BundledProblem> problems = bundled_problems();
  EXPECT_GE(problems.size(), 80U);
  std::size_t numbers = 0;
  for (const BundledProblem& problem : problems) {
    EXPECT_NO_THROW(read_scene(problem.scene_text, problem.known.scene)) << problem.name;
    EXPECT_GT(problem.known.derivation.size(), 15U) << problem.name;
    numbers += problem.known.numbers.size();
  }
  EXPECT_GE(numbers, 750U);
}

/// Chains that take seconds: `rigor problems` runs them, this test does not.
constexpr std::array<std::string_view, 2> kLong{"b29-10", "b29-20"};

/// Error bars that did not hold would be worse than none: every bar of the set holds, and at least
/// 95 % of the known numbers have one.
TEST(Problems, EveryBarHoldsAndFewNumbersHaveNone) {
  std::map<KnownClass, ClassStatistics> classes;
  ClassStatistics all;
  for (const BundledProblem& problem : bundled_problems()) {
    if (std::find(kLong.begin(), kLong.end(), problem.name) != kLong.end()) continue;
    const Scene scene = read_scene(problem.scene_text, problem.known.scene);
    const Convergence result = converge(scene, {.at = instants_of(problem.known), .threads = 2});
    for (const Compared& one : compare(problem.known, result)) {
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
  EXPECT_GE(all.narrow, 0.9 * all.numbers);
  EXPECT_EQ(classes.size(), 5U);
  EXPECT_GE(classes[KnownClass::Velocities].held, 340);
  EXPECT_GE(classes[KnownClass::Energies].held, 60);
}

}  // namespace
}  // namespace rigor
