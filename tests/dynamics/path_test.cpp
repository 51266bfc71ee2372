// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include <rigor/dynamics/path.hpp>

namespace rigor {
namespace {

Path shaking_and_turning() {
  Path path;
  path.position = {Signal(Sine{0.0, 0.2, 5.0, 0.0}), Signal(Polynomial{{0.0, 1.0, 0.5}, 0.0}),
                   Signal(Table{{0.0, 1.0, 2.0}, {0.0, 1.0, 0.0}, Interpolation::Cubic})};
  path.rotation = exp_rotation(Vector3(0.2, -0.4, 0.1));
  path.axis = Vector3(1.0, 2.0, -2.0) / 3.0;
  path.angle = Polynomial{{0.1, 2.0, -0.7}, 0.0};
  return path;
}

TEST(Path, VelocitiesAndAccelerationsAreDerivativesOfThePose) {
  const Path path = shaking_and_turning();
  const double step = 1e-5;
  for (double t = 0.05; t < 1.0; t += 0.1) {
    const PathJet at = evaluate(path, t);
    const PathJet before = evaluate(path, t - step);
    const PathJet after = evaluate(path, t + step);
    const Vector3 velocity = (after.X_WL.translation - before.X_WL.translation) / (2.0 * step);
    const Vector3 turning =
        log_rotation(after.X_WL.rotation * before.X_WL.rotation.conjugate()) / (2.0 * step);
    EXPECT_LE((velocity - at.velocity.linear).norm(), 1e-8);
    EXPECT_LE((turning - at.velocity.angular).norm(), 1e-8);
    const Vector6 rate = (after.velocity.vector() - before.velocity.vector()) / (2.0 * step);
    EXPECT_LE((rate - at.acceleration.vector()).norm(), 1e-7);
  }
}

TEST(Path, BreaksAtTheKnotsOfItsTables) {
  const Path path = shaking_and_turning();
  EXPECT_EQ(next_break(path, -1.0), 0.0);
  EXPECT_EQ(next_break(path, 0.0), 1.0);
  EXPECT_EQ(next_break(path, 1.5), 2.0);
  EXPECT_EQ(next_break(path, 2.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(smoothness(path), 1);
}

TEST(Path, JumpsOfVelocityAreRefused) {
  Path path = shaking_and_turning();
  EXPECT_FALSE(defect(path));
  path.angle = Table{{0.0, 1.0}, {0.0, 1.0}, Interpolation::Linear};
  EXPECT_TRUE(defect(path));
  path = shaking_and_turning();
  path.axis *= 1.5;
  EXPECT_TRUE(defect(path));
}

}  // namespace
}  // namespace rigor
