// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/geometry/descent.hpp>

#include "pair_sample.hpp"

namespace rigor {
namespace {

constexpr double kTolerance = 4e-15;

Descent from_scratch() {
  Descent start;
  start.count = 1;  // vertex 0 of both
  return start;
}

TEST(Descent, InDoubleDoubleBracketsTheDistanceAtEveryGap) {
  Random random(47);
  int most_steps = 0;
  for (int trial = 0; trial < 600; ++trial) {
    PairSample sample = random_pair(random);
    if (sample.gap < 1e-8 * sample.size) continue;
    const Pair pair{sample.A, sample.B, relative(sample.X_WA, sample.X_WB)};
    const double scale = sample.A.circumradius() + sample.B.circumradius() + pair.X_AB.p.norm();
    const Descent result = descend_accurately(pair, from_scratch(), kTolerance * scale);
    ASSERT_TRUE(result.end == DescentEnd::Bracketed || result.end == DescentEnd::Stalled)
        << literal(sample);
    EXPECT_LE(result.upper - result.lower, 1e-13 * scale) << literal(sample);
    EXPECT_NEAR(result.upper, sample.gap, 1e-13 * scale) << literal(sample);
    EXPECT_NEAR(result.weight[0] + result.weight[1] + result.weight[2] + result.weight[3], 1.0,
                1e-14);
    most_steps = std::max(most_steps, result.steps);
  }
  EXPECT_LE(most_steps, 200);
}

TEST(Descent, SeesThatTheOriginIsInsideOverlappingBodies) {
  Random random(48);
  for (int trial = 0; trial < 300; ++trial) {
    const Polytope A = random_hull(random, 4 + random.index(40), Vector3::Ones());
    const Polytope B = random_hull(random, 4 + random.index(40), Vector3::Ones());
    // Put an inner point of B on an inner point of A.
    Vector3 mean_A = Vector3::Zero();
    Vector3 mean_B = Vector3::Zero();
    for (const Vector3& v : A.vertices()) mean_A += v / static_cast<double>(A.vertices().size());
    for (const Vector3& v : B.vertices()) mean_B += v / static_cast<double>(B.vertices().size());
    RelativePose X{rotation_matrix(random_rotation(random)), Vector3::Zero()};
    X.p = mean_A - X.R * mean_B;
    const Pair pair{A, B, X};
    const Descent result = descend_accurately(pair, from_scratch(), 1e-14);
    EXPECT_EQ(result.end, DescentEnd::AtOrigin);
  }
}

TEST(Descent, FromItsOwnResultEndsAtOnce) {
  const Polytope ball = unwrap(make_spherical(0.5, 300));
  const Pair pair{ball, ball, {Matrix3::Identity(), Vector3(1.1, 0.4, 0.2)}};
  const Descent cold = descend_fast(pair, from_scratch(), 1e-14);
  ASSERT_EQ(cold.end, DescentEnd::Bracketed);
  Descent start = cold;
  start.steps = 0;
  EXPECT_EQ(descend_fast(pair, start, 1e-14).steps, 1);
  EXPECT_GT(cold.steps, 3);
}

}  // namespace
}  // namespace rigor
