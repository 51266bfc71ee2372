// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/sliding_forces.hpp>

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

}  // namespace
}  // namespace rigor
