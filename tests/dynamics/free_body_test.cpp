// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/dynamics/free_body.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

constexpr double kRounding = 1e-12;  // relative; well-conditioned 6 x 6 arithmetic

struct Sample {
  FreeBody body;
  Matrix3 R_WB;
  Vector6 v;
};

Sample random_sample(Random& random) {
  const SpatialInertia inertia = random_inertia(random, 2.0, 0.7);
  return {free_body(inertia), random_rotation(random).toRotationMatrix(),
          random_twist(random, 3.0, 5.0).vector()};
}

TEST(FreeBody, InverseMassUndoesTheMassMatrix) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Sample sample = random_sample(random);
    const TurnedBody body = turned(sample.body, sample.R_WB);
    const Vector6 f = mass_matrix(body) * sample.v;
    EXPECT_LE((inverse_mass_times(body, f) - sample.v).norm(), kRounding * 100 * sample.v.norm());
  }
}

TEST(FreeBody, TheMassMatrixGivesTheKineticEnergy) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Sample sample = random_sample(random);
    const TurnedBody body = turned(sample.body, sample.R_WB);
    const double energy = kinetic_energy(body, sample.v);
    EXPECT_NEAR(0.5 * sample.v.dot(mass_matrix(body) * sample.v), energy, kRounding * energy);
    const Vector3 v_com = sample.v.head<3>() + sample.v.tail<3>().cross(body.com);
    EXPECT_GT(energy, 0.5 * body.mass * v_com.squaredNorm());
  }
}

// Newton and Euler for the centre of mass: it accelerates with g + f/m, and the angular momentum
// about it changes by the moment about it.
TEST(FreeBody, AccelerationObeysNewtonAndEulerAboutTheCentreOfMass) {
  Random random(3);
  const Vector3 gravity(0.3, -1.0, -9.81);
  for (int i = 0; i < 1000; ++i) {
    const Sample sample = random_sample(random);
    const TurnedBody body = turned(sample.body, sample.R_WB);
    const Vector3 w = sample.v.tail<3>();
    const Wrench load{random_vector(random, 4.0), random_vector(random, 4.0)};
    const Vector6 a = acceleration(body, w, gravity, load);
    const Vector3 alpha = a.tail<3>();
    const Vector3 a_com = a.head<3>() + alpha.cross(body.com) + w.cross(w.cross(body.com));
    EXPECT_LE((a_com - gravity - load.force / body.mass).norm(), 1e-11 * (1.0 + a.norm()));
    const Vector3 rate = body.about_com * alpha + w.cross(body.about_com * w);
    EXPECT_LE((rate - shifted(load, body.com).moment).norm(), 1e-11 * (1.0 + rate.norm()));
  }
}

TEST(FreeBody, GravityIsTheGradientOfThePotentialEnergy) {
  Random random(4);
  const Vector3 gravity(0.3, -1.0, -9.81);
  const Sample sample = random_sample(random);
  const TurnedBody body = turned(sample.body, sample.R_WB);
  const Vector3 p = random_vector(random, 5.0);
  const Vector3 step(0.0, 0.0, 1.0);
  EXPECT_NEAR(potential_energy(body, p + step, gravity) - potential_energy(body, p, gravity),
              body.mass * 9.81, 1e-10);
}

TEST(FreeBody, ABodyAtRestFallsWithoutTurning) {
  Random random(5);
  const Sample sample = random_sample(random);
  const Vector3 gravity(0.0, 0.0, -9.81);
  const Vector6 a = free_acceleration(turned(sample.body, sample.R_WB), Vector3::Zero(), gravity);
  EXPECT_EQ(a.head<3>(), gravity);
  EXPECT_EQ(a.tail<3>(), Vector3::Zero());
}

}  // namespace
}  // namespace rigor
