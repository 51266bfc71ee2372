// SPDX-License-Identifier: Apache-2.0
// Bounds of pairs against closed forms, and of shortened poses against the whole series.
#include <gtest/gtest.h>

#include <rigor/certify/motion_bounds.hpp>

#include "random_pairs.hpp"

namespace rigor {
namespace {

constexpr int kMotions = 60;

TEST(MotionBounds, PairsApproachNoFasterThanSaid) {
  Random random(193);
  for (int i = 0; i < kMotions; ++i) {
    const TumblingPair bodies = random_pair(random, 8, 12.0);
    const BodyPath a = body_path(segment_of(bodies.motion_a, {}, 0.6, 16));
    const BodyPath b = body_path(segment_of(bodies.motion_b, {}, 0.6, 16));
    const PairMotion pair = pair_motion(bodies.a, a, bodies.b, b, {{}, a.end});
    const PairBounds bounds = pair_bounds(pair);
    const double speed = (bodies.motion_b.V_WB.linear - bodies.motion_a.V_WB.linear).norm() * 0.6;
    EXPECT_GE(bounds.approach, speed * (1.0 - 1e-12));
    EXPECT_LE(bounds.approach, speed * (1.0 + 1e-6));
    EXPECT_LT(bounds.bend, 1e-6);  // no gravity
  }
}

TEST(MotionBounds, ShortenedPosesAreAsCloseAsTheySay) {
  Random random(194);
  double sharpest = 1.0;
  for (int i = 0; i < kMotions; ++i) {
    const TumblingPair bodies = random_pair(random, 8, 12.0);
    const BodyPath a = body_path(segment_of(bodies.motion_a, {}, 0.6, 16));
    const BodyPath b = body_path(segment_of(bodies.motion_b, {}, 0.6, 16));
    const PairMotion pair = pair_motion(bodies.a, a, bodies.b, b, {{}, a.end});
    const PoseSeries rough_a = pair.path_a.poses.shortened(1e-4);
    const PoseSeries rough_b = pair.path_b.poses.shortened(1e-4);
    const PairBounds bounds = roughened(pair_bounds(pair), rough_a, rough_b);
    double most = 0.0;
    for (int k = 0; k <= 100; ++k) {
      const double s = k / 100.0;
      const Vector3 r = random_direction(random);
      const Pose exact = pose_at(pair.path_a, s);
      const Pose rough = bounds.poses_a->at(s);
      ASSERT_LE((exact.translation - rough.translation).norm(), bounds.a.place_error);
      const double turned = (exact.rotation * r - rough.rotation * r).norm();
      ASSERT_LE(turned, bounds.a.rotation_error);
      most = std::max(most, turned);
    }
    sharpest = std::min(sharpest, most / bounds.a.rotation_error);
  }
  EXPECT_GT(sharpest, 0.01);
}

TEST(MotionBounds, PosesThatAreTooShortProveNothing) {
  Random random(195);
  const TumblingPair bodies = random_pair(random, 8, 12.0);
  const BodyPath a = body_path(segment_of(bodies.motion_a, {}, 0.6, 16));
  const PairMotion pair = pair_motion(bodies.a, a, bodies.b, a, {{}, a.end});
  const PoseSeries constant = pair.path_a.poses.shortened(10.0);
  const PairBounds bounds = roughened(pair_bounds(pair), constant, constant);
  EXPECT_EQ(bounds.a.rotation_error, PathBounds::kNone);
}

}  // namespace
}  // namespace rigor
