// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include <rigor/spatial/inertia.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

TEST(Inertia, KineticEnergyIsHalfOfVMV) {
  Random random(31);
  for (int i = 0; i < 100; ++i) {
    const SpatialInertia inertia = random_inertia(random, 2.0, 1.0);
    const Twist V = random_twist(random, 2.0, 3.0);
    const double expected = 0.5 * V.vector().dot(mass_matrix(inertia) * V.vector());
    EXPECT_NEAR(kinetic_energy(inertia, V), expected, 1e-12 * (1 + expected));
  }
}

TEST(Inertia, EnergyDoesNotDependOnTheFrame) {
  Random random(32);
  for (int i = 0; i < 100; ++i) {
    const SpatialInertia inertia_B = random_inertia(random, 2.0, 1.0);
    const Pose X_AB = random_pose(random, 1.0);
    const Twist V_B = random_twist(random, 2.0, 3.0);  // at B's origin, in B's axes
    Twist V_A{X_AB.rotation * V_B.linear, X_AB.rotation * V_B.angular};
    V_A = shifted(V_A, -X_AB.translation);  // at A's origin
    EXPECT_NEAR(kinetic_energy(transformed(X_AB, inertia_B), V_A), kinetic_energy(inertia_B, V_B),
                1e-11);
  }
}

TEST(Inertia, CombiningIsCommutativeAndAssociative) {
  Random random(33);
  for (int i = 0; i < 100; ++i) {
    const SpatialInertia a = random_inertia(random, 2.0, 1.0);
    const SpatialInertia b = random_inertia(random, 1.0, 2.0);
    const SpatialInertia c = random_inertia(random, 3.0, 0.5);
    const Matrix6 left = mass_matrix(combined(combined(a, b), c));
    EXPECT_LE((left - mass_matrix(combined(a, combined(b, c)))).norm(), 1e-12);
    EXPECT_LE((left - mass_matrix(combined(combined(b, a), c))).norm(), 1e-12);
    // The matrix about one origin is additive.
    EXPECT_LE((left - mass_matrix(a) - mass_matrix(b) - mass_matrix(c)).norm(), 1e-12);
  }
}

TEST(Inertia, DefectNamesTheBrokenRule) {
  const Matrix3 good = Vector3(1.0, 2.0, 2.5).asDiagonal();
  EXPECT_FALSE(defect({1.0, Vector3::Zero(), good}).has_value());
  EXPECT_EQ(defect({0.0, Vector3::Zero(), good}), "mass must be positive");
  EXPECT_EQ(defect({std::numeric_limits<double>::quiet_NaN(), Vector3::Zero(), good}),
            "mass properties must be finite numbers");
  const Matrix3 too_long = Vector3(1.0, 1.0, 2.1).asDiagonal();
  EXPECT_NE(defect({1.0, Vector3::Zero(), too_long}).value().find("triangle"), std::string::npos);
  const Matrix3 flat = Vector3(1.0, 1.0, 2.0).asDiagonal();  // a plate: the limit is allowed
  EXPECT_FALSE(defect({1.0, Vector3::Zero(), flat}).has_value());
  Matrix3 skew = good;
  skew(0, 1) = 0.5;
  EXPECT_EQ(defect({1.0, Vector3::Zero(), skew}), "inertia matrix must be symmetric");
  const Matrix3 negative = Vector3(-1.0, 2.0, 2.5).asDiagonal();
  EXPECT_EQ(defect({1.0, Vector3::Zero(), negative}), "inertia matrix must be positive definite");
}

}  // namespace
}  // namespace rigor
