// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <rigor/laws/acceleration.hpp>

#include "contact_scene.hpp"

namespace rigor {
namespace {

using testing::at;
using testing::box_body;
using testing::contact_set;
using testing::kGround;
using testing::SceneBody;
using testing::ScenePoint;

constexpr double kClass = 1e-12;
constexpr double kGravity = 9.81;

MotionState at_rest(int bodies, int contacts) {
  MotionState motion;
  motion.v = Eigen::VectorXd::Zero(6 * bodies);
  motion.a_free = Eigen::VectorXd::Zero(6 * bodies);
  for (int i = 0; i < bodies; ++i) motion.a_free[6 * i + 2] = -kGravity;
  motion.normal_bias = Eigen::VectorXd::Zero(contacts);
  motion.tangential_bias = Eigen::VectorXd::Zero(2 * contacts);
  return motion;
}

// Five unit cubes at rest: interface totals 49.05, 39.24, 29.43, 19.62, 9.81, pressure centre on
// the axis.
TEST(Acceleration, B26StackAtRest) {
  std::vector<SceneBody> bodies;
  std::vector<ScenePoint> points;
  for (int i = 0; i < 5; ++i) {
    bodies.push_back(box_body({0.5, 0.5, 0.5}, 1.0, {0, 0, i + 0.5}));
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) points.push_back(at(i - 1, i, Vector3(x, y, i)));
    }
  }
  const ContactSet set = contact_set(bodies, points);
  for (const Law law : {Law::Frictionless, Law::NoSlip, Law::NoSlipActive, Law::Viscous}) {
    const Accelerations result = resolve_accelerations(law, set, at_rest(5, 20));
    EXPECT_EQ(result.status, AccelerationStatus::Solved);
    EXPECT_LE(result.residual, 1e-12);
    EXPECT_LE(result.a.norm(), kClass * kGravity) << name(law);
    for (int i = 0; i < 5; ++i) {
      EXPECT_NEAR(result.normal.segment(4 * i, 4).sum(), (5 - i) * kGravity, kClass * 50);
      const auto force = result.normal.segment(4 * i, 4);
      EXPECT_NEAR(force[2] + force[3] - force[0] - force[1], 0.0, kClass * 50);
      EXPECT_NEAR(force[1] + force[3] - force[0] - force[2], 0.0, kClass * 50);
    }
    EXPECT_TRUE(result.broken.empty());
  }
}

// k blocks of length 1 stacked over a table's edge, each the k-th harmonic part further out: at
// 0.999 of the largest overhang they rest, at 1.001 they topple.
TEST(Acceleration, B26Overhang) {
  for (const int count : {1, 2, 4}) {
    for (const double factor : {0.999, 1.001}) {
      // Block j (0 on top) sticks out over block j + 1 by factor / (2 (j + 1)); the table ends at
      // 0.
      std::vector<SceneBody> bodies;
      std::vector<ScenePoint> points;
      std::vector<double> right(static_cast<std::size_t>(count) + 1, 0.0);
      for (int j = count - 1; j >= 0; --j) {
        right[j] = right[static_cast<std::size_t>(j) + 1] + factor / (2.0 * (j + 1));
      }
      for (int j = 0; j < count; ++j) {
        const double z = 0.2 * (count - 1 - j);
        const double edge = right[j];
        const double support = right[static_cast<std::size_t>(j) + 1];
        bodies.push_back(box_body({0.5, 0.5, 0.1}, 1.0, {edge - 0.5, 0, z + 0.1}));
        for (const double x : {edge - 1.0, support}) {
          for (const double y : {-0.5, 0.5}) {
            points.push_back(at(j + 1 < count ? j + 1 : kGround, j, Vector3(x, y, z)));
          }
        }
      }
      const ContactSet set = contact_set(bodies, points);
      const Accelerations result =
          resolve_accelerations(Law::Frictionless, set, at_rest(count, set.size()));
      EXPECT_EQ(result.status, AccelerationStatus::Solved);
      if (factor < 1.0) {
        EXPECT_LE(result.a.norm(), kClass * kGravity) << count;
      } else {
        EXPECT_GT(result.a.norm(), 1e-4) << count;
      }
    }
  }
}

struct Toppling {
  ContactSet set;
  MotionState motion;
};

