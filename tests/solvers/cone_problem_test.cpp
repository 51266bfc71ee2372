// SPDX-License-Identifier: Apache-2.0
// The admissible set against a search over all its points, the residual at known solutions.
#include <limits>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "cone_problems.hpp"

namespace rigor {
namespace {

using Eigen::Vector3d;

TEST(ConeProblem, AdmissibleIsTheNearestPointOfItsSet) {
  // The nearest point p of a convex set C obeys (x - p)·(c - p) <= 0 for every c of C.
  Random random(5);
  int on_bound = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    ConeContact contact;
    contact.friction = sample % 4 == 0 ? 0.0 : random.uniform(0.05, 1.5);
    contact.least = sample % 3 == 0 ? random.uniform(0.0, 1.0) : 0.0;
    const Vector3d x(random.normal(), random.normal(), random.normal());
    const Vector3d p = admissible(contact, x, 1.0);
    ASSERT_GE(p[0], contact.least);
    ASSERT_LE(p.tail<2>().norm(), contact.friction * p[0] * (1 + 1e-14));
    on_bound += p[0] == contact.least ? 1 : 0;
    for (int k = 0; k < 50; ++k) {
      Vector3d c(contact.least + 3 * random.unit(), 0.0, 0.0);
      const double angle = random.uniform(0.0, 6.3);
      const double slip = contact.friction * c[0] * random.unit();
      c.tail<2>() << slip * std::cos(angle), slip * std::sin(angle);
      ASSERT_LE((x - p).dot(c - p), 1e-12)
          << "x " << x.transpose() << ", mu " << contact.friction << ", least " << contact.least;
    }
  }
  EXPECT_GT(on_bound, 200);
  EXPECT_LT(on_bound, 1800);
}

TEST(ConeProblem, ResidualVanishesAtTheSolutionAndMeasuresTheDistanceElsewhere) {
  // A cube falling at 0.0981 m/s: each corner gives a quarter of its momentum.
  const ConeProblem problem = cone_problems::tower(1, 0.5);
  std::vector<Vector3d> impulses(4, Vector3d(0.0981 / 4, 0.0, 0.0));
  EXPECT_LE(residual(problem, state_with(problem, impulses)), 1e-16);
  EXPECT_NEAR(residual(problem, state_at_start(problem)), 0.0981, 1e-15);
  impulses[0][1] = 0.02;  // beyond the cone
  EXPECT_GT(residual(problem, state_with(problem, impulses)), 1e-3);
}

TEST(ConeProblem, ImpulsesThatAreNoNumbersAreNoSolution) {
  const ConeProblem problem = cone_problems::tower(1, 0.5);
  std::vector<Vector3d> impulses(4, Vector3d::Zero());
  impulses[1][2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isinf(residual(problem, state_with(problem, impulses))));
}

TEST(ConeProblem, DragIsTheFixedPointOfItsRule) {
  ConeContact contact;
  contact.tangent = Tangent::Drag;
  contact.drag = 0.3;
  const Vector3d y(0.0, 0.2, -0.5);
  const Vector3d impulse(1.0, -contact.drag * y[1], -contact.drag * y[2]);
  for (const double r : {0.1, 1.0, 10.0})
    EXPECT_LE((admissible(contact, impulse - r * y, r) - impulse).norm(), 1e-15);
}

TEST(ConeProblem, PushKeepsTheBalanceOfMomentum) {
  const ConeProblem problem = cone_problems::tower(3, 0.5);
  ConeState state = state_at_start(problem);
  Random random(3);
  for (int k = 0; k < 30; ++k)
    push(problem, random.index(12), {random.normal(), random.normal(), random.normal()}, state);
  const ConeState again = state_with(problem, state.impulses);
  for (int i = 0; i < 3; ++i) EXPECT_LE((state.u[i] - again.u[i]).norm(), 1e-11);
}

}  // namespace
}  // namespace rigor
