// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/motion/collocation.hpp>

#include "random_spatial.hpp"
#include "sliding_boxes.hpp"

namespace rigor {
namespace {

Cluster alone(const BodyState& state) { return {{0}, {state}}; }

TEST(Collocation, FreeFallOfASphericalBodyIsExact) {
  SmallWorld small;
  small.add_box(Vector3::Constant(0.5), 1.0);
  BodyState start;
  start.v << 1.0, -2.0, 3.0, 0.3, 4.0, -2.0;
  const ModeMotion motion = mode_motion(small.world, alone(start), {});
  const double h = 0.2;
  const Collocation step = collocate(motion, std::vector{start}, h, 16);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  for (const double s : {0.13, 0.5, 1.0}) {
    const BodyState at = states_at(step.trajectory, s)[0];
    const double t = s * h;
    const Vector3 x(1.0 * t, -2.0 * t, 3.0 * t - 0.5 * kTestGravity * t * t);
    EXPECT_LE((at.x - x).norm(), 1e-14);
    const Quaternion q = exp_rotation(t * start.v.tail<3>());
    EXPECT_LE((at.q.coeffs() - q.coeffs()).norm(), 1e-13);
  }
}

TEST(Collocation, PivotingOnAVertexKeepsTheVertexAndTheEnergy) {
  SmallWorld small;
  small.add_box(Vector3(0.5, 0.35, 0.2), 2.0);
  small.world.half_spaces.push_back(HalfSpace{});
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    BodyState start;
    start.q = random_rotation(random);
    const Vector3 r = start.q * small.vertex(0, 3);
    const Vector3 w = random_vector(random, 5.0);
    start.v << -w.cross(r), w;  // the vertex is at rest
    const std::vector<ActiveContact> stuck{{on_ground(0, 3), ContactState::Stick, 0.0}};
    const ModeMotion motion = mode_motion(small.world, alone(start), stuck);
    const Collocation step = collocate(motion, std::vector{start}, 0.03, 12);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    ASSERT_LE(step.error, 1e-9);
    for (const double s : {0.21, 0.77, 1.0}) {
      const BodyState at = states_at(step.trajectory, s)[0];
      EXPECT_LE((at.x + at.q * small.vertex(0, 3) - r).norm(), 1e-11);
      EXPECT_NEAR(energy(small.world, alone(at)), energy(small.world, alone(start)), 1e-9);
    }
  }
}

TEST(Collocation, ErrorEstimateBoundsTheErrorOfATumblingBody) {
  // Against the same motion with half the step and the highest degree.
  SmallWorld small(0.0);
  small.add_box(Vector3(0.5, 0.35, 0.2), 2.0);
  Random random(8);
  for (int trial = 0; trial < 20; ++trial) {
    BodyState start;
    start.q = random_rotation(random);
    start.v.tail<3>() = random_vector(random, 8.0);
    const ModeMotion motion = mode_motion(small.world, alone(start), {});
    const Collocation coarse = collocate(motion, std::vector{start}, 0.05, 8);
    const Collocation first = collocate(motion, std::vector{start}, 0.025, 16);
    const Collocation second = collocate(motion, states_at(first.trajectory, 1.0), 0.025, 16);
    const double error =
        (states_at(coarse.trajectory, 1.0)[0].v - states_at(second.trajectory, 1.0)[0].v).norm();
    EXPECT_LE(error, coarse.error + 1e-13);
  }
}

TEST(Collocation, SaysWhenTheStepIsTooLong) {
  SmallWorld small(0.0);
  small.add_box(Vector3(0.5, 0.35, 0.2), 2.0);
  BodyState start;
  start.v << 0, 0, 0, 30.0, 20.0, 10.0;
  const ModeMotion motion = mode_motion(small.world, alone(start), {});
  const Collocation step = collocate(motion, std::vector{start}, 10.0, 12);
  EXPECT_EQ(step.status, CollocationStatus::Diverged);
}

// So many rows that their springs' factors are kept: each box goes v t - μ g t²/2 all the same.
TEST(Collocation, ManySlidingBoxesGoAsEachDoesAlone) {
  const double mu = 0.4;
  const double length = 0.02;
  const SlidingBoxes at = twelve_sliding_boxes(0.1, mu);
  const ModeMotion motion = at.motion();
  const Collocation step = collocate(motion, at.cluster.states, length, 8);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  const std::vector<BodyState> states = states_at(step.trajectory, 1.0);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const double speed = at.cluster.states[i].v[0];
    EXPECT_NEAR(states[i].x.x(), length * (speed - 0.5 * mu * kTestGravity * length), 1e-15);
    EXPECT_NEAR(states[i].v[0], speed - mu * kTestGravity * length, 1e-14);
    EXPECT_LT(states[i].v.tail<3>().norm(), 1e-13);
  }
}

}  // namespace
}  // namespace rigor
