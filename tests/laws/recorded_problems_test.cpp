// SPDX-License-Identifier: Apache-2.0
// Friction problems that once had no answer, as they came up in scenes.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include <rigor/laws/contact_set.hpp>
#include <rigor/laws/friction_search.hpp>
#include <rigor/laws/friction_smoothing.hpp>
#include <rigor/laws/impulse_flow.hpp>
#include <rigor/laws/pyramid.hpp>

#include "rattled_tower.hpp"

namespace rigor {
namespace {

FrictionProblem recorded(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::stringstream numbers;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) numbers << line << '\n';
  const auto next = [&] {
    std::string word;
    numbers >> word;
    return std::stod(word);  // streams do not read "nan"
  };
  const int n = static_cast<int>(next());
  FrictionProblem problem;
  problem.W.resize(3 * n, 3 * n);
  for (int i = 0; i < 3 * n; ++i)
    for (int j = 0; j < 3 * n; ++j) problem.W(i, j) = next();
  problem.b.resize(3 * n);
  for (double& b : problem.b) b = next();
  problem.mu.resize(n);
  for (double& mu : problem.mu) mu = next();
  problem.least = Eigen::VectorXd::Zero(n);
  problem.sliding.resize(n);
  for (auto& slip : problem.sliding) {
    const double x = next();
    const double y = next();
    if (!std::isnan(x)) slip = Vector2(x, y);
  }
  problem.unmet = kZeroFraction * speed_scale(problem);
  return problem;
}

/// Largest breach of Coulomb's law, accelerations and forces alike in units of the problem's size;
/// written out once more, without the natural map.
double breach(const FrictionProblem& problem, const Eigen::VectorXd& r) {
  const Eigen::VectorXd u = problem.W * r + problem.b;
  double worst = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    const double mobility = problem.W(3 * i, 3 * i);
    const double push = mobility * r[3 * i];
    const Vector2 side = mobility * r.segment<2>(3 * i + 1);
    const Vector2 slip = u.segment<2>(3 * i + 1);
    worst = std::max({worst, -push, -u[3 * i], std::min(push, u[3 * i])});
    if (const auto& s = problem.sliding[i])
      worst = std::max(worst, (side + problem.mu[i] * push * *s).norm());
    else
      worst = std::max({worst, side.norm() - problem.mu[i] * push,
                        std::min(slip.norm(), problem.mu[i] * push - side.norm())});
  }
  return worst / speed_scale(problem);
}

TEST(RecordedProblems, HaveAnswers) {
  int count = 0;
  for (const auto& file : std::filesystem::directory_iterator(RIGOR_RECORDED)) {
    const FrictionProblem problem = recorded(file.path());
    const FrictionSolution solution = solve_friction(problem);
    EXPECT_LE(solution.residual, kZeroFraction) << file.path();
    EXPECT_LE(breach(problem, solution.r), 10.0 * kZeroFraction) << file.path();
    ++count;
  }
  EXPECT_GE(count, 7);
}

// Boxes that slide at metres per second while others meet at a millimetre per second: the path is
// measured by what can change, and is not lost before it shows the answer.
TEST(RecordedProblems, KeepTheSmoothedPathBesideFastSlips) {
  const FrictionProblem problem =
      recorded(std::filesystem::path(RIGOR_RECORDED) / "wall-that-slides.txt");
  SmoothedPath path(problem);
  while (path.advance()) {
  }
  EXPECT_LE(friction_residual(problem, path.impulses()), 1e-10);
  EXPECT_EQ(solve_friction(problem).route, FrictionRoute::Smoothing);
}

// Blows of towers in which Newton's method on the smoothed conditions alone was lost: up to 5 % of
// the problem's speed remained unmet.
TEST(RecordedProblems, OfRattledTowersHaveAnswers) {
  for (const std::uint64_t seed : {1045, 1955, 1686, 1732, 1992, 1559, 111, 372, 747}) {
    const FrictionProblem problem = testing::rattled_tower(seed);
    const FrictionSolution solution = solve_friction(problem);
    EXPECT_EQ(solution.status, FrictionStatus::Solved) << "seed " << seed;
    EXPECT_LE(breach(problem, solution.r), kZeroFraction) << "seed " << seed;
  }
}

// Slips of a tenth of a millimetre per second, whose contacts part by rounding (1e-12 m/s), and a
// load that only contacts which do not slide bear. The push is set going by that load.
TEST(RecordedProblems, AJammedPileIsPushedByWhatPressesOnTheGround) {
  FrictionProblem problem = recorded(std::filesystem::path(RIGOR_RECORDED) / "jammed-pile.txt");
  for (int i = 0; i < problem.size(); ++i) problem.b[3 * i] = std::min(0.0, problem.b[3 * i]);
  Eigen::VectorXd press = Eigen::VectorXd::Zero(problem.size());
  press.tail<2>().setConstant(9.81);
  const auto alone = impulse_flow(problem);
  ASSERT_TRUE(alone);
  EXPECT_EQ(alone->r.norm(), 0.0);
  const auto pushed = impulse_flow(problem, press);
  ASSERT_TRUE(pushed);
  EXPECT_LE(pushed->residual, 1e-9);
  EXPECT_GT(pushed->r.norm(), 1e-6);
  const Eigen::VectorXd u = problem.W * pushed->r + problem.b;
  EXPECT_LT(pushed->r.dot(problem.b) + 0.5 * pushed->r.dot(problem.W * pushed->r), 0.0);
  for (int i = 0; i < problem.size(); ++i) {
    EXPECT_GE(u[3 * i], -1e-13) << i;
    EXPECT_LE(pushed->r.segment<2>(3 * i + 1).norm(),
              problem.mu[i] * pushed->r[3 * i] * (1.0 + 1e-6) + 1e-15)
        << i;
  }
}

// If all directions of slip are known, nothing of the cones is replaced: the answer is the law's.
TEST(RecordedProblems, AreSolvedByPivotingWhereAllContactsSlide) {
  const FrictionProblem problem =
      recorded(std::filesystem::path(RIGOR_RECORDED) / "tower-hit-in-the-middle.txt");
  const PyramidImpulse few = pyramid_impulse(problem, 4);
  const PyramidImpulse many = pyramid_impulse(problem, 16);
  ASSERT_NE(few.status, LemkeStatus::Ray);
  EXPECT_LE(breach(problem, few.r), 10.0 * kZeroFraction);
  EXPECT_EQ((few.r - many.r).norm(), 0.0);
}

}  // namespace
}  // namespace rigor
