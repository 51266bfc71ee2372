// SPDX-License-Identifier: Apache-2.0
// References: a solution known in closed form, and random feasible impulses, none of which may
// leave less energy.
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/laws/impact.hpp>
#include <rigor/laws/least_energy.hpp>
#include <rigor/random.hpp>
#include <rigor/solvers/rank_solve.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::ScenePoint;

ContactSet box_on_corners(double mu) {
  std::vector<ScenePoint> points;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.4, 0.4}) {
      points.push_back(at(kGround, 0, Vector3(x, y, -0.3)));
      points.back().properties.friction = mu;
    }
  }
  return contact_set({box_body({0.5, 0.4, 0.3}, 2.0, {0, 0, 0})}, points);
}

// A contact below the centre, sliding fast along an axis of inertia: friction takes
// μ p against the slip. One contact: p = κ = m v_n; the multiplier of N v >= 0 makes up for the
// rest.
TEST(LeastEnergy, OneSlidingContactIsKnownInClosedForm) {
  ScenePoint point = at(kGround, 0, Vector3(0.0, 0.0, -0.3));
  point.properties.friction = 0.25;
  const ContactSet set = contact_set({box_body({0.5, 0.4, 0.3}, 2.0, {0, 0, 0})}, {point});
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v << 5.0, 0.0, -1.0, 0.0, 0.0, 0.0;
  const LeastEnergyProblem problem{set, v, Eigen::VectorXd::Zero(1), 2.0};
  const Eigen::Vector2d slip = set.T * v;
  LeastEnergyPoint start{Eigen::VectorXd::Constant(1, 1.9), -0.4 * slip / slip.norm(),
                         Eigen::VectorXd::Zero(1), 0.0};
  EXPECT_GT(residual_of(problem, start), 1e-3);
  const LeastEnergyPoint end = polished(problem, start);
  EXPECT_LE(residual_of(problem, end), 1e-13);
  EXPECT_NEAR(end.normal[0], 2.0, 1e-12);
  EXPECT_LE((end.tangential + 0.5 * slip / slip.norm()).norm(), 1e-12);
  EXPECT_NEAR(velocity_of(problem, end)[2], 0.0, 1e-12);
}

TEST(LeastEnergy, NoFeasibleImpulseLeavesLessEnergy) {
  Random random(70);
  int sliding = 0;
  int compared = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const double mu = random.uniform(0.05, 1.0);
    const ContactSet set = box_on_corners(mu);
    Eigen::VectorXd v(6);
    for (double& value : v) value = random.normal();
    v[2] = -std::abs(v[2]) - 0.5;
    const double kappa = resolve_impact(Law::Frictionless, set, v).normal.sum();
    const Impact best = resolve_impact(Law::MaxDissipation, set, v);
    ASSERT_EQ(best.status, ImpactStatus::Solved) << trial;
    ASSERT_LE(best.residual, 1e-10) << trial;
    const double least = kinetic_energy(set, best.v);
    const LeastEnergyProblem problem{set, v, Eigen::VectorXd::Zero(4), kappa};
    // Changes of the impulses that keep N v and Σ p.
    Eigen::MatrixXd J(12, 6);
    J << set.N, set.T;
    Eigen::MatrixXd kept(5, 12);
    for (int j = 0; j < 12; ++j)
      kept.col(j).head(4) = set.N * set.mass.solved(J.row(j).transpose());
    kept.row(4) << Eigen::RowVectorXd::Ones(4), Eigen::RowVectorXd::Zero(8);
    const Eigen::MatrixXd kernel = null_basis(kept);
    for (int k = 0; k < 1500; ++k) {
      Eigen::VectorXd change = Eigen::VectorXd::Zero(12);
      const double away = std::pow(10.0, random.uniform(-6.0, 0.0)) * kappa;
      for (const auto& column : kernel.colwise()) change += away * random.normal() * column;
      const LeastEnergyPoint other{best.normal + change.head(4), best.tangential + change.tail(8),
                                   Eigen::VectorXd::Zero(4), 0.0};
      bool feasible = other.normal.minCoeff() >= 0.0;
      for (int i = 0; i < 4; ++i) {
        feasible = feasible && other.tangential.segment<2>(2 * i).norm() <= mu * other.normal[i];
      }
      if (!feasible) continue;
      ++compared;
      EXPECT_GE(kinetic_energy(set, velocity_of(problem, other)), least * (1.0 - 1e-12)) << trial;
    }
    for (int i = 0; i < 4; ++i) {
      const double length = best.tangential.segment<2>(2 * i).norm();
      sliding += best.normal[i] > 0.0 && length > 0.999999 * mu * best.normal[i] ? 1 : 0;
      EXPECT_LE(length, mu * best.normal[i] + 1e-10);
    }
    EXPECT_GE((set.N * best.v).minCoeff(), -1e-10);
    EXPECT_LE(best.normal.sum(), kappa * (1.0 + 1e-10));
  }
  EXPECT_GE(compared, 1000);
  EXPECT_GE(sliding, 50);
}

}  // namespace
}  // namespace rigor
