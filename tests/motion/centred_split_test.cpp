// SPDX-License-Identifier: Apache-2.0
// Centred forces against the law and against closed forms at the very edge of the cones.
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <rigor/motion/centred_split.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// A square table of side 2 on four corners, its centre of mass at `com`.
struct Stand {
  std::vector<SplitBody> bodies{1};
  std::vector<SplitContact> contacts;

  Stand(const Vector3& com, const Vector3& force, const Vector3& moment, double friction) {
    bodies[0].centre_W = com;
    bodies[0].wrench_W << force, moment;
    for (const double x : {-1.0, 1.0})
      for (const double y : {-1.0, 1.0}) {
        SplitContact contact;
        contact.bodies = {-1, 0};
        contact.point_W = {x, y, 0.0};
        contact.push = Push::Cone;
        contact.friction = friction;
        contacts.push_back(contact);
      }
  }
};

/// Σ of forces and of moments about the centre, less what is wanted.
double unexplained(const Stand& at, const std::vector<Vector3>& forces) {
  Vector6 left = at.bodies[0].wrench_W;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    left.head<3>() -= forces[k];
    left.tail<3>() -= (at.contacts[k].point_W - at.bodies[0].centre_W).cross(forces[k]);
  }
  return left.norm();
}

/// Random lawful forces make wrenches for which a lawful split exists.
TEST(CentredSplit, IsLawfulWhereverSomeSplitIsWithRoomToSpare) {
  Random random(18);
  int shortest_breaks = 0;
  for (int round = 0; round < 300; ++round) {
    Stand stand({0, 0, 0}, Vector3::Zero(), Vector3::Zero(), random.uniform(0.1, 1.0));
    for (const SplitContact& contact : stand.contacts) {
      const double normal = random.uniform(0.01, 10.0);
      const double size = 0.98 * contact.friction * normal * random.uniform(0.5, 1.0);
      const double angle = random.uniform(-0.5, 0.5);  // all much the same way, near the edge
      const Vector3 force(size * std::cos(angle), size * std::sin(angle), normal);
      stand.bodies[0].wrench_W.head<3>() += force;
      stand.bodies[0].wrench_W.tail<3>() += contact.point_W.cross(force);
    }
    const auto pattern = centred_pattern(stand.bodies, stand.contacts);
    ASSERT_TRUE(pattern) << round;
    const SplitForces split = split_forces(stand.bodies, stand.contacts, *pattern);
    EXPECT_LT(unexplained(stand, split.forces_W), 1e-11) << round;
    // From what was found a moment before, for other wrenches, the same is found.
    Stand before = stand;
    before.bodies[0].wrench_W *= 1.0 + random.uniform(-0.1, 0.1);
    const auto near = centred_pattern(before.bodies, before.contacts);
    ASSERT_TRUE(near) << round;
    const auto again = centred_pattern(stand.bodies, stand.contacts, &*near);
    ASSERT_TRUE(again) << round;
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_LT(((*again)[k].fixed - (*pattern)[k].fixed).norm(), 1e-4 * split.forces_W[k].norm());
    const SplitForces plain = split_forces(stand.bodies, stand.contacts, SplitPattern(4));
    double worst = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(breach(stand.contacts[k], split.forces_W[k]), 0.0) << round;
      worst = std::max(worst, breach(stand.contacts[k], plain.forces_W[k]));
    }
    if (worst > 1e-3) ++shortest_breaks;
  }
  EXPECT_GT(shortest_breaks, 30);
}

/// A table pushed almost as hard as friction holds it: each corner is at its edge, however the
/// weight is shared, |F_t| = μ N up to the room that is left.
TEST(CentredSplit, TendsToTheOneSplitThatTheLawLeaves) {
  for (const double room : {1e-2, 1e-4, 1e-6}) {
    const Stand stand({0.3, 0.2, 0.1}, {0.5 * 10.0 * (1.0 - room), 0, 10}, Vector3::Zero(), 0.5);
    const auto pattern = centred_pattern(stand.bodies, stand.contacts);
    ASSERT_TRUE(pattern) << room;
    const SplitForces split = split_forces(stand.bodies, stand.contacts, *pattern);
    EXPECT_LT(unexplained(stand, split.forces_W), 1e-12) << room;
    for (const Vector3& force : split.forces_W) {
      EXPECT_LE(force.head<2>().norm(), 0.5 * force.z()) << room;
      EXPECT_NEAR(force.x(), 0.5 * force.z(), 10.0 * room);
    }
  }
}

