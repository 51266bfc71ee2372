// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/path.hpp>
#include <rigor/chebyshev/evaluation.hpp>

#include "random_motion.hpp"

namespace rigor {
namespace {

double at(const ChebModel& f, double s) { return clenshaw(f.coefficients(), s); }

/// The body point r at s by the models: numerator over |q|².
Vector3 model_point(const BodyPath& path, const Vector3& r, double s) {
  Vector3 p;
  const ModelVector turned = rotated(path, r);
  for (int i = 0; i < 3; ++i) {
    p[i] = at(path.position[i], s) + at(turned[i], s) / at(path.norm_squared, s);
  }
  return p;
}

TEST(Path, ModelsReproduceThePose) {
  Random random(71);
  for (int i = 0; i < 200; ++i) {
    const Throw motion = random_throw(random, 2.0, 3.0, 10.0);
    const BodyPath path = body_path(segment_of(motion, trace::time_from(1.5), 0.1, 12));
    EXPECT_TRUE(has_proper_rotation(path));
    const double s = random.unit();
    const Vector3 r = random_vector(random, 0.5);
    const Vector3 n = random_direction(random);
    const Vector3 truth = pose_after(motion, s * 0.1) * r;
    EXPECT_LE((model_point(path, r, s) - truth).norm(), 1e-10);  // interpolation by degree 12
    EXPECT_LE((model_point(path, r, s) - pose_at(path, s) * r).norm(), 1e-14);
    const ModelVector pulled = pulled_back(path, n);
    Vector3 back(at(pulled[0], s), at(pulled[1], s), at(pulled[2], s));
    const Vector3 expected = pose_at(path, s).rotation.conjugate() * n;
    EXPECT_LE((back / at(path.norm_squared, s) - expected).norm(), 1e-14);
  }
}

TEST(Path, RestrictionFollowsTheClock) {
  Random random(72);
  for (int i = 0; i < 200; ++i) {
    const trace::Segment segment =
        segment_of(random_throw(random, 2.0, 3.0, 10.0), trace::time_from(0.37), 0.1, 12);
    const BodyPath path = body_path(segment);
    const double ends[2] = {0.1 * random.unit(), 0.1 * random.unit()};
    const trace::Time begin = trace::advanced(segment.start, 0.9 * std::min(ends[0], ends[1]));
    const trace::Time end = trace::advanced(segment.start, 0.999 * std::max(ends[0], ends[1]));
    const BodyPath part = restricted_path(path, begin, end);
    const double u = random.unit();
    const double s = (trace::elapsed(segment.start, begin) + u * part.clock.length) / 0.1;
    const Pose whole = pose_at(path, s);
    const Pose cut = pose_at(part, u);
    EXPECT_LE((whole.translation - cut.translation).norm(), 1e-14);
    EXPECT_LE((whole.rotation.coeffs() - cut.rotation.coeffs()).norm(), 1e-14);
    for (const ChebModel& x : part.position) EXPECT_LE(x.radius(), 1e-13);
  }
}

TEST(Path, ABodyAtRestHasDegreeZero) {
  Random random(73);
  const Pose X_WB = random_pose(random, 1.0);
  const BodyPath path = resting_path(X_WB, trace::time_from(0.0), trace::time_from(10.0));
  EXPECT_EQ(path.rotation[0][1].degree(), 0);
  EXPECT_LE((pose_at(path, 0.3).translation - X_WB.translation).norm(), 0.0);
}

TEST(Path, AVanishingQuaternionIsNoRotation) {
  trace::Segment segment = segment_of({}, trace::time_from(0.0), 1.0, 4);
  for (int i = 0; i < 4; ++i) segment.quaternion[i] = {0.0, i == 0 ? 1.0 : 0.0};  // 0 at s = 1/2
  EXPECT_FALSE(has_proper_rotation(body_path(segment)));
}

}  // namespace
}  // namespace rigor
