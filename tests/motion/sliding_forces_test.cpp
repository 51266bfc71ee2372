// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/mode_solution.hpp>

#include "box_on_ground.hpp"
#include "elimination.hpp"

namespace rigor {
namespace {

/// One corner of a box that slides on the ground, tilted.
struct TiltedBox {
  BoxOnGround at;
  ModeMotion motion;

  TiltedBox(double tilt, double mu, double speed) : at({0.05, 0.1, 0.6}, mu, moving(0, 0, 0)) {
    const Quaternion q = turn(tilt, Vector3::UnitX());
    const Vector3 r = q * at.boxes.world.bodies[0].pieces[0].polytope.vertices()[0];
    at.cluster.states[0] = resting_at(Vector3(0, 0, -r.z() + kTestSkin), q);
    at.cluster.states[0].v << 0, speed, 0, 0, 0, 0;
    at.mode.contacts = {{on_ground(0, 0), ContactState::Slip, 0.0}};
    FrictionPoint point;
    point.id = at.mode.contacts[0].id;
    point.friction = mu;
    point.slip_W = Vector3(0, speed > 0.0 ? 1 : -1, 0);
    motion = mode_motion(at.boxes.world, at.cluster, at.mode.contacts, {point});
  }
};

TEST(SlidingForces, OfOneCornerAreThoseOfTheClosedForm) {
  // n·a = 0 with the push n - μ t: λ = g / (A_nn - μ A_nt), and the indicator (A_nn - μ A_nt)/A_nn.
  int paradox = 0;
  for (const double tilt : {0.2, 0.5, 0.9}) {
    for (const double speed : {1.0, -1.0}) {
      for (const double mu : {0.0, 0.3, 1.0, 3.0}) {
        const TiltedBox box(tilt, mu, speed);
        const BodyState& state = box.at.cluster.states[0];
        const Body& body = box.at.boxes.world.bodies[0];
        const Matrix3 R = rotation_matrix(state.q);
        const Eigen::MatrixXd M = mass_matrix(turned(body.dynamics, R));
        const Vector3 r = R * body.pieces[0].polytope.vertices()[0];
        Vector6 n;
        n << Vector3::UnitZ(), r.cross(Vector3::UnitZ());
        const Vector3 along(0, speed > 0.0 ? 1 : -1, 0);
        Vector6 t;
        t << along, r.cross(along);
        const double A_nn = n.dot(eliminate(M, n).x.col(0));
        const double A_nt = n.dot(eliminate(M, t).x.col(0));
        PlacedContacts contacts(box.motion);
        ModeRows rows(box.motion);
        SlidingForces forces(box.motion);
        Eigen::VectorXd a(6);
        contacts.bodies().place(box.at.cluster.states, 0.0, a);
        rows.place(contacts);
        std::vector<Vector3> slips{along};
        ASSERT_EQ(forces.solve(contacts, rows, slips, SlipDirections::Followed, a),
                  RankCheck::Kept);
        EXPECT_NEAR(forces.indicator(), (A_nn - mu * A_nt) / A_nn, 1e-12);
        paradox += forces.indicator() <= 0.0 ? 1 : 0;
        const double load = kTestGravity / (A_nn - mu * A_nt);
        EXPECT_NEAR(forces.force(0).load, load, 1e-10 * std::abs(load));
        EXPECT_LE(
            (M * a - load * (n - mu * t) + body.mass * kTestGravity * Vector6::Unit(2)).norm(),
            1e-10 * (1.0 + std::abs(load)));
        EXPECT_NEAR(forces.force(0).slip.y(), speed, 1e-12);
        EXPECT_LE((forces.force(0).direction - along).norm(), 1e-12);
        // One unit of acceleration of the row costs 1 / (A_nn - μ A_nt).
        EXPECT_NEAR(forces.forces_for(Eigen::VectorXd::Ones(1))[0] * kTestGravity, load,
                    1e-10 * std::abs(load));
      }
    }
  }
  EXPECT_GT(paradox, 0);
}

TEST(SlidingForces, ThatSetOutKeepTheDirectionTheyAreGiven) {
  TiltedBox box(0.4, 0.3, 1.0);
  box.motion.forces[0].onset = true;
  PlacedContacts contacts(box.motion);
  ModeRows rows(box.motion);
  SlidingForces forces(box.motion);
  Eigen::VectorXd a(6);
  contacts.bodies().place(box.at.cluster.states, 0.0, a);
  rows.place(contacts);
  std::vector<Vector3> slips{Vector3::UnitX()};
  ASSERT_EQ(forces.solve(contacts, rows, slips, SlipDirections::Kept, a), RankCheck::Kept);
  EXPECT_EQ(slips[0], Vector3::UnitX());
  EXPECT_EQ(forces.force(0).direction, Vector3::UnitX());
}

// Bodies a little later: what the factor of before leaves out is taken back to rounding.
TEST(SlidingForces, OfAnInstantNearbyComeByTheFactorOfBefore) {
  Random random(8);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector3 half(random.uniform(0.1, 0.4), random.uniform(0.1, 0.4),
                       random.uniform(0.02, 0.2));
    BoxOnGround at(half, random.uniform(0.1, 0.5), moving(1.0, random.uniform(-1.0, 1.0), 0.5));
    const ModeMotion motion = at.motion();
    ModeSolution before(motion);
    std::vector<Vector3> slips = starting_slips(motion);
    KeptSprings kept;
    ASSERT_EQ(before.solve(at.cluster.states, slips, SlipDirections::Followed, 0.0, &kept),
              RankCheck::Kept);
    const auto factor = kept.factor;
    ASSERT_TRUE(factor != nullptr);
    at.cluster.states[0].q = turn(0.02, Vector3::UnitZ());
    at.cluster.states[0].v[0] *= 1.02;
    std::vector<Vector3> again = slips;
    ModeSolution later(motion);
    ASSERT_EQ(later.solve(at.cluster.states, again), RankCheck::Kept);
    ASSERT_EQ(before.solve(at.cluster.states, slips, SlipDirections::Followed, 0.0, &kept),
              RankCheck::Kept);
    EXPECT_TRUE(kept.factor == factor);
    EXPECT_LE((before.a() - later.a()).norm(), 1e-13 * later.a().norm());
    EXPECT_LE((before.multipliers() - later.multipliers()).norm(),
              1e-12 * later.multipliers().norm());
    for (int f = 0; f < std::ssize(motion.forces); ++f) {
      EXPECT_NEAR(before.load(f), later.load(f), 1e-12 * later.multipliers().norm());
      EXPECT_EQ(before.slip(f), later.slip(f));
    }
  }
}

// Friction the other way is no small change: A_nn + 3 A_nt for A_nn - 3 A_nt.
TEST(SlidingForces, OfAnInstantFarAwayMakeAFactorOfTheirOwn) {
  TiltedBox box(0.5, 3.0, 1.0);
  ModeSolution solution(box.motion);
  std::vector<Vector3> slips{Vector3::UnitY()};
  KeptSprings kept;
  ASSERT_EQ(solution.solve(box.at.cluster.states, slips, SlipDirections::Followed, 0.0, &kept),
            RankCheck::Kept);
  const auto factor = kept.factor;
  box.at.cluster.states[0].v *= -1.0;
  slips = {-Vector3::UnitY()};
  ASSERT_EQ(solution.solve(box.at.cluster.states, slips, SlipDirections::Followed, 0.0, &kept),
            RankCheck::Kept);
  EXPECT_FALSE(kept.factor == factor);
  ModeSolution fresh(box.motion);
  ASSERT_EQ(fresh.solve(box.at.cluster.states, slips), RankCheck::Kept);
  EXPECT_EQ(solution.a(), fresh.a());
  EXPECT_EQ(solution.indicator(), fresh.indicator());
}

TEST(SlidingForces, SlipsAreKnownWithoutLoads) {
  const BoxOnGround at({0.2, 0.3, 0.1}, 0.4, moving(1.0, -0.5, 2.0));
  const ModeMotion motion = at.motion();
  ModeSolution placed(motion);
  ModeSolution solved(motion);
  std::vector<Vector3> slips = starting_slips(motion);
  std::vector<Vector3> same = slips;
  placed.place(at.cluster.states, slips, 0.0);
  ASSERT_EQ(solved.solve(at.cluster.states, same), RankCheck::Kept);
  EXPECT_EQ(slips, same);
  for (int f = 0; f < std::ssize(motion.forces); ++f) EXPECT_EQ(placed.slip(f), solved.slip(f));
}

}  // namespace
}  // namespace rigor
