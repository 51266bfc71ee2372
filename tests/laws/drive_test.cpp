// SPDX-License-Identifier: Apache-2.0
// Contacts with driven bodies: the same law seen from a moving wall, and the limit of great masses.
#include <gtest/gtest.h>

#include <rigor/laws/acceleration.hpp>
#include <rigor/laws/coulomb.hpp>
#include <rigor/laws/impact.hpp>
#include <rigor/random.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::SceneBody;
using testing::ScenePoint;

/// The contacts of `bodies`, the last of which are driven with the twists `drives`.
ContactSet driven_set(const std::vector<SceneBody>& bodies, const std::vector<ScenePoint>& points,
                      const std::vector<Vector6>& drives) {
  const ContactSet all = contact_set(bodies, points);
  const auto driven = static_cast<int>(drives.size());
  const int free = static_cast<int>(bodies.size()) - driven;
  Eigen::VectorXd V(6 * driven);
  for (int i = 0; i < driven; ++i) V.segment<6>(6 * i) = drives[i];
  ContactSet set = contact_set({bodies.begin(), bodies.begin() + free}, {});
  set.N = all.N.leftCols(6 * free);
  set.T = all.T.leftCols(6 * free);
  set.contacts = all.contacts;
  set.normal_drive = all.N.rightCols(6 * driven) * V;
  set.tangential_drive = all.T.rightCols(6 * driven) * V;
  return set;
}

Vector6 linear(double x, double y, double z) {
  Vector6 v = Vector6::Zero();
  v.head<3>() = Vector3(x, y, z);
  return v;
}

/// Four corners of a box of half size (0.1, 0.1, 0.1) on body 1 below it.
std::vector<ScenePoint> corners(double e = 0.0, double mu = 0.0) {
  std::vector<ScenePoint> points;
  for (const double x : {-0.1, 0.1}) {
    for (const double y : {-0.1, 0.1}) {
      points.push_back(at(1, 0, Vector3(x, y, 0.0)));
      points.back().properties.restitution = e;
      points.back().properties.friction = mu;
    }
  }
  return points;
}

const std::vector<SceneBody> kBoxAndTray{box_body({0.1, 0.1, 0.1}, 2.0, {0, 0, 0.1}), SceneBody{}};
constexpr Law kLaws[] = {Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous,
                         Law::Coulomb};

// v⁺ = w + e (w - v⁻), impulse m (1 + e)(w - v⁻); the drive does the work w times that, and what is
// left of the energy's change is the loss seen from the wall, -½ m (1 - e²)(w - v⁻)².
TEST(Drive, ImpactOnAMovingWall) {
  const double v = -1.5;
  const double w = 0.7;
  for (const double e : {0.0, 0.3, 1.0}) {
    const ContactSet set = driven_set(kBoxAndTray, corners(e), {linear(0, 0, w)});
    for (const Law law : kLaws) {
      const Impact impact = resolve_impact(law, set, linear(0, 0, v));
      EXPECT_EQ(impact.status, ImpactStatus::Solved) << name(law);
      EXPECT_EQ(impact.restitution_factor, 1.0);
      EXPECT_NEAR(impact.v[2], w + e * (w - v), 1e-13) << name(law);
      EXPECT_NEAR(impact.normal.sum(), 2.0 * (1 + e) * (w - v), 1e-13);
      EXPECT_NEAR(impact.energy_change, -(1 - e * e) * (w - v) * (w - v), 1e-12);
      EXPECT_EQ(impact.fates[0], e > 0.0 ? Fate::Leaves : Fate::Stays);
    }
  }
}

// A tray that goes sideways takes a box that falls on it along, if the law holds it.
TEST(Drive, NoSlipTakesTheTraysVelocity) {
  const ContactSet set = driven_set(kBoxAndTray, corners(), {linear(0.4, -0.2, 0.1)});
  const Impact impact = resolve_impact(Law::NoSlip, set, linear(0, 0, -1));
  EXPECT_NEAR((impact.v - linear(0.4, -0.2, 0.1)).norm(), 0.0, 1e-14);
  const Impact slides = resolve_impact(Law::Frictionless, set, linear(0, 0, -1));
  EXPECT_NEAR((slides.v - linear(0, 0, 0.1)).norm(), 0.0, 1e-14);
}

// A wall that runs away as fast as the body comes is not hit.
TEST(Drive, NothingHappensToABodyThatDoesNotCatchUp) {
  const ContactSet set = driven_set(kBoxAndTray, corners(0.5), {linear(0, 0, -2)});
  for (const Law law : {Law::Frictionless, Law::Coulomb}) {
    const Impact impact = resolve_impact(law, set, linear(0, 0, -1.5));
    EXPECT_EQ(impact.normal.sum(), 0.0) << name(law);
    EXPECT_EQ(impact.fates[0], Fate::Leaves);
  }
}

// The force on a tray with acceleration a is m (g + a), and the box lifts when a < -g. Bias: -a.
TEST(Drive, AcceleratedTray) {
  for (const double a : {3.0, -5.0, -9.7, -9.9, -15.0}) {
    const ContactSet set = driven_set(kBoxAndTray, corners(), {linear(0, 0, 1)});
    const MotionState motion{linear(0, 0, 1), linear(0, 0, -9.81), Eigen::VectorXd::Constant(4, -a),
                             Eigen::VectorXd::Zero(8)};
    const Accelerations result = resolve_accelerations(Law::NoSlip, set, motion);
    EXPECT_NEAR(result.normal.sum(), std::max(0.0, 2.0 * (9.81 + a)), 1e-12) << a;
    EXPECT_NEAR(result.a[2], std::max(a, -9.81), 1e-12);
    EXPECT_EQ(result.states[0], a < -9.81 ? ContactState::Released : ContactState::Stick);
  }
}

