// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/spatial/quaternion.hpp>

#include "random_spatial.hpp"

namespace rigor {
namespace {

constexpr double kRounding = 4e-15;

TEST(Quaternion, ExpThenLogReturnsTheRotationVectorAtEverySize) {
  Random random(1);
  for (const double size : {0.0, 1e-12, 1e-8, 1e-5, 1e-4, 1e-2, 1.0, 3.1}) {
    for (int i = 0; i < 50; ++i) {
      const Vector3 phi = size * random_direction(random);
      EXPECT_LE((log_rotation(exp_rotation(phi)) - phi).norm(), kRounding * std::max(size, 1e-300))
          << "phi = " << phi.transpose();
    }
  }
}

TEST(Quaternion, LogIsTheSameForBothSigns) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Quaternion q = random_rotation(random);
    const Quaternion minus(-q.w(), -q.x(), -q.y(), -q.z());
    EXPECT_EQ(log_rotation(q), log_rotation(minus));
  }
}

TEST(Quaternion, ExpIsUnitAndRotatesByTheRightAngle) {
  const Quaternion q = exp_rotation(Vector3(0.0, 0.0, M_PI / 2));
  EXPECT_NEAR((q * Vector3::UnitX() - Vector3::UnitY()).norm(), 0.0, kRounding);
  EXPECT_NEAR(q.norm(), 1.0, kRounding);
}

TEST(Quaternion, RotationMatrixDoesNotDependOnTheLengthOfQ) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Quaternion q = random_rotation(random);
    const double scale = random.uniform(0.5, 2.0);
    const Quaternion longer(scale * q.w(), scale * q.x(), scale * q.y(), scale * q.z());
    EXPECT_LE((rotation_matrix(longer) - q.toRotationMatrix()).norm(), kRounding);
  }
}

TEST(Quaternion, RateIsTheDerivativeOfTheTurningFrame) {
  Random random(4);
  constexpr double h = 1e-5;
  for (int i = 0; i < 20; ++i) {
    const Quaternion q = random_rotation(random);
    const Vector3 w = random_direction(random);
    const Quaternion ahead = exp_rotation(h * w) * q;
    const Quaternion behind = exp_rotation(-h * w) * q;
    const Eigen::Vector4d difference = (ahead.coeffs() - behind.coeffs()) / (2 * h);
    EXPECT_LE((difference - quaternion_rate(q, w).coeffs()).norm(), 1e-9);
  }
}

TEST(Quaternion, FileOrderIsScalarFirst) {
  const Quaternion q = from_wxyz({0.1, 0.2, 0.3, 0.4});
  EXPECT_EQ(q.w(), 0.1);
  EXPECT_EQ(q.z(), 0.4);
  EXPECT_EQ(wxyz(q), (std::array<double, 4>{0.1, 0.2, 0.3, 0.4}));
}

}  // namespace
}  // namespace rigor
