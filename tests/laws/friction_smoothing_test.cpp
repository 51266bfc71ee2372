// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/friction_smoothing.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::contact_set;
using testing::kGround;
using testing::SceneBody;

/// A unit mass on the ground at one point below its centre, with W = 1: u = r + b.
FrictionProblem point_mass(double normal, double side, double mu) {
  FrictionProblem problem;
  problem.W = Eigen::MatrixXd::Identity(3, 3);
  problem.b = Eigen::Vector3d(normal, side, 0.0);
  problem.mu = Eigen::VectorXd::Constant(1, mu);
  problem.least = Eigen::VectorXd::Zero(1);
  problem.sliding.resize(1);
  return problem;
}

/// A box that lands flat on four corners with a velocity v, one corner after the other in `order`.
FrictionProblem landing_box(const Eigen::VectorXd& v, const std::array<int, 4>& order, double mu) {
  SceneBody box;
  box.inertia = Vector3(0.1, 0.2, 0.25).asDiagonal();
  const std::array<Vector3, 4> corners{Vector3(0.5, 0.3, -0.2), Vector3(-0.5, 0.3, -0.2),
                                       Vector3(-0.5, -0.3, -0.2), Vector3(0.5, -0.3, -0.2)};
  std::vector<testing::ScenePoint> points;
  for (const int i : order) {
    points.push_back(at(kGround, 0, corners[i]));
    points.back().properties.friction = mu;
  }
  return friction_problem(contact_set({box}, points), v);
}

void follow(SmoothedPath& path) {
  while (path.advance()) {
  }
}

TEST(SmoothedPath, EndsAtTheAnswersOfAPointMass) {
  struct Answer {
    FrictionProblem problem;
    FrictionMode mode;
    Eigen::Vector3d r;
  };
  const FrictionMode open{false, false};
  const FrictionMode slip{true, false};
  const FrictionMode stick{true, true};
  for (const Answer& answer : {Answer{point_mass(1.0, 2.0, 0.5), open, {0.0, 0.0, 0.0}},
                               Answer{point_mass(-1.0, 2.0, 0.5), slip, {1.0, -0.5, 0.0}},
                               Answer{point_mass(-1.0, 0.3, 0.5), stick, {1.0, -0.3, 0.0}},
                               Answer{point_mass(-1.0, 0.3, 0.0), slip, {1.0, 0.0, 0.0}}}) {
    SmoothedPath path(answer.problem);
    follow(path);
    EXPECT_TRUE(path.modes()[0] == answer.mode) << answer.r.transpose();
    EXPECT_LE((path.impulses() - answer.r).norm(), 1e-7) << answer.r.transpose();
  }
}

TEST(SmoothedPath, KnowsSlidesWithAGivenDirection) {
  FrictionProblem problem = point_mass(-1.0, 0.3, 0.5);
  problem.sliding[0] = Vector2(0.0, 1.0);
  SmoothedPath path(problem);
  follow(path);
  EXPECT_FALSE(path.modes()[0].sticks);
  EXPECT_LE((path.impulses() - Eigen::Vector3d(1.0, 0.0, -0.5)).norm(), 1e-7);
}

// A contact that gives at least an impulse of 1 leaves with 1 + b_n, and holds its slip if friction
// of at most μ can.
TEST(SmoothedPath, EndsAtTheAnswersOfAPointMassThatRebounds) {
  struct Answer {
    double normal;  ///< b_n, m/s
    double side;    ///< b_t, m/s
    FrictionMode mode;
    Eigen::Vector3d r;
  };
  for (const Answer& answer : {Answer{0.0, 0.3, {false, true}, {1.0, -0.3, 0.0}},
                               Answer{0.0, 2.0, {false, false}, {1.0, -0.5, 0.0}},
                               Answer{-3.0, 1.2, {true, true}, {3.0, -1.2, 0.0}},
                               Answer{-3.0, 2.0, {true, false}, {3.0, -1.5, 0.0}}}) {
    FrictionProblem problem = point_mass(answer.normal, answer.side, 0.5);
    problem.least[0] = 1.0;
    SmoothedPath path(problem);
    follow(path);
    EXPECT_TRUE(path.modes()[0] == answer.mode) << answer.r.transpose();
    EXPECT_LE((path.impulses() - answer.r).norm(), 1e-7) << answer.r.transpose();
  }
}

TEST(SmoothedPath, KeepsTheSymmetryOfRedundantContacts) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v[2] = -1.0;
  const FrictionProblem problem = landing_box(v, {0, 1, 2, 3}, 0.4);
  SmoothedPath path(problem);
  for (int level = 0; level < 6; ++level) ASSERT_TRUE(path.advance());
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(path.impulses()[3 * i], 0.25, 1e-4);
  EXPECT_NEAR(path.impulses()[0], path.impulses()[6], 1e-10);
}

// Random landings on four redundant corners: the modes that are read, polished, obey the law, and
// the order of the corners does not matter to the motion (slides on four corners are not
// unique; further down the path rounding decides where on their family it is).
TEST(SmoothedPath, LeadsToSolutionsInAnyOrder) {
  Random random(77);
  constexpr int kTrials = 300;
  int solved = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    Eigen::VectorXd v(6);
    for (double& x : v) x = random.uniform(-1.0, 1.0);
    v[2] = -1.5;
    const double mu = random.uniform(0.1, 0.8);
    std::array<Eigen::VectorXd, 2> motions;
    int agreed = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const FrictionProblem problem =
          landing_box(v, k == 0 ? std::array{0, 1, 2, 3} : std::array{2, 0, 3, 1}, mu);
      SmoothedPath path(problem);
      for (int level = 0; level < 4 && path.advance(); ++level) {
      }
      const auto r = polish(problem, path.modes(), path.impulses());
      if (!r || friction_residual(problem, *r) > 1e-10) continue;
      ++agreed;
      motions[k] = problem.W * *r + problem.b;
    }
    if (agreed < 2) continue;
    ++solved;
    EXPECT_LE((motions[0].segment<3>(0) - motions[1].segment<3>(3)).norm(), 1e-7)
        << "mu " << mu << ", v " << v.transpose();
  }
  EXPECT_GE(solved, kTrials * 95 / 100);
}

}  // namespace
}  // namespace rigor
