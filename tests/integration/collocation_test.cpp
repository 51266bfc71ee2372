// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/geometry/solids.hpp>
#include <rigor/integration/collocation.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

MovingBody box(const Vector3& half, double mass) {
  MovingBody body;
  const Vector3 s = half.cwiseProduct(half);
  const Vector3 moments = mass / 3.0 * Vector3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  body.dynamics = free_body({mass, Vector3::Zero(), moments.asDiagonal()});
  body.pieces.emplace_back(unwrap(make_box(half)));
  body.materials = {0};
  body.radius = half.norm();
  return body;
}

constexpr double kGravity = 9.81;

TEST(Collocation, FreeFallOfASphericalBodyIsExact) {
  const MovingBody body = box(Vector3::Constant(0.5), 1.0);
  BodyState start;
  start.v << 1.0, -2.0, 3.0, 0.3, 4.0, -2.0;
  const ModeMotion motion = mode_motion(body, {}, Vector3(0, 0, -kGravity), {}, start);
  const double h = 0.2;
  const Collocation step = collocate(motion, start, h, 16);
  ASSERT_EQ(step.status, CollocationStatus::Converged);
  for (const double s : {0.13, 0.5, 1.0}) {
    const BodyState at = state_at(step.coefficients, s);
    const double t = s * h;
    const Vector3 x(1.0 * t, -2.0 * t, 3.0 * t - 0.5 * kGravity * t * t);
    EXPECT_LE((at.x - x).norm(), 1e-14);
    const Quaternion q = exp_rotation(t * start.v.tail<3>());
    EXPECT_LE((at.q.coeffs() - q.coeffs()).norm(), 1e-13);
  }
}

TEST(Collocation, PivotingOnAVertexKeepsTheVertexAndTheEnergy) {
  const MovingBody body = box(Vector3(0.5, 0.35, 0.2), 2.0);
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    BodyState start;
    start.q = random_rotation(random);
    const Vector3 r = start.q * body.pieces[0].polytope.vertices()[3];
    const Vector3 w = random_vector(random, 5.0);
    start.v << -w.cross(r), w;  // the vertex is at rest
    const std::vector<ActiveContact> stuck{{{0, 0, 3}, ContactState::Stick, 0.0}};
    const ModeMotion motion =
        mode_motion(body, {HalfSpace{}}, Vector3(0, 0, -kGravity), stuck, start);
    const Collocation step = collocate(motion, start, 0.03, 12);
    ASSERT_EQ(step.status, CollocationStatus::Converged);
    ASSERT_LE(step.error, 1e-9);
    for (const double s : {0.21, 0.77, 1.0}) {
      const BodyState at = state_at(step.coefficients, s);
      EXPECT_LE((at.x + at.q * body.pieces[0].polytope.vertices()[3] - r).norm(), 1e-11);
      EXPECT_NEAR(energy(body, at, Vector3(0, 0, -kGravity)),
                  energy(body, start, Vector3(0, 0, -kGravity)), 1e-9);
    }
  }
}

TEST(Collocation, ErrorEstimateBoundsTheErrorOfATumblingBody) {
  // Against the same motion with half the step and the highest degree.
  const MovingBody body = box(Vector3(0.5, 0.35, 0.2), 2.0);
  Random random(8);
  for (int trial = 0; trial < 20; ++trial) {
    BodyState start;
    start.q = random_rotation(random);
    start.v.tail<3>() = random_vector(random, 8.0);
    const ModeMotion motion = mode_motion(body, {}, Vector3::Zero(), {}, start);
    const Collocation coarse = collocate(motion, start, 0.05, 8);
    const Collocation first = collocate(motion, start, 0.025, 16);
    const Collocation second = collocate(motion, state_at(first.coefficients, 1.0), 0.025, 16);
    const double error =
        (state_at(coarse.coefficients, 1.0).v - state_at(second.coefficients, 1.0).v).norm();
    EXPECT_LE(error, coarse.error + 1e-13);
  }
}

TEST(Collocation, SaysWhenTheStepIsTooLong) {
  const MovingBody body = box(Vector3(0.5, 0.35, 0.2), 2.0);
  BodyState start;
  start.v << 0, 0, 0, 30.0, 20.0, 10.0;
  const ModeMotion motion = mode_motion(body, {}, Vector3::Zero(), {}, start);
  const Collocation step = collocate(motion, start, 10.0, 12);
  EXPECT_EQ(step.status, CollocationStatus::Diverged);
}

}  // namespace
}  // namespace rigor
