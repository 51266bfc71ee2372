// SPDX-License-Identifier: Apache-2.0
// The impulse process of one contact against closed forms in the plane, against small explicit
// steps in space, and against the laws it obeys whatever the contact.
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <rigor/laws/impulse_process.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

constexpr double kExact = 1e-12;

/// A positive definite matrix of random anisotropy.
Eigen::Matrix3d random_mobility(Random& random) {
  Eigen::Matrix3d root;
  for (double& entry : root.reshaped()) entry = random.normal();
  return root * root.transpose() + 0.01 * Eigen::Matrix3d::Identity();
}

/// A contact that slides without normal speed, with the friction `excess` times what makes it a
/// state of Painlevé, if some friction does.
PushedContact random_contact(Random& random, double excess) {
  PushedContact contact;
  Eigen::Vector2d s;
  double coupling = 0.0;
  while (std::abs(coupling) < 0.01) {
    contact.W = random_mobility(random);
    const double angle = random.uniform(0.0, 2.0 * std::numbers::pi);
    s = {std::cos(angle), std::sin(angle)};
    coupling = contact.W.bottomLeftCorner<2, 1>().dot(s);
  }
  contact.u.tail<2>() = (coupling < 0.0 ? -1.0 : 1.0) * random.uniform(0.1, 3.0) * s;
  contact.mu = excess * contact.W(0, 0) / std::abs(coupling);
  return contact;
}

Eigen::Vector3d speed_after(const PushedContact& contact, const Eigen::Vector3d& r) {
  return contact.u + contact.W * r;
}

double energy_change(const PushedContact& contact, const Eigen::Vector3d& r) {
  return r.dot(contact.u) + 0.5 * r.dot(contact.W * r);
}

/// The same process by explicit steps dp.
Eigen::Vector3d by_small_steps(const PushedContact& contact, double dp) {
  Eigen::Vector3d r = Eigen::Vector3d::Zero();
  for (bool began = contact.u[0] < 0.0;; began = true) {
    const Eigen::Vector3d u = speed_after(contact, r);
    if (began && u[0] >= 0.0) return r;
    const double slip = u.tail<2>().norm();
    const double slow = 40.0 * dp * contact.W.norm() * (1.0 + contact.mu);
    Eigen::Vector2d side = -contact.mu * u.tail<2>() / slip;
    if (slip < slow) {  // friction that would end the slip within the step, if the cone allows it
      const Eigen::Matrix2d W_tt = contact.W.bottomRightCorner<2, 2>();
      const Eigen::Vector2d goal = u.tail<2>() / dp + contact.W.bottomLeftCorner<2, 1>();
      const Eigen::Vector2d stops = -W_tt.inverse() * goal;
      if (stops.norm() <= contact.mu) side = stops;
    }
    r += dp * Eigen::Vector3d(1.0, side.x(), side.y());
  }
}

// In the plane of the normal and one tangent: slip at constant rates, then stick.
TEST(ImpulseProcess, APlaneSlipStopsAndSticksAsItsLinesSay) {
  Random random(1);
  int stuck = 0;
  for (int trial = 0; trial < 200; ++trial) {
    PushedContact contact;
    const double n = random.uniform(0.5, 3.0);
    const double t = random.uniform(0.5, 3.0);
    const double c = random.uniform(0.3, 0.95) * std::sqrt(n * t);
    contact.W << n, c, 0.0, c, t, 0.0, 0.0, 0.0, 1.0;
    contact.u = {0.0, random.uniform(0.1, 2.0), 0.0};
    contact.mu = random.uniform(1.01, 3.0) * n / c;
    ASSERT_LT(pressing_rate(contact), 0.0);
    const auto r = impulse_process(contact);
    ASSERT_TRUE(r);
    const double stop = contact.u[1] / (contact.mu * t - c);
    const double approach = (n - contact.mu * c) * stop;
    const double stick = -approach / (n - c * c / t);
    EXPECT_NEAR((*r)[0], stop + stick, kExact * (stop + stick)) << trial;
    EXPECT_NEAR((*r)[1], -contact.mu * stop - c / t * stick, kExact * contact.mu * (stop + stick));
    EXPECT_EQ((*r)[2], 0.0);
    EXPECT_LE(speed_after(contact, *r).norm(), kExact * (1.0 + (contact.W * *r).norm()));
    ++stuck;
  }
  EXPECT_EQ(stuck, 200);
}