// A viscous force is that of the slip on the moving tray.
TEST(Drive, ViscousForceFollowsTheTray) {
  auto points = corners();
  for (ScenePoint& p : points) p.properties.viscosity = 0.5;
  const ContactSet set = driven_set(kBoxAndTray, points, {linear(2, 0, 0)});
  const MotionState motion{linear(0.5, 0, 0), linear(0, 0, -9.81), Eigen::VectorXd::Zero(4),
                           Eigen::VectorXd::Zero(8)};
  const Accelerations result = resolve_accelerations(Law::Viscous, set, motion);
  EXPECT_NEAR((set.T.transpose() * result.tangential)[0], 4 * 0.5 * 1.5, 1e-12);
}

// Everything seen from a frame that moves with the tray, turning included: the same impulses.
TEST(Drive, SameImpactFromEveryFrame) {
  Random random(7);
  for (int k = 0; k < 200; ++k) {
    std::vector<ScenePoint> points = corners(0.4, 0.6);
    for (ScenePoint& p : points) p.twist = random.uniform(0.0, 6.0);
    Vector6 V;
    for (int i = 0; i < 6; ++i) V[i] = random.uniform(-1.0, 1.0);
    Vector6 v;
    for (int i = 0; i < 6; ++i) v[i] = random.uniform(-1.0, 1.0);
    // The tray's motion as a velocity of the box: rigid, so the origin at (0, 0, 0.1).
    Vector6 carried = V;
    carried.head<3>() += Vector3(V.tail<3>()).cross(Vector3(0, 0, 0.1));
    const ContactSet moving = driven_set(kBoxAndTray, points, {V});
    const ContactSet still = driven_set(kBoxAndTray, points, {linear(0, 0, 0)});
    for (const Law law : kLaws) {
      const Impact a = resolve_impact(law, moving, v);
      const Impact b = resolve_impact(law, still, v - carried);
      ASSERT_EQ(a.status, b.status) << name(law) << " " << k;
      EXPECT_NEAR((a.v - carried - b.v).norm(), 0.0, 1e-9) << name(law) << " " << k;
      EXPECT_NEAR(a.energy_change, b.energy_change, 1e-9) << name(law) << " " << k;
      EXPECT_LE(a.energy_change, 1e-12);
    }
  }
}

// Two fingers with velocities of their own: the limit of two bodies of great mass.
TEST(Drive, LimitOfGreatMasses) {
  Random random(11);
  int pressed = 0;
  for (int k = 0; k < 200; ++k) {
    std::vector<SceneBody> bodies{box_body({0.1, 0.1, 0.1}, 2.0, {0, 0, 0})};
    for (const double x : {-0.2, 0.2}) bodies.push_back(box_body({0.1, 0.1, 0.1}, 1e12, {x, 0, 0}));
    std::vector<ScenePoint> points;
    for (const double y : {-0.1, 0.1})
      for (const double z : {-0.1, 0.1}) {
        points.push_back(at(1, 0, Vector3(-0.1, y, z), Vector3::UnitX()));
        points.push_back(at(2, 0, Vector3(0.1, y, z), -Vector3::UnitX()));
      }
    // One finger comes, the other goes away faster than that or stands below the block.
    const Vector6 left = linear(random.uniform(0, 1), random.uniform(-1, 1), 0.3);
    const Vector6 right = linear(left[0] + random.uniform(0, 1), random.uniform(-1, 1), -0.2);
    Eigen::VectorXd v(18);
    v << linear(random.uniform(-1, 1), 0.1, -0.5), left, right;
    const ContactSet driven = driven_set(bodies, points, {left, right});
    const Impact limit = resolve_impact(Law::Frictionless, contact_set(bodies, points), v);
    const Impact impact = resolve_impact(Law::Frictionless, driven, v.head<6>());
    EXPECT_EQ(impact.status, ImpactStatus::Solved);
    EXPECT_NEAR((impact.v - limit.v.head<6>()).norm(), 0.0, 1e-9) << k;
    EXPECT_LE(impact.energy_change, 1e-12);
    pressed += impact.normal.sum() > 0.0 ? 1 : 0;
  }
  EXPECT_GT(pressed, 50);
}

// Coulomb: a box that rests on a tray which is jerked sideways slides with μ g on it.
TEST(Drive, CoulombSlidesAgainstTheTray) {
  const ContactSet set = driven_set(kBoxAndTray, corners(0.0, 0.25), {linear(1, 0, 0)});
  const MotionState motion{linear(0, 0, 0), linear(0, 0, -9.81), Eigen::VectorXd::Zero(4),
                           Eigen::VectorXd::Zero(8)};
  const SlidingAccelerations sliding = resolve_sliding(set, motion, 1e-9);
  ASSERT_FALSE(sliding.solutions.empty());
  EXPECT_NEAR(sliding.solutions[0].a[0], 0.25 * 9.81, 1e-9);
}

}  // namespace
}  // namespace rigor
