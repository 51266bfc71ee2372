// SPDX-License-Identifier: Apache-2.0
// Placed bodies against rotations known in closed form.
#include <gtest/gtest.h>

#include <rigor/verification/place.hpp>

#include "sample_traces.hpp"

namespace rigor::verification {
namespace {

constexpr double kRate = 3.0;

Segment spinning() {
  return fitted(
      [](double t) {
        return SamplePose{{t, t * t, 1.0}, rotation({0.6, 0.0, 0.8}, kRate * t)};
      },
      {}, 0.1, 14);
}

TEST(Place, SpeedAndSpinAreThoseOfThePath) {
  const Segment segment = spinning();
  for (const double t : {0.0, 0.03, 0.1}) {
    const Place at = place_at(segment, t);
    const Vec w = spin(at);
    EXPECT_NEAR(static_cast<double>(at.v[0]), 1.0, 1e-12);
    EXPECT_NEAR(static_cast<double>(at.v[1]), 2 * t, 1e-12);
    EXPECT_NEAR(static_cast<double>(w[0]), 0.6 * kRate, 1e-10);
    EXPECT_NEAR(static_cast<double>(w[1]), 0.0, 1e-10);
    EXPECT_NEAR(static_cast<double>(w[2]), 0.8 * kRate, 1e-10);
  }
}

/// The promise of `rotated`, for quaternions that are not of unit length.
TEST(Place, RotatedVectorsAreOffByTheSquareOfTheStretch) {
  for (const Real stretch : {0.0L, 1e-6L, -1e-3L, 1e-2L}) {
    const Quadruple unit = rotation({0.6, 0.0, 0.8}, 0.7);
    Quat q;
    for (std::size_t i = 0; i < 4; ++i) q[i] = std::sqrt(1 + stretch) * unit[i];
    const Vec r = {0.3L, -1, 2};
    const Vec exact = (1 / norm_squared(q)) * turned(q, r);
    EXPECT_LE(norm(rotated(q, r) - exact), 1.01L * stretch * stretch * norm(r) + 1e-15L);
    const Vec back = turned(conjugate(q), turned(q, r));
    EXPECT_LE(norm(back - norm_squared(q) * norm_squared(q) * r), 1e-15L);
  }
}

}  // namespace
}  // namespace rigor::verification