/// Pushed harder than friction holds it, by little: the cones that it needs are wider by as much.
TEST(CentredSplit, MayNeedWiderConesWhereItIsLetTo) {
  for (const double beyond : {1e-7, 1e-3, 0.05, 0.2}) {
    const Stand stand({0, 0, 0.1}, {5.0 * (1.0 + beyond), 0, 10}, Vector3::Zero(), 0.5);
    EXPECT_FALSE(centred_pattern(stand.bodies, stand.contacts));
    const auto pattern = centred_pattern(stand.bodies, stand.contacts, nullptr, 1.1);
    EXPECT_EQ(pattern.has_value(), beyond < 0.1) << beyond;
    if (!pattern) continue;
    const SplitForces split = split_forces(stand.bodies, stand.contacts, *pattern);
    EXPECT_LT(unexplained(stand, split.forces_W), 1e-11) << beyond;
    for (const Vector3& force : split.forces_W)
      EXPECT_LE(force.head<2>().norm(), 0.5 * force.z() * (1.0 + beyond + 0.01)) << beyond;
  }
}

/// A light cup between a heavy arm on a hinge and the ground, under random lawful forces: a split
/// is found whatever the loads of the joint beside those of the contacts.
TEST(CentredSplit, IsFoundForLightBodiesBesideHeavyOnes) {
  Random random(20);
  for (int round = 0; round < 200; ++round) {
    std::vector<SplitBody> bodies(2);
    bodies[0].centre_W = {-0.5, 0, 0.1};
    bodies[1].centre_W = {0, 0, 0.06};
    bodies[1].reach = 0.05;
    std::vector<SplitContact> contacts(1);
    contacts[0].bodies = {-1, 0};
    contacts[0].point_W = bodies[0].centre_W;
    contacts[0].push = Push::Free;
    contacts.push_back(contacts[0]);
    contacts[1].turns = true;
    for (int k = 0; k < 8; ++k) {  // its corners slide on the ground
      SplitContact contact;
      contact.bodies = {-1, 1};
      contact.point_W = {0.04 * std::cos(k * std::numbers::pi / 4),
                         0.04 * std::sin(k * std::numbers::pi / 4), 0};
      contact.push = Push::Ray;
      contact.friction = 0.4;
      const double way = random.uniform(-0.3, 0.3);
      contact.ray = {-0.4 * std::cos(way), -0.4 * std::sin(way)};
      contacts.push_back(contact);
    }
    for (const double z : {0.05, 0.11}) {  // the arm sticks to its side
      SplitContact contact;
      contact.bodies = {0, 1};
      contact.point_W = {-0.04, 0, z};
      contact.normal_W = Vector3::UnitX();
      contact.tangents_W = {Vector3::UnitY(), Vector3::UnitZ()};
      contact.push = Push::Cone;
      contact.friction = 0.4;
      contacts.push_back(contact);
    }
    std::vector<Vector3> lawful(contacts.size(), Vector3::Zero());
    lawful[0] = {0, 0, random.uniform(20.0, 2000.0)};
    for (std::size_t k = 2; k < contacts.size(); ++k) {
      const double load = std::pow(10.0, random.uniform(-3.0, 0.0));
      const Vector3 parts(1.0, contacts[k].ray[0], contacts[k].ray[1]);
      const double lean = random.uniform(0.0, 0.38);
      const double angle = random.uniform(0.0, 2.0 * std::numbers::pi);
      lawful[k] = load * in_world(contacts[k], contacts[k].push == Push::Ray
                                                   ? parts
                                                   : Vector3(1.0, lean * std::cos(angle),
                                                             lean * std::sin(angle)));
    }
    bodies = lacking(bodies, contacts, lawful);
    for (SplitBody& body : bodies) body.wrench_W = -body.wrench_W;
    const auto pattern = centred_pattern(bodies, contacts);
    ASSERT_TRUE(pattern) << round;
    const SplitForces split = split_forces(bodies, contacts, *pattern);
    EXPECT_LT(split.missing, 1e-9) << round;
    for (std::size_t k = 2; k < contacts.size(); ++k)
      EXPECT_LT(breach(contacts[k], split.forces_W[k]), 1e-9) << round;
  }
}

