// SPDX-License-Identifier: Apache-2.0
// The impulse process of several contacts against that of one, and against what symmetry asks for.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impulse_flow.hpp>
#include <rigor/laws/impulse_process.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::ScenePoint;

/// A bar of half length 1 leans back by 45 degrees; its end, an edge of the given half widths,
/// slides with v_x and without normal speed.
ContactSet leaning_bar(const std::vector<double>& sides, double mu) {
  const double c = std::sqrt(0.5);
  std::vector<ScenePoint> points;
  for (const double y : sides) {
    points.push_back(at(kGround, 0, {0.0, y, 0.0}));
    points.back().properties.friction = mu;
  }
  const Matrix3 R = Eigen::AngleAxisd(0.25 * std::numbers::pi, Vector3::UnitY()).matrix();
  return contact_set({box_body({0.4, 0.3, 1.0}, 1.0, {c, 0.0, c}, R)}, points);
}

Eigen::VectorXd sliding(double v_x, double v_y = 0.0) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v[0] = v_x;
  v[1] = v_y;
  return v;
}

double energy_change(const FrictionProblem& problem, const Eigen::VectorXd& r) {
  return r.dot(problem.b) + 0.5 * r.dot(problem.W * r);
}

TEST(ImpulseFlow, OneContactGoesThroughTheProcessOfKeller) {
  Random random(11);
  int impulses = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const ContactSet set = leaning_bar({0.0}, random.uniform(1.5, 3.0));
    Eigen::VectorXd v = sliding(-1.0, random.uniform(-0.5, 0.5));
    const FrictionProblem problem = friction_problem(set, v);
    const auto flow = impulse_flow(problem);
    const auto process = impulse_process({problem.W, problem.b, problem.mu[0]});
    ASSERT_TRUE(flow && process) << trial;
    EXPECT_LE(flow->residual, 1e-12);
    EXPECT_LE((problem.W * (flow->r - *process)).norm(), 3e-6) << trial;
    impulses += process->norm() > 0.0 ? 1 : 0;
  }
  EXPECT_GE(impulses, 15);
}

// Two corners of an edge push alike, and together as one point in its middle.
TEST(ImpulseFlow, AnEdgeIsPushedAsItsMiddle) {
  for (const double mu : {2.0, 2.5, 1000.0}) {
    const Eigen::VectorXd v = sliding(-1.0);
    const FrictionProblem edge = friction_problem(leaning_bar({-0.1, 0.1}, mu), v);
    const FrictionProblem point = friction_problem(leaning_bar({0.0}, mu), v);
    const auto both = impulse_flow(edge);
    const auto one = impulse_process({point.W, point.b, mu});
    ASSERT_TRUE(both && one) << mu;
    EXPECT_GT((*one)[0], 0.1);
    EXPECT_LE((both->r.head<3>() - both->r.tail<3>()).norm(), 1e-7 * one->norm()) << mu;
    EXPECT_LE((both->r.head<3>() + both->r.tail<3>() - *one).norm(), 1e-6 * one->norm()) << mu;
  }
}

// Corners in another order; energy; nothing approaches; friction inside its cone.
TEST(ImpulseFlow, ObeysItsLawsWhateverTheOrder) {
  Random random(12);
  int impulses = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const double mu = random.uniform(1.4, 3.0);
    std::vector<double> sides{-0.1, random.uniform(-0.05, 0.05), 0.1};
    Eigen::VectorXd v = sliding(-1.0, random.uniform(-0.3, 0.3));
    const FrictionProblem problem = friction_problem(leaning_bar(sides, mu), v);
    std::swap(sides[0], sides[2]);
    const FrictionProblem swapped = friction_problem(leaning_bar(sides, mu), v);
    const auto flow = impulse_flow(problem);
    const auto other = impulse_flow(swapped);
    ASSERT_TRUE(flow && other) << trial;
    EXPECT_LE(flow->residual, 1e-9) << trial;
    EXPECT_LE((flow->r.head<3>() - other->r.tail<3>()).norm(), 1e-7 * (1.0 + flow->r.norm()));
    if (flow->r.norm() == 0.0) continue;
    EXPECT_LT(energy_change(problem, flow->r), 0.0) << trial;
    ++impulses;
  }
  EXPECT_GE(impulses, 15);
}

// A rod slides on a wedge that rests on the ground. Held by its friction, the wedge makes a state
// of Painlevé of what would slide on if it gave way. Its rows, of unit masses: rod (2), wedge (2).
// All four come to their stop: J' r takes the momenta away, 25 S at the rod's end and at the
// ground, with friction of one and two times that, inside the cones.
TEST(ImpulseFlow, GrowsWhereWhatRestsIsHeld) {
  constexpr double kSlip = 0.3;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, 6);
  J.row(0) << 1.0, 0.0, -1.0, -1.0, 0.0, 0.0;
  J.row(1) << 1.0, 0.2, 1.0, 0.0, 0.0, 0.0;
  J(2, 4) = 1.0;  // across, apart from all else
  J(3, 3) = 1.0;
  J(4, 2) = 1.0;
  J(5, 5) = 1.0;
  FrictionProblem problem;
  problem.W = J * J.transpose();
  problem.b = Eigen::VectorXd::Zero(6);
  problem.b[1] = kSlip;
  problem.mu = Eigen::Vector2d(2.0, 5.0);
  problem.least = Eigen::VectorXd::Zero(2);
  problem.sliding.resize(2);
  const auto flow = impulse_flow(problem);
  ASSERT_TRUE(flow);
  Eigen::VectorXd r = Eigen::VectorXd::Zero(6);
  r << 25.0, -25.0, 0.0, 25.0, 50.0, 0.0;
  EXPECT_LE((flow->r - kSlip * r).norm(), 1e-6);
  EXPECT_LE(flow->residual, 1e-9);
  problem.mu[1] = 0.0;  // without friction the wedge gives way, and nothing grows
  const auto free = impulse_flow(problem);
  ASSERT_TRUE(free);
  EXPECT_EQ(free->r.norm(), 0.0);
}

TEST(ImpulseFlow, NothingGrowsInAStateWithAccelerations) {
  const FrictionProblem problem =
      friction_problem(leaning_bar({-0.1, 0.1}, 0.5), sliding(-1.0, 0.2));
  const auto flow = impulse_flow(problem);
  ASSERT_TRUE(flow);
  EXPECT_EQ(flow->r.norm(), 0.0);
}

}  // namespace
}  // namespace rigor
