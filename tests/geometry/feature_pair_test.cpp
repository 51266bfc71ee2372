// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include <rigor/geometry/feature_pair.hpp>

#include "pair_sample.hpp"

namespace rigor {
namespace {

TEST(FeaturePair, OfPrescribedFeaturesHasThePrescribedGapAndNormal) {
  Random random(49);
  std::map<std::pair<FeatureKind, FeatureKind>, int> seen;
  for (int trial = 0; trial < 3000; ++trial) {
    PairSample sample{.A = random_hull(random, 4 + random.index(20), Vector3::Ones()),
                      .B = random_hull(random, 4 + random.index(20), Vector3::Ones())};
    sample.gap = std::pow(10.0, random.uniform(-8.0, 0.0));
    sample.kind_A = static_cast<FeatureKind>(random.index(3));
    sample.kind_B = static_cast<FeatureKind>(random.index(3));
    place(random, sample, trial % 2 == 0);
    const Pair pair{sample.A, sample.B, relative(sample.X_WA, sample.X_WB)};
    const Vector3& n = sample.nhat_AB_W;  // A is at the origin of the world
    const VertexPair facing = facing_vertices(pair, n, {});
    const Feature on_A = support_feature(sample.A, n, 1e-11, facing.a);
    const Feature on_B = support_feature(sample.B, -(pair.X_AB.R.transpose() * n), 1e-11, facing.b);
    ASSERT_EQ(on_A.kind, sample.kind_A) << literal(sample);
    ASSERT_EQ(on_B.kind, sample.kind_B) << literal(sample);
    const auto result = feature_distance(pair, on_A, on_B, 1e-11);
    ASSERT_TRUE(result.has_value()) << literal(sample);
    ++seen[{on_A.kind, on_B.kind}];
    EXPECT_NEAR(result->distance, sample.gap, 1e-13) << literal(sample);
    EXPECT_LE((result->nhat_AB - n).norm(), 1e-13 / sample.gap + 1e-13) << literal(sample);
    EXPECT_LE((result->p_B - result->p_A - result->distance * result->nhat_AB).norm(), 1e-12);
  }
  EXPECT_EQ(seen.size(), 9U);
  for (const auto& [kinds, count] : seen) EXPECT_GE(count, 200);
}

TEST(FeaturePair, WithoutFacingShadowsHasNoDistance) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  const Pair pair{box, box, {Matrix3::Identity(), Vector3(3.0, 0.0, 1.5)}};
  const auto face = [&box](const Vector3& n) {
    return support_feature(box, n, 1e-12, support_vertex(box, n, 0));
  };
  const Feature up = face(Vector3::UnitZ());
  const Feature down = face(-Vector3::UnitZ());
  EXPECT_FALSE(feature_distance(pair, up, down, 1e-12).has_value());
}

}  // namespace
}  // namespace rigor
