// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/certify/plane_gap.hpp>
#include <rigor/certify/vertex_gap.hpp>

#include "random_motion.hpp"
#include "scales.hpp"

namespace rigor {
namespace {

struct Scene {
  BodyPath path;
  VertexTree tree;
  VertexGap gap;
};

Scene random_scene(Random& random, int count) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) points.push_back(0.5 * random_direction(random));
  Throw motion = random_throw(random, 0.3, 2.0, 12.0);
  motion.X_WB.translation.z() += 0.8;
  motion.gravity = Vector3(0.0, 0.0, -9.8);
  const BodyPath path = body_path(segment_of(motion, trace::time_from(2.0), 0.2, 14));
  const VertexGap gap = world_plane_gap(path, {Vector3::UnitZ(), 0.0});
  return {path, VertexTree(points), gap};
}

double sampled_low(const Scene& scene, double s) {
  double low = kNoBound;
  for (const Vector3& r : scene.tree.vertices()) {
    low = std::min(low, (pose_at(scene.path, s) * r).z());
  }
  return low;
}

TEST(VertexGap, FirstExitAgreesWithSampling) {
  Random random(91);
  int hits = 0;
  for (int i = 0; i < 400; ++i) {
    const Scene scene = random_scene(random, i % 4 == 0 ? 200 : 8);
    if (sampled_low(scene, 0.0) < 1e-3) continue;
    const ExitOutcome outcome = first_exit(scene.gap, scene.tree, {kSkin, {}}, 0.0, 1.0);
    const double until = proved_until(outcome, 0.0, 1.0);
    for (int k = 0; k <= 50; ++k) ASSERT_GT(sampled_low(scene, until * k / 50.0), kSkin - 1e-13);
    if (std::holds_alternative<StaysInside>(outcome)) continue;
    const auto* leaves = std::get_if<Leaves>(&outcome);
    ASSERT_NE(leaves, nullptr);
    ++hits;
    EXPECT_LE(sampled_low(scene, leaves->hi), kSkin + 1e-14);
    EXPECT_NEAR(sampled_low(scene, leaves->lo), kSkin, 1e-12);
    EXPECT_NEAR(gap_at(scene.gap, scene.tree.vertices()[leaves->vertex], leaves->lo), kSkin, 1e-12);
    EXPECT_LE(leaves->hi - leaves->lo, 1e-9);
  }
  EXPECT_GT(hits, 50);
}

TEST(VertexGap, TreeAndSingleVerticesAgree) {
  Random random(92);
  for (int i = 0; i < 40; ++i) {
    const Scene scene = random_scene(random, 300);
    const ExitOutcome outcome = first_exit(scene.gap, scene.tree, {kSkin, {}}, 0.0, 1.0);
    double first = 1.0;
    for (const Vector3& r : scene.tree.vertices()) {
      const VertexTree single{std::span<const Vector3>(&r, 1)};
      const ExitOutcome alone = first_exit(scene.gap, single, {kSkin, {}}, 0.0, 1.0);
      first = std::min(first, proved_until(alone, 0.0, 1.0));
    }
    EXPECT_NEAR(proved_until(outcome, 0.0, 1.0), first, 1e-12);
  }
}

TEST(VertexGap, ExceptionsHaveTheirOwnBand) {
  // A box on the plane at height δ, at rest: its lower vertices are active.
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) {
    points.push_back(Vector3(i & 4 ? 1 : -1, i & 2 ? 1 : -1, i & 1 ? 1 : -1));
  }
  const VertexTree tree(points);
  Pose X_WB;
  X_WB.translation.z() = 1.0 + kSkin;
  const BodyPath path = resting_path(X_WB, trace::time_from(0.0), trace::time_from(1.0));
  const VertexGap gap = world_plane_gap(path, {Vector3::UnitZ(), 0.0});
  std::vector<VertexBand> bands;
  for (std::uint32_t v : {0U, 2U, 4U, 6U}) bands.push_back({v, 0.99 * kSkin, 1.01 * kSkin});
  EXPECT_TRUE(std::holds_alternative<StaysInside>(first_exit(gap, tree, {kSkin, bands}, 0.0, 1.0)));
  EXPECT_TRUE(
      std::holds_alternative<StartsOutside>(first_exit(gap, tree, {1.001 * kSkin, {}}, 0.0, 1.0)));
  for (VertexBand& band : bands) band.high = 0.999 * kSkin;
  const ExitOutcome outcome = first_exit(gap, tree, {kSkin, bands}, 0.0, 1.0);
  const auto* outside = std::get_if<StartsOutside>(&outcome);
  ASSERT_NE(outside, nullptr);
  EXPECT_EQ(outside->bound, Bound::High);
}

}  // namespace
}  // namespace rigor
