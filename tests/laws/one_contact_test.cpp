// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/one_contact.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::contact_set;
using testing::kGround;
using testing::SceneBody;

/// A free body that touches the ground at one random point with a random velocity.
FrictionProblem random_problem(Random& random) {
  const auto vector = [&](double size) {
    return Vector3(random.uniform(-size, size), random.uniform(-size, size),
                   random.uniform(-size, size));
  };
  SceneBody body;
  body.mass = random.uniform(0.5, 2.0);
  const Vector3 arms(random.uniform(0.01, 0.2), random.uniform(0.01, 0.2),
                     random.uniform(0.01, 0.2));
  const Eigen::Matrix3d R =
      Eigen::AngleAxisd(random.uniform(0.0, 3.0), vector(1.0).normalized()).toRotationMatrix();
  const Vector3 moments(arms.y() + arms.z(), arms.x() + arms.z(), arms.x() + arms.y());
  body.inertia = R * moments.asDiagonal() * R.transpose();
  testing::ScenePoint point = at(kGround, 0, vector(1.5));
  point.properties.friction = random.uniform(0.05, 4.0);
  Eigen::VectorXd v(6);
  v << vector(1.0), vector(1.0);
  FrictionProblem problem = friction_problem(contact_set({body}, {point}), v);
  if (random.index(3) > 0) problem.b[0] = -std::abs(problem.b[0]);
  return problem;
}

/// Those that obey the law.
std::vector<Eigen::Vector3d> solutions_among(const FrictionProblem& problem,
                                             const std::vector<Eigen::Vector3d>& impulses) {
  std::vector<Eigen::Vector3d> good;
  for (const Eigen::Vector3d& r : impulses) {
    if (friction_residual(problem, r) > 1e-9) continue;
    const bool known = std::any_of(good.begin(), good.end(), [&](const Eigen::Vector3d& other) {
      return (other - r).norm() <= 1e-7 * (1.0 + r.norm());
    });
    if (!known) good.push_back(r);
  }
  return good;
}

TEST(OneContact, FindsTwoDirectionsThatNearlyCoincide) {
  // Sticking is just outside the cone; the directions at 5.0733 and 5.0909 rad lie between samples.
  FrictionProblem problem;
  problem.W = (Eigen::Matrix3d() << 3.68966392, 3.59416583, -0.141983748,  //
               3.59416583, 5.81452693, 0.106086794,                        //
               -0.141983748, 0.106086794, 8.49580915)
                  .finished();
  problem.b = Vector3(-5.21635923, -3.66127013, -17.9237364);
  problem.mu = Eigen::VectorXd::Ones(1);
  problem.least = Eigen::VectorXd::Zero(1);
  problem.sliding.resize(1);
  const auto good = solutions_among(problem, one_contact_impulses(problem));
  ASSERT_EQ(good.size(), 1U);
  EXPECT_NEAR(good[0][0], 2.2802285, 1e-4);
  EXPECT_NEAR(std::atan2(-good[0][2], -good[0][1]) + 2.0 * std::numbers::pi, 5.073297, 3e-6);
}

/// How far the slip that follows from friction against direction `angle` points to its left, and
/// the impulse; not finite if the contact would have to pull.
std::pair<double, Eigen::Vector3d> against(const FrictionProblem& problem, double angle) {
  const Vector2 s(std::cos(angle), std::sin(angle));
  Eigen::Vector3d r(1.0, -problem.mu[0] * s.x(), -problem.mu[0] * s.y());
  r *= -problem.b[0] / problem.W.row(0).dot(r);
  const Eigen::Vector3d u = problem.W * r + problem.b;
  return {r[0] >= 0.0 ? s.x() * u[2] - s.y() * u[1] : NAN, r};
}

