// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/motion/mode_rows.hpp>

#include "random_spatial.hpp"
#include "small_world.hpp"

namespace rigor {
namespace {

/// A box on three of its lower corners, one of which sticks, and five independent rows of them.
struct ThreeCorners {
  SmallWorld small;
  Cluster cluster{{0}, {resting_at(Vector3(0, 0, 0.3))}};
  ModeMotion motion;

  explicit ThreeCorners(const Vector6& v) {
    small.add_box(Vector3(0.5, 0.4, 0.3), 2.0);
    small.world.half_spaces.push_back(HalfSpace{});
    cluster.states[0].v = v;
    motion = mode_motion(small.world, cluster,
                         {{on_ground(0, 0), ContactState::Stick, 0.0},
                          {on_ground(0, 2), ContactState::Frictionless, 0.0},
                          {on_ground(0, 4), ContactState::Frictionless, 0.0}});
  }
};

TEST(ModeRows, AreKeptByTheirMultipliers) {
  Random random(44);
  for (int trial = 0; trial < 30; ++trial) {
    const ThreeCorners at(random_twist(random, 1.0, 2.0).vector());
    ASSERT_EQ(at.motion.rows.size(), 5U);
    PlacedContacts contacts(at.motion);
    ModeRows rows(at.motion);
    Eigen::VectorXd a(6);
    contacts.bodies().place(at.cluster.states, 0.0, a);
    rows.place(contacts);
    EXPECT_GT(rows.residual(contacts, a), 1e-3);  // without forces it falls
    Eigen::VectorXd multipliers = Eigen::VectorXd::Zero(5);
    ASSERT_EQ(rows.solve(contacts, multipliers, a), RankCheck::Kept);
    EXPECT_LE(rows.residual(contacts, a), 1e-12) << "Random(44), trial " << trial;
    for (int k = 0; k < 5; ++k) EXPECT_NEAR(rows.missing(k, contacts, a), 0.0, 1e-11);
  }
}

TEST(ModeRows, OfABoxAtRestShareItsWeight) {
  const ThreeCorners at(Vector6::Zero());
  PlacedContacts contacts(at.motion);
  ModeRows rows(at.motion);
  Eigen::VectorXd a(6);
  contacts.bodies().place(at.cluster.states, 0.0, a);
  rows.place(contacts);
  Eigen::VectorXd multipliers = Eigen::VectorXd::Zero(5);
  ASSERT_EQ(rows.solve(contacts, multipliers, a), RankCheck::Kept);
  EXPECT_LE(a.norm(), 1e-12);
  double normals = 0.0;
  for (int k = 0; k < 5; ++k) {
    if (at.motion.rows[k].axis == 0)
      normals += multipliers[k];
    else
      EXPECT_NEAR(multipliers[k], 0.0, 1e-12);  // nothing pushes sideways
  }
  EXPECT_NEAR(normals, 2.0 * kTestGravity, 1e-12);
}

TEST(ModeRows, SayWhenTheyAreDependent) {
  ThreeCorners at(Vector6::Zero());
  at.motion.rows.push_back(at.motion.rows.back());
  PlacedContacts contacts(at.motion);
  ModeRows rows(at.motion);
  Eigen::VectorXd a(6);
  contacts.bodies().place(at.cluster.states, 0.0, a);
  rows.place(contacts);
  Eigen::VectorXd multipliers = Eigen::VectorXd::Zero(6);
  EXPECT_EQ(rows.solve(contacts, multipliers, a), RankCheck::Lost);
}

}  // namespace
}  // namespace rigor