TEST(CentredSplit, SaysSoWhereTheLawLeavesNone) {
  const Stand slips({0, 0, 0.1}, {5.01, 0, 10}, Vector3::Zero(), 0.5);
  EXPECT_FALSE(centred_pattern(slips.bodies, slips.contacts));
  const Stand tips({1.01, 0, 0.1}, {0, 0, 10}, Vector3::Zero(), 0.5);
  EXPECT_FALSE(centred_pattern(tips.bodies, tips.contacts));
}

/// Two boxes of weight 10 that stick together on a third which slides away under them along x: no
/// force can act on that one along y, up to rounding, which must not matter.
TEST(CentredSplit, IsFoundWhereSomeDirectionsHaveNoForceAtAll) {
  Random random(19);
  const auto rounding = [&] { return random.uniform(-5e-16, 5e-16); };
  for (int round = 0; round < 200; ++round) {
    std::vector<SplitBody> bodies(3);
    std::vector<SplitContact> contacts;
    for (int i = 0; i < 3; ++i) {
      bodies[i].centre_W = {random.uniform(0.0, 0.01), rounding(), 0.1 + 0.2 * i};
      bodies[i].reach = 0.44;
      bodies[i].wrench_W << (i == 0 ? 0.0 : 4.0) + rounding(), rounding(), 10.0 + rounding(), 0, 0,
          0;
      for (const double x : {-0.3, 0.3})
        for (const double y : {-0.3, 0.3}) {
          SplitContact contact;
          contact.bodies = {i - 1, i};
          contact.point_W = {bodies[i].centre_W.x() + x, y, 0.2 * i};
          contact.push = i == 2 ? Push::Cone : Push::Ray;
          contact.friction = i == 2 ? 0.6 : 0.4;
          contact.ray = {i == 0 ? -0.2 : 0.4, rounding()};
          contacts.push_back(contact);
        }
    }
    for (const double z : {0.05, 0.15}) {  // what pushes it
      SplitContact contact;
      contact.bodies = {-1, 0};
      contact.point_W = {-0.3, 0.0, z};
      contact.normal_W = Vector3::UnitX();
      contact.tangents_W = {Vector3::UnitY(), Vector3::UnitZ()};
      contacts.push_back(contact);
    }
    const auto pattern = centred_pattern(bodies, contacts);
    ASSERT_TRUE(pattern) << round;
    const SplitForces split = split_forces(bodies, contacts, *pattern);
    EXPECT_LT(split.missing, 1e-11) << round;
    for (std::size_t k = 0; k < contacts.size(); ++k)
      EXPECT_LE(breach(contacts[k], split.forces_W[k]), 1e-12) << round << " " << k;
  }
}

/// Two fingers may squeeze a block as hard as they like: the forces stay of the size of its weight,
/// and as smooth as the weight.
TEST(CentredSplit, SqueezesNoHarderThanItMust) {
  SplitBody block;
  block.wrench_W << 0, 0, 10, 0, 0, 0;
  std::vector<SplitContact> contacts(2);
  for (int k = 0; k < 2; ++k) {
    const double side = k == 0 ? 1.0 : -1.0;
    contacts[k].bodies = {-1, 0};
    contacts[k].point_W = {-side, 0, 0};
    contacts[k].normal_W = {side, 0, 0};
    contacts[k].tangents_W = {Vector3::UnitY(), Vector3(0, 0, side)};
    contacts[k].push = Push::Cone;
    contacts[k].friction = 0.5;
  }
  const auto pattern = centred_pattern({block}, contacts);
  ASSERT_TRUE(pattern);
  const SplitForces split = split_forces({block}, contacts, *pattern);
  EXPECT_NEAR(split.forces_W[0].x(), -split.forces_W[1].x(), 1e-12);
  EXPECT_GT(split.forces_W[0].x(), 10.0);  // at least 5 / 0.5
  EXPECT_LT(split.forces_W[0].x(), 20.0);
  EXPECT_NEAR(split.forces_W[0].z(), 5.0, 1e-12);
}

}  // namespace
}  // namespace rigor
