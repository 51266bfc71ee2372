// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/laws/friction_search.hpp>
#include <rigor/laws/two_contacts.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

constexpr FrictionMode kOpen{false, false};
constexpr FrictionMode kStick{true, true};
constexpr FrictionMode kSlide{true, false};

/// Two contacts of a body or two, with a strong coupling of normal and tangential motion.
FrictionProblem random_problem(Random& random) {
  Eigen::MatrixXd G(8, 6);
  for (Eigen::Index k = 0; k < G.size(); ++k) G.data()[k] = random.uniform(-1.0, 1.0);
  FrictionProblem problem;
  problem.W = G.transpose() * G;
  problem.b.resize(6);
  for (int k = 0; k < 6; ++k) problem.b[k] = random.uniform(-1.0, 1.0);
  for (const int n : {0, 3})
    if (random.index(4) > 0) problem.b[n] = -std::abs(problem.b[n]);
  problem.mu = Eigen::Vector2d(random.uniform(0.1, 4.0), random.uniform(0.1, 4.0));
  problem.least = Eigen::VectorXd::Zero(2);
  problem.sliding.resize(2);
  if (random.index(3) == 0) {
    const double angle = random.uniform(0.0, 2.0 * std::numbers::pi);
    problem.sliding[1] = Vector2(std::cos(angle), std::sin(angle));
  }
  return problem;
}

/// Contact i slides along s, its normal speed is zero, and the other is in its mode: the equations
/// as they stand, for the size of the one push and the impulse of the other.
Eigen::VectorXd impulses_along(const FrictionProblem& problem, int i, const FrictionMode& other,
                               const Vector2& s) {
  const int j = 1 - i;
  Eigen::VectorXd r = Eigen::VectorXd::Zero(6);
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(6, other.closed ? (other.sticks ? 4 : 2) : 1);
  columns.block<3, 1>(3 * i, 0) << 1.0, -problem.mu[i] * s.x(), -problem.mu[i] * s.y();
  if (other.sticks) {
    columns.block<3, 3>(3 * j, 1).setIdentity();
  } else if (other.closed) {
    const Vector2 given = *problem.sliding[j];
    columns.block<3, 1>(3 * j, 1) << 1.0, -problem.mu[j] * given;
  }
  const Eigen::MatrixXd speeds = problem.W * columns;
  Eigen::MatrixXd kept(columns.cols(), columns.cols());
  Eigen::VectorXd right(columns.cols());
  kept.row(0) = speeds.row(3 * i);
  right[0] = -problem.b[3 * i];
  for (int k = 1; k < columns.cols(); ++k) {
    kept.row(k) = speeds.row(3 * j + k - 1);
    right[k] = -problem.b[3 * j + k - 1];
  }
  const Eigen::VectorXd amounts = kept.fullPivLu().solve(right);
  return columns * amounts;
}

/// Solutions by looking in every direction.
std::vector<Eigen::VectorXd> by_brute_force(const FrictionProblem& problem, int i,
                                            const FrictionMode& other) {
  constexpr int kAngles = 720;
  const auto at = [&](double angle) {
    const Vector2 s(std::cos(angle), std::sin(angle));
    const Eigen::VectorXd r = impulses_along(problem, i, other, s);
    const Eigen::VectorXd u = problem.W * r + problem.b;
    return std::pair{s.x() * u[3 * i + 2] - s.y() * u[3 * i + 1], r};
  };
  std::vector<Eigen::VectorXd> found;
  for (int k = 0; k < kAngles; ++k) {
    double low = 2.0 * std::numbers::pi * k / kAngles;
    double high = 2.0 * std::numbers::pi * (k + 1) / kAngles;
    const double first = at(low).first;
    if (!(first * at(high).first < 0.0)) continue;
    for (int step = 0; step < 60; ++step) {
      const double middle = 0.5 * (low + high);
      (at(middle).first * first > 0.0 ? low : high) = middle;
    }
    // At poles, where the contact can not be kept closed, the sign changes too.
    const auto [across, r] = at(low);
    if (std::abs(across) < 1e-6 && r[3 * i] > 1e-9 && friction_residual(problem, r) < 1e-9)
      found.push_back(r);
  }
  return found;
}

std::string literal(const FrictionProblem& problem) {
  const Eigen::IOFormat digits(17, 0, ", ", "; ", "", "", "{", "}");
  std::stringstream text;
  text << "W " << problem.W.format(digits) << " b " << problem.b.transpose().format(digits)
       << " mu " << problem.mu.transpose().format(digits);
  if (problem.sliding[1]) text << " sliding " << problem.sliding[1]->transpose().format(digits);
  return text.str();
}

bool is_among(const std::vector<Eigen::VectorXd>& impulses, const Eigen::VectorXd& r) {
  return std::any_of(impulses.begin(), impulses.end(), [&](const Eigen::VectorXd& other) {
    return (other - r).norm() <= 1e-7 * (1.0 + r.norm());
  });
}

TEST(TwoContacts, FindWhatBruteForceFinds) {
  Random random(2718);
  int beside_stick = 0;
  int beside_open = 0;
  int beside_slide = 0;
  int several = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const FrictionProblem problem = random_problem(random);
    std::vector<Eigen::VectorXd> known;
    for (const FrictionSolution& solution : enumerate_friction(problem)) {
      EXPECT_LE(friction_residual(problem, solution.r), kFrictionResidual);
      known.push_back(solution.r);
    }
    several += known.size() > 1 ? 1 : 0;
    for (int i = 0; i < 2; ++i) {
      if (!may_stick(problem, i)) continue;
      for (const FrictionMode other : {kStick, kOpen, kSlide}) {
        if (other == (may_stick(problem, 1 - i) ? kSlide : kStick)) continue;
        const auto candidates = sliding_beside(problem, i, other);
        ASSERT_TRUE(candidates) << literal(problem);
        for (const Eigen::VectorXd& r : by_brute_force(problem, i, other)) {
          EXPECT_TRUE(is_among(*candidates, r)) << "contact " << i << "\n" << literal(problem);
          EXPECT_TRUE(is_among(known, r)) << "contact " << i << "\n" << literal(problem);
          (other == kStick ? beside_stick : other == kOpen ? beside_open : beside_slide) += 1;
        }
      }
    }
  }
  EXPECT_GT(beside_stick, 40);
  EXPECT_GT(beside_open, 40);
  EXPECT_GT(beside_slide, 10);
  EXPECT_GT(several, 2);  // the coupling is strong
}

TEST(TwoContacts, AContactThatCannotMoveHasNoAnswer) {
  FrictionProblem problem;
  problem.W = Eigen::MatrixXd::Identity(6, 6);
  problem.W.bottomRightCorner<3, 3>().setZero();
  problem.b = Eigen::VectorXd::Constant(6, -1.0);
  problem.mu = Eigen::Vector2d::Ones();
  problem.least = Eigen::VectorXd::Zero(2);
  problem.sliding.resize(2);
  EXPECT_FALSE(sliding_beside(problem, 0, kStick));
  EXPECT_TRUE(sliding_beside(problem, 0, kOpen));
}

}  // namespace
}  // namespace rigor