// An approaching contact with little friction: slip reverses, as the cone does not hold it.
TEST(ImpulseProcess, APlaneSlipReversesWhereTheConeDoesNotHoldIt) {
  PushedContact contact;
  const double n = 2.0;
  const double t = 1.0;
  const double c = -1.0;
  contact.W << n, c, 0.0, c, t, 0.0, 0.0, 0.0, 1.0;
  contact.u = {-3.0, 1.0, 0.0};
  contact.mu = 0.4;  // below |c|/t
  const auto r = impulse_process(contact);
  ASSERT_TRUE(r);
  const double stop = contact.u[1] / (contact.mu * t - c);
  const double approach = contact.u[0] + (n - contact.mu * c) * stop;
  const double back = -approach / (n + contact.mu * c);
  EXPECT_NEAR((*r)[0], stop + back, kExact);
  EXPECT_NEAR((*r)[1], contact.mu * (back - stop), kExact);
  const Eigen::Vector3d u = speed_after(contact, *r);
  EXPECT_NEAR(u[0], 0.0, kExact);
  EXPECT_LT(u[1], 0.0);
}

// In space the slip turns on its way. Explicit steps know nothing of angles and logarithms.
TEST(ImpulseProcess, AgreesWithSmallStepsInSpace) {
  Random random(2);
  int turned = 0;
  for (int trial = 0; trial < 12; ++trial) {
    const PushedContact contact = random_contact(random, random.uniform(1.05, 2.0));
    const auto r = impulse_process(contact);
    ASSERT_TRUE(r);
    const Eigen::Vector3d steps = by_small_steps(contact, 2e-6 * (*r)[0]);
    EXPECT_LE((contact.W * (*r - steps)).norm(), 2e-4 * contact.u.norm()) << trial;
    const Eigen::Vector2d along = contact.u.tail<2>().normalized();
    turned += std::abs(along.x() * (*r)[2] - along.y() * (*r)[1]) > 0.01 * (*r)[0] ? 1 : 0;
  }
  EXPECT_GE(turned, 10);
}

// What the header proves, for contacts of any anisotropy.
TEST(ImpulseProcess, EndsOutsideTheParadoxWithLessEnergy) {
  Random random(3);
  int sticks = 0;
  int slides = 0;
  for (int trial = 0; trial < 300; ++trial) {
    PushedContact contact = random_contact(random, random.uniform(1.001, 3.0));
    if (trial % 4 == 0) contact.u[0] = -random.uniform(0.0, 1.0);
    const auto r = impulse_process(contact);
    ASSERT_TRUE(r) << trial;
    const double size = contact.u.norm() + (contact.W * *r).norm();
    const Eigen::Vector3d u = speed_after(contact, *r);
    EXPECT_GT((*r)[0], 0.0) << trial;
    EXPECT_LE(r->tail<2>().norm(), contact.mu * (*r)[0] * (1.0 + kExact)) << trial;
    EXPECT_NEAR(u[0], 0.0, kExact * size) << trial;
    EXPECT_LT(energy_change(contact, *r), 0.0) << trial;
    if (u.tail<2>().norm() < 1e-9 * size) {
      ++sticks;
    } else {
      EXPECT_GT(pressing_rate({contact.W, u, contact.mu}), 0.0) << trial;
      ++slides;
    }
  }
  EXPECT_GE(sticks, 30);
  EXPECT_GE(slides, 30);
}

// Turned tangents, other units of mass and of speed: the same process.
TEST(ImpulseProcess, DoesNotDependOnTangentsAndUnits) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const PushedContact contact = random_contact(random, random.uniform(1.05, 2.0));
    const auto r = impulse_process(contact);
    ASSERT_TRUE(r);
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(random.uniform(0.0, 6.0), Eigen::Vector3d::UnitX()).matrix();
    const double mass = std::exp(random.normal());
    const double pace = std::exp(3.0 * random.normal());
    const auto other = impulse_process(
        {turn * contact.W * turn.transpose() / mass, pace * turn * contact.u, contact.mu});
    ASSERT_TRUE(other);
    EXPECT_LE((*other / (mass * pace) - turn * *r).norm(), 1e-10 * r->norm()) << trial;
  }
}

TEST(ImpulseProcess, NothingHappensOutsideTheParadox) {
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const PushedContact contact = random_contact(random, random.uniform(0.0, 0.999));
    const auto r = impulse_process(contact);
    ASSERT_TRUE(r);
    EXPECT_EQ(r->norm(), 0.0);
  }
}

// A direction in which joints leave nothing free.
TEST(ImpulseProcess, OneTangentMayBeBlocked) {
  PushedContact contact;
  contact.W << 1.0, 0.9, 0.0, 0.9, 1.0, 0.0, 0.0, 0.0, 0.0;
  contact.u = {0.0, 1.0, 0.0};
  contact.mu = 2.0;
  const auto r = impulse_process(contact);
  ASSERT_TRUE(r);
  EXPECT_LE(speed_after(contact, *r).norm(), kExact);
  EXPECT_EQ((*r)[2], 0.0);
}

}  // namespace
}  // namespace rigor
