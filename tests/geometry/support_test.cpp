// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include <rigor/geometry/support.hpp>

#include "pair_sample.hpp"

namespace rigor {
namespace {

TEST(Support, ClimbingFindsTheHighestVertexFromAnyStart) {
  Random random(42);
  const Polytope ball = unwrap(make_spherical(1.0, 500));
  const Polytope hull = random_round_hull(random, 200, Vector3(1.0, 0.1, 3.0));
  for (const Polytope* body : {&ball, &hull}) {
    ASSERT_GT(body->vertices().size(), kBruteForceVertices);
    for (int trial = 0; trial < 2000; ++trial) {
      const Vector3 direction = random_direction(random);
      double top = -1e300;
      for (const Vector3& v : body->vertices()) top = std::max(top, direction.dot(v));
      const int start = random.index(static_cast<int>(body->vertices().size()));
      const auto found = support_vertex(*body, direction, static_cast<std::uint32_t>(start));
      EXPECT_NEAR(direction.dot(body->vertices()[found]), top, 1e-15);
    }
  }
}

TEST(Support, FeatureAlongANormalConeIsTheFeatureThatOwnsIt) {
  Random random(43);
  std::array<int, 3> seen{};
  for (int trial = 0; trial < 3000; ++trial) {
    const Polytope body = random_hull(random, 4 + random.index(60), Vector3::Ones());
    const auto kind = static_cast<FeatureKind>(random.index(3));
    const SurfacePoint place = random_surface_point(random, body, kind);
    const auto top = support_vertex(body, place.normal, 0);
    const Feature feature = support_feature(body, place.normal, 1e-12, top);
    ++seen[static_cast<std::size_t>(feature.kind)];
    ASSERT_EQ(feature.kind, kind);
    std::vector<std::uint32_t> vertices;
    for (std::size_t i = 0; i < vertex_count(body, feature); ++i) {
      vertices.push_back(vertex_of(body, feature, i));
      EXPECT_NEAR(place.normal.dot(body.vertices()[vertices.back()] - place.point), 0.0, 1e-12);
    }
    vertices.resize(std::min<std::size_t>(vertices.size(), 3));
    EXPECT_EQ(feature_with(body, vertices), feature);
  }
  for (const int count : seen) EXPECT_GE(count, 500);
}

TEST(Support, VerticesWithoutACommonFaceHaveNoFeature) {
  const Polytope box = unwrap(make_box({1, 1, 1}));
  const std::array<std::uint32_t, 2> diagonal{0, 7};
  EXPECT_EQ(feature_with(box, diagonal), std::nullopt);
  const std::array<std::uint32_t, 2> across{0, 3};  // the diagonal of the face x = -1
  EXPECT_EQ(feature_with(box, across)->kind, FeatureKind::Face);
  EXPECT_EQ(edge_between(box, 0, 3), std::nullopt);
  EXPECT_TRUE(edge_between(box, 0, 1).has_value());
}

}  // namespace
}  // namespace rigor
