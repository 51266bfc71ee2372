// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <rigor/motion/force_split.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

/// A square table of side 2 at height 0 with its centre of mass at `com`, on four corners.
struct Table {
  std::vector<SplitBody> bodies;
  std::vector<SplitContact> contacts;

  Table(const Vector3& com, const Vector3& force, Push push, double friction) {
    SplitBody body;
    body.centre_W = com;
    body.wrench_W << force, Vector3::Zero();
    bodies = {body};
    for (const double x : {-1.0, 1.0})
      for (const double y : {-1.0, 1.0}) {
        SplitContact contact;
        contact.bodies = {-1, 0};
        contact.point_W = {x, y, 0.0};
        contact.push = push;
        contact.friction = friction;
        contacts.push_back(contact);
      }
  }
};

/// Force and moment about the centre that the contacts give body i.
Vector6 given(const Table& at, const std::vector<Vector3>& forces) {
  Vector6 sum = Vector6::Zero();
  for (std::size_t k = 0; k < forces.size(); ++k) {
    sum.head<3>() += forces[k];
    sum.tail<3>() += (at.contacts[k].point_W - at.bodies[0].centre_W).cross(forces[k]);
  }
  return sum;
}

TEST(ForceSplit, FourCornersCarryAQuarterEach) {
  const Table table({0, 0, 1}, {0, 0, 12}, Push::Normal, 0.0);
  const SplitForces split = split_forces(table.bodies, table.contacts, SplitPattern(4));
  for (const Vector3& force : split.forces_W)
    EXPECT_NEAR((force - Vector3(0, 0, 3)).norm(), 0, 1e-13);
  EXPECT_LT(split.missing, 1e-13);
}

/// Over one corner the shortest split pulls at the opposite one; no other split of normals does
/// not.
TEST(ForceSplit, APatternIsFoundThatPushesEverywhere) {
  for (const double x : {0.0, 0.3, 0.8, 0.99}) {
    for (const double y : {0.0, 0.5, 0.99}) {
      const Table table({x, y, 1}, {0, 0, 10}, Push::Normal, 0.0);
      const SplitPattern pattern = choose_pattern(table.bodies, table.contacts, 1e-9);
      const SplitForces split = split_forces(table.bodies, table.contacts, pattern);
      EXPECT_NEAR((given(table, split.forces_W) - table.bodies[0].wrench_W).norm(), 0, 1e-11);
      for (std::size_t k = 0; k < 4; ++k)
        EXPECT_LE(breach(table.contacts[k], split.forces_W[k]), 1e-9) << x << " " << y;
    }
  }
}

/// Friction that leans on one side: the shortest split leaves a cone there, another one does not.
TEST(ForceSplit, StickingForcesAreBroughtIntoTheirCones) {
  int changed = 0;
  for (const double push : {1.0, 3.0, 4.5}) {
    const Table table({0.4, 0, 0.2}, {push, 0, 10}, Push::Cone, 0.5);
    const SplitForces plain = split_forces(table.bodies, table.contacts, SplitPattern(4));
    const SplitPattern pattern = choose_pattern(table.bodies, table.contacts, 1e-9);
    const SplitForces split = split_forces(table.bodies, table.contacts, pattern);
    double before = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      before = std::max(before, breach(table.contacts[k], plain.forces_W[k]));
      EXPECT_LE(breach(table.contacts[k], split.forces_W[k]), 1e-9) << push;
    }
    if (before > 1e-3) ++changed;
    EXPECT_NEAR((given(table, split.forces_W) - table.bodies[0].wrench_W).norm(), 0, 1e-10);
  }
  EXPECT_GE(changed, 1);
}

/// A push that no corner can give stays missing, and is told.
TEST(ForceSplit, WhatCannotBeGivenIsMissing) {
  const Table table({0, 0, 0}, {5, 0, 10}, Push::Normal, 0.0);
  const SplitForces split = split_forces(table.bodies, table.contacts, SplitPattern(4));
  EXPECT_NEAR(split.missing, 5.0, 1e-9);
}