/// A box (0.25, *, 0.75) topples without slip over its lower edge on a slope of 25 degrees, from
/// rest on its face; its centre is `angle` past the vertical.
Toppling toppling(double angle) {
  const double slope = 25.0 * std::numbers::pi / 180.0;
  const double R = std::hypot(0.25, 0.75);
  const double start = slope - std::atan2(0.25, 0.75);
  const double omega = std::sqrt(1.5 * kGravity / R * (std::cos(start) - std::cos(angle)));
  const Vector3 to_centre = R * Vector3(std::sin(angle - slope), 0.0, std::cos(angle - slope));
  const Vector3 w(0.0, omega, 0.0);
  const Matrix3 turn = Eigen::AngleAxisd(angle - start, Vector3::UnitY()).toRotationMatrix();
  const SceneBody box = box_body({0.25, 0.4, 0.75}, 1.0, to_centre, turn);
  std::vector<ScenePoint> points;
  Toppling result;
  result.motion.normal_bias = Eigen::VectorXd(2);
  result.motion.tangential_bias = Eigen::VectorXd(4);
  int i = 0;
  for (const double y : {-0.4, 0.4}) {
    const Vector3 point(0.0, y, 0.0);
    points.push_back(at(kGround, 0, point));
    const Vector3 centripetal = w.cross(w.cross(point - to_centre));
    result.motion.normal_bias[i] = centripetal.z();
    result.motion.tangential_bias.segment(2 * i, 2) = centripetal.head<2>();
    ++i;
  }
  result.set = contact_set({box}, points);
  result.motion.v = Eigen::VectorXd(6);
  result.motion.v << w.cross(to_centre), w;
  result.motion.a_free = Eigen::VectorXd::Zero(6);
  result.motion.a_free[0] = kGravity * std::sin(slope);
  result.motion.a_free[2] = -kGravity * std::cos(slope);
  return result;
}

// The normal force vanishes at 0.996260694004 past the vertical while friction still pulls: stuck
// would need tension, released would penetrate. The bond breaks and is reported.
TEST(Acceleration, B19JamBreaksTheBond) {
  const double critical = 0.996260694004;
  const Toppling before = toppling(critical - 1e-6);
  const Accelerations stuck = resolve_accelerations(Law::NoSlip, before.set, before.motion);
  EXPECT_TRUE(stuck.broken.empty());
  EXPECT_EQ(stuck.states, std::vector(2, ContactState::Stick));
  EXPECT_NEAR(stuck.tangential[0] + stuck.tangential[2], -0.247684 * kGravity, 1e-4);
  const Toppling after = toppling(critical + 1e-6);
  const Accelerations jam = resolve_accelerations(Law::NoSlip, after.set, after.motion);
  EXPECT_EQ(jam.status, AccelerationStatus::Solved);
  EXPECT_EQ(jam.broken, (std::vector{0, 1}));
  EXPECT_EQ(jam.states, std::vector(2, ContactState::Frictionless));
  EXPECT_GT(jam.normal.minCoeff(), 0.1);
  EXPECT_LE(jam.tangential.norm(), 0.0);
  // Once broken it stays broken: the next decision does not grip.
  Toppling later = after;
  for (ContactProperties& contact : later.set.contacts) contact.bonded = false;
  const Accelerations slides = resolve_accelerations(Law::NoSlip, later.set, later.motion);
  EXPECT_TRUE(slides.broken.empty());
  EXPECT_LE((slides.a - jam.a).norm(), kClass * jam.a.norm());
}

// A sliding box on four corners under the viscous law: m a = -4 c v, independent of the load.
TEST(Acceleration, ViscousForceOpposesSliding) {
  std::vector<ScenePoint> points;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.4, 0.4}) points.push_back(at(kGround, 0, Vector3(x, y, -0.3)));
  }
  for (ScenePoint& p : points) p.properties.viscosity = 0.25;
  const ContactSet set = contact_set({box_body({0.5, 0.4, 0.3}, 2.0, {0, 0, 0})}, points);
  MotionState motion = at_rest(1, 4);
  motion.v << 1.5, -0.5, 0, 0, 0, 0;
  const Accelerations result = resolve_accelerations(Law::Viscous, set, motion);
  EXPECT_NEAR(result.a[0], -0.75, kClass);
  EXPECT_NEAR(result.a[1], 0.25, kClass);
  EXPECT_LE(result.a.tail(4).norm(), kClass * kGravity);
  EXPECT_EQ(result.states, std::vector(4, ContactState::Frictionless));
}

// A box pushed sideways above its tipping force under no-slip: it turns about the far edge, the
// near corners release and lose their tangential force.
TEST(Acceleration, ReleasingContactsLoseTheirGrip) {
  std::vector<ScenePoint> points;
  for (const double x : {-0.2, 0.2}) {
    for (const double y : {-0.3, 0.3}) points.push_back(at(kGround, 0, Vector3(x, y, -0.5)));
  }
  const ContactSet set = contact_set({box_body({0.2, 0.3, 0.5}, 1.0, {0, 0, 0})}, points);
  MotionState motion = at_rest(1, 4);
  motion.a_free[0] = 2.0 * kGravity;  // tips from 0.4 g on
  const Accelerations result = resolve_accelerations(Law::NoSlip, set, motion);
  EXPECT_EQ(result.states, (std::vector{ContactState::Released, ContactState::Released,
                                        ContactState::Stick, ContactState::Stick}));
  EXPECT_EQ(result.tangential.head(4).norm(), 0.0);
  // I_O α = m g (2 · 0.5 - 0.2), I_O = 4/3 (b² + h²)
  EXPECT_NEAR(result.a[4], kGravity * 0.8 / (4.0 / 3.0 * 0.29), kClass * 30);
}

}  // namespace
}  // namespace rigor
