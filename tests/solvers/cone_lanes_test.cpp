// SPDX-License-Identifier: Apache-2.0
// Against the rules contact by contact, as cone_problem.hpp has them.
#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <rigor/solvers/cone_lanes.hpp>

#include "cone_problems.hpp"

namespace rigor {
namespace {

using Vector3 = Eigen::Vector3d;

Vector3 random_vector(Random& random) {
  return {random.normal(), random.normal(), random.normal()};
}

void set(const Vector3& value, int i, ConeLanes::Threefold& of) {
  for (int k = 0; k < 3; ++k) of[k][i] = value[k];
}

/// Contact i of the lanes as the rules see it.
ConeContact contact_of(const ConeLanes& at, int i) {
  ConeContact contact;
  contact.friction = at.friction[i];
  contact.least = at.least[i];
  return contact;
}

ConeLanes random_lanes(Random& random, bool bounded) {
  ConeLanes at;
  for (int i = 0; i < 4; ++i) {
    at.friction[i] = i == 0 ? 0.0 : random.uniform(0.1, 1.0);
    at.flatness[i] = 1.0 / (1.0 + at.friction[i] * at.friction[i]);
    at.least[i] = bounded ? random.uniform(0.0, 1.0) : 0.0;
    at.penalty[i] = random.uniform(0.5, 2.0);
    at.inverse_penalty[i] = 1.0 / at.penalty[i];
    set(random_vector(random), i, at.y);
    set(random_vector(random), i, at.impulse);
    set(random_vector(random), i, at.z);
  }
  return at;
}

TEST(ConeLanes, GoToTheNearestAdmissibleImpulse) {
  Random random(5);
  int open = 0;
  int slipping = 0;
  for (int sample = 0; sample < 400; ++sample) {
    const ConeLanes before = random_lanes(random, sample % 2 == 0);
    const ConeRound round{sample % 3 == 0 ? 0.8 : 1.0, 1.6};
    ConeLanes after = before;
    ConeMisses misses;
    advance(round, after, misses);
    ConeMisses expected;
    for (int i = 0; i < 4; ++i) {
      const ConeContact contact = contact_of(before, i);
      const double r = before.penalty[i];
      const Vector3 there = shifted(contact, lane(before.y, i));
      const Vector3 y = 1.6 * there - 0.6 * lane(before.z, i);
      const Vector3 nearest = admissible(contact, lane(before.impulse, i) - r * y, r);
      const Vector3 z = y + (round.theta * nearest - lane(before.impulse, i)) / r;
      EXPECT_NEAR((lane(after.impulse, i) - round.theta * nearest).norm(), 0.0, 1e-13);
      EXPECT_NEAR((lane(after.z, i) - z).norm(), 0.0, 1e-13);
      EXPECT_NEAR(after.shift[i], there[0] - before.y[0][i], 1e-14);
      expected.primal = std::max(expected.primal, (z - there).lpNorm<Eigen::Infinity>());
      expected.dual = std::max(expected.dual, (z - lane(before.z, i)).lpNorm<Eigen::Infinity>());
      open += nearest.isZero(0.0) ? 1 : 0;
      slipping += nearest.tail<2>().norm() > 0.99 * contact.friction * nearest[0] ? 1 : 0;
    }
    EXPECT_NEAR(misses.primal, expected.primal, 1e-13);
    EXPECT_NEAR(misses.dual, expected.dual, 1e-13);
  }
  EXPECT_GT(open, 100);
  EXPECT_GT(slipping, 400);
}

TEST(ConeLanes, WithoutImpulseOrSpeedNothingDivides) {
  ConeLanes at;
  at.friction.setConstant(0.5);
  ConeMisses misses;
  advance({1.0, 1.6}, at, misses);
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(lane(at.impulse, i).isZero(0.0));
  EXPECT_EQ(misses.primal, 0.0);
  EXPECT_EQ(misses.dual, 0.0);
}

TEST(ConeLanes, AGroupThatHoldsTangentsGoesContactByContact) {
  ConeProblem problem = cone_problems::tower(1, 0.5);
  problem.contacts[1].tangent = Tangent::Held;
  for (auto& u : problem.u_star) u[0] += 1.0;
  const ConeState state = state_at_start(problem);
  const ConeMatrix matrix(problem);
  ConeGroup group;
  for (int c = 0; c < 4; ++c) group.add(problem, c, state, 2.0);
  group.set_penalties(2.0);
  ConeMisses misses;
  group.advance({1.0, 1.0}, matrix, matrix.start(), misses);
  for (int c = 0; c < 4; ++c) {
    const ConeContact& contact = problem.contacts[c];
    const double r = 2.0 / contact.normal_compliance;
    const Vector3 y = shifted(contact, speeds(contact, state));
    const Vector3 nearest = admissible(contact, -r * y, r);
    EXPECT_NEAR((lane(group.lanes.impulse, c) - nearest).norm(), 0.0, 1e-13) << c;
  }
  // Held takes all of the slip, a cone no more than friction allows.
  EXPECT_GT(lane(group.lanes.impulse, 1).tail<2>().norm(),
            2.0 * lane(group.lanes.impulse, 0).tail<2>().norm());
}

}  // namespace
}  // namespace rigor