/// A table that slides: the direction of slip is known to 1e-6 rad only. Completed, the forces
/// explain all of the wrench and turn by no more than that.
TEST(ForceSplit, WhatRaysLeaveIsCompleted) {
  Table table({0, 0, 0.1}, {-5, 0, 10}, Push::Ray, 0.5);
  for (SplitContact& contact : table.contacts)
    contact.ray = {-0.5 * std::cos(1e-6), -0.5 * std::sin(1e-6)};
  const SplitForces rays = split_forces(table.bodies, table.contacts, SplitPattern(4));
  EXPECT_GT(rays.missing, 1e-6);
  const SplitForces split = completed_forces(table.bodies, table.contacts, rays);
  EXPECT_LT(split.missing, 1e-13);
  EXPECT_NEAR((given(table, split.forces_W) - table.bodies[0].wrench_W).norm(), 0, 1e-12);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_LT((split.forces_W[k] - rays.forces_W[k]).norm(), 2e-5);
  // What no force at these corners can give stays missing.
  for (SplitContact& contact : table.contacts) contact.push = Push::Normal;
  EXPECT_NEAR(completed_forces(table.bodies, table.contacts, rays).missing, rays.missing, 1e-9);
}

/// A corner without load gets none where forces are completed: what slips would push aside of its
/// slip there, however little.
TEST(ForceSplit, CompletingLeavesUnloadedCornersAlone) {
  Table table({0, 0, 0}, {-5, 0, 10}, Push::Ray, 0.5);
  for (SplitContact& contact : table.contacts) contact.ray = {-0.5, 0.0};
  SplitPattern three(4);
  three[2].part = SplitRole::Part::None;
  SplitForces split = split_forces(table.bodies, table.contacts, three);
  ASSERT_EQ(split.forces_W[2], Vector3::Zero());
  table.bodies[0].wrench_W = given(table, split.forces_W);
  table.bodies[0].wrench_W[5] += 1e-6;  // a turn that is rounded
  split.missing = 1e-6;
  split = completed_forces(table.bodies, table.contacts, split);
  EXPECT_LT(split.missing, 1e-13);
  EXPECT_EQ(split.forces_W[2], Vector3::Zero());
}

/// A table slides along x and turns so slowly that friction points almost the same way at all
/// corners. However they share the weight, they turn it by the same to 1e-3; a moment of 1e-2 more
/// takes corners that pull, or friction that leans by that much.
TEST(ForceSplit, SlidingCornersLeanRatherThanPull) {
  Table table({0, 0, 0}, {-4, 0, 8}, Push::Ray, 0.5);
  for (SplitContact& contact : table.contacts) contact.ray = {-0.5, 5e-4 * contact.point_W.y()};
  table.bodies[0].wrench_W[5] = 1e-2;
  const auto worst = [&](double lean) {
    for (SplitContact& contact : table.contacts) contact.lean = lean;
    const SplitForces split = split_forces(table.bodies, table.contacts, SplitPattern(4));
    EXPECT_NEAR((given(table, split.forces_W) - table.bodies[0].wrench_W).norm(), 0, 1e-11);
    double most = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      most = std::max(most, breach(table.contacts[k], split.forces_W[k]));
      const double leans = split.forces_W[k].y() - table.contacts[k].ray[1] * split.forces_W[k].z();
      EXPECT_LT(std::abs(leans), 6e-3);
    }
    return most;
  };
  EXPECT_GT(worst(0.0), 2.0);
  EXPECT_EQ(worst(1e-2), 0.0);
}