/// Sliding solutions by looking in every direction.
std::vector<Eigen::Vector3d> sliding_by_brute_force(const FrictionProblem& problem) {
  constexpr int kAngles = 360;
  std::vector<Eigen::Vector3d> found;
  for (int k = 0; k < kAngles; ++k) {
    double low = 2.0 * std::numbers::pi * k / kAngles;
    double high = 2.0 * std::numbers::pi * (k + 1) / kAngles;
    const double at_low = against(problem, low).first;
    const double at_high = against(problem, high).first;
    if (!(at_low * at_high < 0.0)) continue;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (against(problem, middle).first * at_low > 0.0 ? low : high) = middle;
    }
    found.push_back(against(problem, low).second);
  }
  return solutions_among(problem, found);
}

std::string literal(const FrictionProblem& problem) {
  const Eigen::IOFormat digits(17, 0, ", ", "; ", "", "", "{", "}");
  std::stringstream text;
  text << "W " << problem.W.format(digits) << " b " << problem.b.transpose().format(digits)
       << " mu " << problem.mu.format(digits);
  return text.str();
}

TEST(OneContact, FindsWhatBruteForceFinds) {
  Random random(4107);
  int sliding = 0;
  int sticking = 0;
  int open = 0;
  int several = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const FrictionProblem problem = random_problem(random);
    const auto found = solutions_among(problem, one_contact_impulses(problem));
    const auto brute = sliding_by_brute_force(problem);
    for (const Eigen::Vector3d& r : brute) {
      const bool known = std::any_of(found.begin(), found.end(), [&](const Eigen::Vector3d& other) {
        return (other - r).norm() <= 1e-6 * (1.0 + r.norm());
      });
      EXPECT_TRUE(known) << "trial " << trial << ": " << r.transpose() << "\n" << literal(problem);
    }
    const Eigen::Vector3d stick = -problem.W.partialPivLu().solve(problem.b);
    const bool sticks = stick.tail<2>().norm() < problem.mu[0] * stick[0];
    const bool opens = problem.b[0] > 0.0;
    EXPECT_EQ(found.size(), brute.size() + (sticks ? 1 : 0) + (opens ? 1 : 0))
        << "trial " << trial << "\n"
        << literal(problem);
    sliding += brute.empty() ? 0 : 1;
    sticking += sticks ? 1 : 0;
    open += opens ? 1 : 0;
    several += found.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(sliding, 50);
  EXPECT_GT(sticking, 50);
  EXPECT_GT(open, 30);
  EXPECT_GT(several, 1);
}

TEST(OneContact, AgreesWithTheEnumerationOfModes) {
  Random random(4108);
  for (int trial = 0; trial < 100; ++trial) {
    const FrictionProblem problem = random_problem(random);
    const auto found = solutions_among(problem, one_contact_impulses(problem));
    for (const FrictionSolution& solution : enumerate_friction(problem)) {
      const bool known = std::any_of(found.begin(), found.end(), [&](const Eigen::Vector3d& r) {
        return (r - solution.r).norm() <= 1e-6 * (1.0 + r.norm());
      });
      EXPECT_TRUE(known) << "trial " << trial << "\n" << literal(problem);
    }
  }
}

TEST(OneContact, GivesBothMotionsOfPainlevesTwin) {
  // A uniform rod at 45 degrees on its end, μ = 2, which slides left and would lift by itself.
  const double c = std::sqrt(0.5);
  SceneBody rod;
  rod.inertia = Vector3(0.05, 1.0 / 3.0, 0.34).asDiagonal();
  testing::ScenePoint end = at(kGround, 0, Vector3(-c, 0.0, -c));
  end.properties.friction = 2.0;
  FrictionProblem problem = friction_problem(contact_set({rod}, {end}), Eigen::VectorXd::Zero(6));
  problem.b << 25.0 * c - 9.81, 0.0, 0.0;
  problem.sliding[0] = Vector2(-1.0, 0.0);
  const auto both = one_contact_impulses(problem);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_NEAR(both[0][0], 15.73533905932738, 1e-11);
  EXPECT_NEAR(both[0][1], 2.0 * 15.73533905932738, 1e-11);
  EXPECT_EQ(both[1], Eigen::Vector3d::Zero().eval());
  problem.mu[0] = 1.5;  // below 5/3: only the end that lifts
  EXPECT_EQ(one_contact_impulses(problem)[0], Eigen::Vector3d::Zero().eval());
}

}  // namespace
}  // namespace rigor
