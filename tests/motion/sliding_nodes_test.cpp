// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/motion/collocation.hpp>
#include <rigor/motion/first_guess.hpp>
#include <rigor/motion/sliding_nodes.hpp>

#include "box_on_ground.hpp"

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

// A box that turns about one of its corners, which is about to slide: whatever way was decided, a
// step that converges sets out within a right angle of it. Which way it goes is a decision, not
// something that sweeps may find.
TEST(SlidingNodes, StepsSetOutTheWayThatWasDecided) {
  int converged = 0;
  int refused = 0;
  for (const double spin : {0.01, 1.0}) {
    for (int k = 0; k < 24; ++k) {
      const Vector3 half(0.3, 0.2, 0.1);
      BoxOnGround at(half, 0.6, moving(-spin * half.y(), spin * half.x(), spin));
      const ActiveContact& corner = at.mode.contacts.front();  // at (-x, -y)
      const double angle = 2.0 * std::numbers::pi * k / 24;
      const Vector3 way(std::cos(angle), std::sin(angle), 0.0);
      at.mode.onsets.push_back({corner.id, way});
      const ModeMotion motion = at.motion();
      const Collocation step = collocate(motion, at.cluster.states, 1e-4, 12);
      if (step.status != CollocationStatus::Converged) {
        ++refused;
        continue;
      }
      ++converged;
      for (std::size_t f = 0; f < motion.forces.size(); ++f)
        if (motion.forces[f].onset) {
          EXPECT_GT(step.slips_W.front()[f].dot(way), 0.0) << "spin " << spin << " angle " << k;
        }
    }
  }
  EXPECT_GE(converged, 12);
  EXPECT_GE(refused, 1);
}

}  // namespace
}  // namespace rigor
