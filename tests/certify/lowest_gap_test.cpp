// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/certify/lowest_gap.hpp>
#include <rigor/certify/plane_gap.hpp>

#include "random_motion.hpp"

namespace rigor {
namespace {

/// The smallest gap by dense sampling: an upper bound of the truth.
double sampled(const BodyPath& path, const VertexTree& tree, const Plane& plane) {
  double least = kNoBound;
  for (int i = 0; i <= 4000; ++i) {
    const Pose X_WB = pose_at(path, i / 4000.0);
    for (const Vector3& r : tree.vertices()) {
      least = std::min(least, plane.normal.dot(X_WB * r) - plane.offset);
    }
  }
  return least;
}

TEST(LowestGap, IsProvedAndWithinTwoPercent) {
  Random random(95);
  for (int i = 0; i < 60; ++i) {
    std::vector<Vector3> points;
    for (int k = 0; k < 12; ++k) points.push_back(0.5 * random_direction(random));
    const VertexTree tree(points);
    const Throw motion = random_throw(random, 1.0, 1.0, 10.0);
    const BodyPath path = body_path(segment_of(motion, trace::time_from(0.0), 0.1, 12));
    Plane plane{random_direction(random), 0.0};
    plane.offset = sampled(path, tree, plane);  // now the least gap is about 0
    plane.offset -= std::pow(10.0, random.uniform(-9.0, -1.0));
    const double truth = sampled(path, tree, plane);
    const double bound = lowest_gap(world_plane_gap(path, plane), tree, 0.0, 1.0);
    EXPECT_LE(bound, truth);
    // Sampling with 4000 points misses the minimum by at most |f''| h² / 8, below 1e-8 m here.
    EXPECT_GE(bound, 0.98 * truth - 1e-8);
  }
}

TEST(LowestGap, OfARestingBodyIsSharp) {
  const std::vector<Vector3> points = {Vector3(0, 0, -1), Vector3(1, 0, 1), Vector3(0, 1, 1)};
  const VertexTree tree(points);
  for (double gap = 1.0; gap > 1e-10; gap *= 0.1) {
    Pose X_WB;
    X_WB.translation.z() = 1.0 + gap;
    const BodyPath path = resting_path(X_WB, trace::time_from(0.0), trace::time_from(1.0));
    const double truth = (1.0 + gap) - 1.0;
    const double bound = lowest_gap(world_plane_gap(path, {Vector3::UnitZ(), 0.0}), tree, 0.0, 1.0);
    EXPECT_LT(bound, truth);
    EXPECT_GE(bound, 0.98 * truth);
  }
}

}  // namespace
}  // namespace rigor
