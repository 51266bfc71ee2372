// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/motion/collocation.hpp>
#include <rigor/motion/first_guess.hpp>
#include <rigor/motion/sliding_nodes.hpp>

#include "sliding_boxes.hpp"

namespace rigor {
namespace {

TEST(SlidingNodes, TheStartIsExtrapolatedExactlyForPolynomials) {
  BoxOnGround at({0.3, 0.2, 0.1}, 0.3, moving(0, 0, 0));
  for (const ActiveContact& contact : at.mode.contacts)
    at.mode.onsets.push_back({contact.id, Vector3::UnitX()});
  const ModeMotion motion = at.motion();
  const int degree = 8;
  SlidingNodes sliding = sliding_nodes(motion, degree);
  ASSERT_TRUE(sliding.sets_out());
  EXPECT_EQ(sliding.points, 4);
  EXPECT_EQ(sliding.at_start[0], 0.0);
  const LobattoNodes& nodes = lobatto_nodes(degree);
  MotionNodes all;
  all.bodies.push_back({NodeBlock<kTrajectoryRows>::Zero(kTrajectoryRows, degree + 1),
                        {},
                        NodeBlock<6>::Zero(6, degree + 1)});
  for (int power = 0; power < degree; ++power) {
    for (int j = 0; j <= degree; ++j)
      all.bodies[0].a.col(j).setConstant(std::pow(nodes.s[j] - 0.25, power));
    all.bodies[0].a.col(0).setConstant(77.0);  // not read
    extrapolate_start(motion, sliding.at_start, all);
    EXPECT_NEAR(all.bodies[0].a(0, 0), std::pow(-0.25, power), 1e-12) << power;
  }
  // Directions likewise.
  for (int j = 1; j <= degree; ++j)
    sliding.slips_W[j].assign(4, Vector3(1.0, 0.3 + nodes.s[j], 0.0));
  extrapolate_onsets(sliding);
  EXPECT_LE((sliding.slips_W[0][0] - Vector3(1.0, 0.3, 0.0).normalized()).norm(), 1e-12);
}

TEST(SlidingNodes, DirectionsOfPlanesAtRestStay) {
  const BoxOnGround at({0.3, 0.2, 0.1}, 0.3, moving(1, 0.5, 0));
  const ModeMotion motion = at.motion();
  EXPECT_EQ(turned_with_plane(motion, 0, {}, 3, 0.1), motion.forces[0].slip_W);
  EXPECT_FALSE(sliding_nodes(motion, 4).sets_out());
}

TEST(SlidingNodes, OnlyThoseOfManyRowsKeepTheirSprings) {
  EXPECT_TRUE(keeps_springs(twelve_sliding_boxes(0.1, 0.4).motion()));
  EXPECT_EQ(sliding_nodes(twelve_sliding_boxes(0.1, 0.4).motion(), 6).springs.size(), 7U);
  const BoxOnGround one({0.3, 0.2, 0.1}, 0.3, moving(1, 0.5, 0));
  EXPECT_TRUE(sliding_nodes(one.motion(), 6).springs.empty());
}

TEST(SlidingNodes, NewtonsStepMakesSlowSlipConverge) {
  // A box that slides slowly while it turns: plain sweeps over 4 ms would grow errors by the
  // stiffness μ g t / slip > 10; the collocation converges in a few sweeps.
  const BoxOnGround at({0.3, 0.2, 0.02}, 0.5, moving(1e-3, 0, 0.2));
  const ModeMotion motion = at.motion();
  const double length = 4e-3;
  ASSERT_GT(0.5 * kTestGravity * length / 1e-3, 10.0);
  const Collocation step = collocate(motion, at.cluster.states, length, 12);
  EXPECT_EQ(step.status, CollocationStatus::Converged);
  EXPECT_LT(step.sweeps, 20);
}

/// Whether a corner that sets out clearly goes where its friction's direction says, by that
/// friction.
bool goes_its_way(const BoxOnGround& at, const ModeMotion& motion, double after) {
  ModeSolution solution(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  EXPECT_EQ(solution.solve(at.cluster.states, slips, ModeSolution::Directions::Kept),
            RankCheck::Kept);
  std::vector<BodyState> later = at.cluster.states;
  later[0].v += after * solution.a();
  EXPECT_EQ(solution.solve(later, slips, ModeSolution::Directions::Kept), RankCheck::Kept);
  for (int f = 0; f < std::ssize(motion.forces); ++f)
    if (motion.forces[f].onset &&
        solution.slip(f).dot(motion.forces[f].slip_W) <= 0.3 * solution.slip(f).norm())
      return false;
  return true;
}

// Boxes on slopes that turn about one of their corners, which is about to slide. If that corner
// goes the way that was decided, a step that converges does not set out another way on which forces
// pull: which way it goes is a decision, not something that sweeps may find.
TEST(SlidingNodes, StepsDoNotTurnToForcesThatPull) {
  int converged = 0;
  int others = 0;
  int turned = 0;
  int pulling = 0;
  for (int seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    BoxOnGround at = turning_box(random, -4.0, 1.0);
    const double angle = random.uniform(0.0, 2.0 * std::numbers::pi);
    const Vector3 way(std::cos(angle), std::sin(angle), 0.0);
    at.mode.onsets.push_back({at.mode.contacts.front().id, way});  // the corner at rest
    const ModeMotion motion = at.motion();
    const double length = std::pow(10.0, random.uniform(-6.0, -3.0));
    if (!goes_its_way(at, motion, length)) {
      ++others;
      continue;
    }
    const Collocation step = collocate(motion, at.cluster.states, length, 12);
    if (step.status != CollocationStatus::Converged) continue;
    ++converged;
    ModeSolution solution(motion);
    std::vector<Vector3> slips = step.slips_W.back();
    ASSERT_EQ(solution.solve(states_at(step.trajectory, 1.0), slips), RankCheck::Kept);
    const double load = solution.multipliers().cwiseAbs().maxCoeff();
    for (std::size_t f = 0; f < motion.forces.size(); ++f) {
      if (!motion.forces[f].onset || step.slips_W.front()[f].dot(way) > 0.0) continue;
      ++turned;
      if (most_pulling(motion, solution, -1e-6 * load) < 0) continue;
      ++pulling;
      std::printf("pulls: Random random(%d)\n", seed);
    }
  }
  EXPECT_GE(converged, 300);
  EXPECT_GE(others, 300);
  EXPECT_GE(turned, 3);   // nearly all to forces that push
  EXPECT_LE(pulling, 1);  // Random(307), whose slip turns back on the way
}

}  // namespace
}  // namespace rigor
