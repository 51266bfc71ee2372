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

TEST(ImpulseFlow, NothingGrowsInAStateWithAccelerations) {
  const FrictionProblem problem =
      friction_problem(leaning_bar({-0.1, 0.1}, 0.5), sliding(-1.0, 0.2));
  const auto flow = impulse_flow(problem);
  ASSERT_TRUE(flow);
  EXPECT_EQ(flow->r.norm(), 0.0);
}

}  // namespace
}  // namespace rigor