/// A tower: every pair carries what is above it, whatever the number of bodies.
TEST(ForceSplit, ATowerCarriesWhatIsAbove) {
  constexpr int kBodies = 40;
  std::vector<SplitBody> bodies(kBodies);
  std::vector<SplitContact> contacts;
  for (int i = 0; i < kBodies; ++i) {
    bodies[i].centre_W = {0, 0, i + 0.5};
    bodies[i].wrench_W << 0, 0, 1, 0, 0, 0;
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5}) {
        SplitContact contact;
        contact.bodies = {i - 1, i};
        contact.point_W = {x, y, static_cast<double>(i)};
        contact.push = Push::Cone;
        contact.friction = 0.5;
        contacts.push_back(contact);
      }
  }
  const SplitForces split = split_forces(bodies, contacts, SplitPattern(contacts.size()));
  for (std::size_t k = 0; k < contacts.size(); ++k)
    EXPECT_NEAR(split.forces_W[k].z(), (kBodies - contacts[k].bodies[1]) / 4.0, 1e-9);
  EXPECT_LT(split.missing, 1e-10);
}

/// A ladder of 2 m at 50 degrees, with μ = 0.4 on floor and wall, stands: the slope where it would
/// slip has tan = (1 - μ²) / 2μ, 46 degrees. Its shortest forces leave their cones, and no choice
/// of rims mends that: fixed parts do.
TEST(ForceSplit, ALadderIsHeldInsideItsCones) {
  const double height = 2.0 * std::sin(50.0 / 180.0 * 3.14159265358979);
  const double width = 2.0 * std::cos(50.0 / 180.0 * 3.14159265358979);
  Table ladder({width / 2, 0, height / 2}, {0, 0, 10}, Push::Cone, 0.4);
  for (std::size_t k = 0; k < 4; ++k) {
    SplitContact& contact = ladder.contacts[k];
    const double y = k % 2 == 0 ? -0.2 : 0.2;
    const bool wall = k >= 2;
    contact.point_W = wall ? Vector3(0, y, height) : Vector3(width, y, 0);
    contact.normal_W = wall ? Vector3::UnitX() : Vector3::UnitZ();
    contact.tangents_W = {Vector3::UnitY(), wall ? Vector3::UnitZ() : Vector3::UnitX()};
  }
  const auto worst = [&](const SplitPattern& pattern) {
    const SplitForces split = split_forces(ladder.bodies, ladder.contacts, pattern);
    EXPECT_NEAR((given(ladder, split.forces_W) - ladder.bodies[0].wrench_W).norm(), 0, 1e-9);
    double most = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
      most = std::max(most, breach(ladder.contacts[k], split.forces_W[k]));
    return most;
  };
  EXPECT_GT(worst(SplitPattern(4)), 0.1);
  EXPECT_LE(worst(choose_pattern(ladder.bodies, ladder.contacts, 1e-8)), 1e-8);
}

// A pattern that was chosen where a corner slipped one way: where it slips another way, what is
// fixed acts against that slip.
TEST(ForceSplit, FixedForcesOfSlipsFollowTheSlip) {
  std::vector<SplitBody> bodies(1);
  std::vector<SplitContact> contacts(1);
  contacts[0].bodies = {-1, 0};
  contacts[0].push = Push::Ray;
  contacts[0].ray = {-0.5, 0.0};
  SplitPattern pattern(1);
  pattern[0].fixed = {10.0, -5.0, 0.0};
  for (const double turned : {0.0, 0.3, 1.2}) {
    contacts[0].ray = -0.5 * Eigen::Vector2d(std::cos(turned), std::sin(turned));
    const Vector3 force =
        in_world(contacts[0], {10.0, 10.0 * contacts[0].ray[0], 10.0 * contacts[0].ray[1]});
    bodies[0].wrench_W << force, contacts[0].point_W.cross(force);
    const SplitForces split = split_forces(bodies, contacts, pattern);
    EXPECT_LE((split.forces_W[0] - force).norm(), 1e-12) << turned;
    EXPECT_LE(split.missing, 1e-12) << turned;
  }
}

}  // namespace
}  // namespace rigor
