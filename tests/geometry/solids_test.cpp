// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include <rigor/geometry/mass_properties.hpp>
#include <rigor/geometry/solids.hpp>

namespace rigor {
namespace {

struct Census {
  std::size_t vertices, edges, faces;
};

void expect_census(const Polytope& solid, const Census& expected) {
  EXPECT_EQ(solid.vertices().size(), expected.vertices);
  EXPECT_EQ(solid.edges().size(), expected.edges);
  EXPECT_EQ(solid.faces().size(), expected.faces);
}

TEST(Solids, HaveTheRightNumbersOfFeatures) {
  expect_census(unwrap(make_box({1, 2, 3})), {8, 12, 6});
  expect_census(unwrap(make_prism(7, 1.0, 2.0)), {14, 21, 9});
  expect_census(unwrap(make_tetrahedron(1.0)), {4, 6, 4});
  expect_census(unwrap(make_octahedron(1.0)), {6, 12, 8});
  expect_census(unwrap(make_icosahedron(1.0)), {12, 30, 20});
  expect_census(unwrap(make_dodecahedron(1.0)), {20, 30, 12});
}

TEST(Solids, HaveTheVolumesOfTheBooks) {
  const double root5 = std::sqrt(5.0);
  EXPECT_NEAR(volume(unwrap(make_box({1, 2, 3}))), 48.0, 1e-13);
  EXPECT_NEAR(volume(unwrap(make_tetrahedron(3.0))), 8.0 * std::sqrt(3.0) * 27.0 / 27.0, 1e-12);
  EXPECT_NEAR(volume(unwrap(make_octahedron(1.0))), 4.0 / 3.0, 1e-14);
  const double icosahedron_edge = 1.0 / std::sin(2.0 * M_PI / 5.0);
  EXPECT_NEAR(volume(unwrap(make_icosahedron(1.0))),
              5.0 * (3.0 + root5) / 12.0 * std::pow(icosahedron_edge, 3), 1e-14);
  const double dodecahedron_edge = 4.0 / (std::sqrt(3.0) * (1.0 + root5));
  EXPECT_NEAR(volume(unwrap(make_dodecahedron(1.0))),
              (15.0 + 7.0 * root5) / 4.0 * std::pow(dodecahedron_edge, 3), 1e-13);
  EXPECT_NEAR(volume(unwrap(make_prism(6, 1.0, 2.0))), 3.0 * std::sqrt(3.0), 1e-13);
}

TEST(Solids, NumberTheVerticesOfABoxByTheSignsOfTheirCoordinates) {
  const Polytope box = unwrap(make_box({1, 2, 3}));
  for (std::size_t i = 0; i < 8; ++i) {
    const Vector3& v = box.vertices()[i];
    EXPECT_EQ(i, 4U * (v.x() > 0) + 2U * (v.y() > 0) + 1U * (v.z() > 0));
  }
}

TEST(Solids, SphericalHasExactlyTheVerticesAskedForAndLiesOnTheSphere) {
  for (const int count : {4, 5, 17, 100, 1000}) {
    const Polytope ball = unwrap(make_spherical(0.5, count));
    EXPECT_EQ(ball.vertices().size(), static_cast<std::size_t>(count));
    for (const Vector3& v : ball.vertices()) EXPECT_NEAR(v.norm(), 0.5, 1e-15);
  }
  // Close to the ball: the volume misses O(1/count).
  EXPECT_NEAR(volume(unwrap(make_spherical(1.0, 1000))), 4.0 / 3.0 * M_PI, 0.03);
}

TEST(Solids, RefuseSizesOutOfRange) {
  for (const PolytopeResult& result :
       {make_box({1, 0, 1}), make_box({1, 1, NAN}), make_prism(2, 1.0, 1.0),
        make_prism(3, -1.0, 1.0), make_prism(3, 1.0, 0.0), make_tetrahedron(0.0),
        make_spherical(1.0, 3)}) {
    ASSERT_TRUE(std::holds_alternative<PolytopeError>(result));
    EXPECT_EQ(std::get<PolytopeError>(result).rule, PolytopeRule::PositiveSize);
  }
}

}  // namespace
}  // namespace rigor
