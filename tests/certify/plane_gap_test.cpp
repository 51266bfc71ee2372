// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <rigor/certify/plane_gap.hpp>

#include "random_motion.hpp"

namespace rigor {
namespace {

constexpr double kGapRounding = 1e-13;  // metres, for bodies of metre size

BodyPath random_path(Random& random) {
  return body_path(segment_of(random_throw(random, 2.0, 3.0, 10.0), trace::Time{}, 0.1, 12));
}

TEST(PlaneGap, WorldPlane) {
  Random random(101);
  for (int i = 0; i < 200; ++i) {
    const BodyPath body = random_path(random);
    const Plane plane{random_direction(random), random.normal()};
    const double rise = random.normal();
    const double s = random.unit();
    const Vector3 r = random_vector(random, 0.5);
    const double truth = plane.normal.dot(pose_at(body, s) * r) - plane.offset;
    EXPECT_NEAR(gap_at(world_plane_gap(body, plane), r, s), truth, kGapRounding);
    EXPECT_NEAR(gap_at(moving_plane_gap(body, plane, rise), r, s), truth - rise * s, kGapRounding);
  }
}

TEST(PlaneGap, PlaneOfTheOtherBody) {
  Random random(102);
  for (int i = 0; i < 200; ++i) {
    const BodyPath body = random_path(random);
    const BodyPath other = random_path(random);
    const Plane plane{random_direction(random), random.normal()};
    const double s = random.unit();
    const Vector3 r = random_vector(random, 0.5);
    const Vector3 p = inverse(pose_at(other, s)) * (pose_at(body, s) * r);
    EXPECT_NEAR(gap_at(body_plane_gap(body, other, plane), r, s),
                plane.normal.dot(p) - plane.offset, kGapRounding);
  }
}

TEST(PlaneGap, ClearingOffsetClearsEveryVertexByRounding) {
  Random random(7);
  for (const int count : {2, 8, 40, 300}) {
    std::vector<Vector3> points;
    for (int i = 0; i < count; ++i) points.push_back(random_vector(random, 1.0));
    const Vector3 n = random_direction(random);
    const double offset = clearing_offset(n, SupportMap(points));
    long double highest = -1e300L;
    for (const Vector3& r : points) {
      long double height = 0.0L;
      for (int k = 0; k < 3; ++k) height += static_cast<long double>(n[k]) * r[k];
      highest = std::max(highest, height);
    }
    EXPECT_GE(offset, highest);
    EXPECT_NEAR(offset, static_cast<double>(highest), 1e-14);
  }
}

}  // namespace
}  // namespace rigor
