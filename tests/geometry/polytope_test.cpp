// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <rigor/geometry/polytope.hpp>
#include <rigor/geometry/solids.hpp>

#include "random_polytope.hpp"

namespace rigor {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Rounding of a face plane of a well-shaped body, relative to the extent.
constexpr double kPlaneRounding = 1e-14;

std::vector<Vector3> cube_points() {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 4 ? 1 : -1, i & 2 ? 1 : -1, i & 1 ? 1 : -1);
  return points;
}

void expect_rule(const std::vector<Vector3>& points, PolytopeRule rule) {
  const PolytopeResult result = make_polytope(points);
  ASSERT_TRUE(std::holds_alternative<PolytopeError>(result));
  EXPECT_EQ(std::get<PolytopeError>(result).rule, rule) << std::get<PolytopeError>(result).message;
  EXPECT_FALSE(std::get<PolytopeError>(result).message.empty());
}

/// Everything the class promises, checked from outside.
void expect_invariant(const Polytope& polytope) {
  const auto& vertices = polytope.vertices();
  const double rounding = kPlaneRounding * 1e3 * polytope.extent();
  ASSERT_EQ(vertices.size() + polytope.faces().size(), polytope.edges().size() + 2);
  for (const Face& face : polytope.faces()) {
    EXPECT_NEAR(face.normal.norm(), 1.0, 1e-15);
    for (const Vector3& v : vertices) EXPECT_LE(face.normal.dot(v), face.offset + rounding);
    const std::size_t n = face.vertices.size();
    EXPECT_EQ(face.vertices[0], *std::min_element(face.vertices.begin(), face.vertices.end()));
    for (std::size_t i = 0; i < n; ++i) {
      const Vector3& a = vertices[face.vertices[i]];
      const Vector3& b = vertices[face.vertices[(i + 1) % n]];
      const Vector3& c = vertices[face.vertices[(i + 2) % n]];
      EXPECT_NEAR(face.normal.dot(a), face.offset, rounding);
      EXPECT_GT((b - a).cross(c - b).dot(face.normal), 0.0) << "counter-clockwise, strictly convex";
    }
  }
  for (const Edge& edge : polytope.edges()) {
    EXPECT_LT(edge.tail, edge.head);
    const Vector3 along = vertices[edge.head] - vertices[edge.tail];
    const Vector3& left = polytope.faces()[edge.left].normal;
    const Vector3& right = polytope.faces()[edge.right].normal;
    EXPECT_GT(left.cross(right).dot(along), 0.0) << "left and right as seen from outside";
  }
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const auto around = polytope.neighbours(v);
    std::set<std::uint32_t> distinct(around.begin(), around.end());
    EXPECT_EQ(distinct.size(), around.size());
    for (std::size_t i = 0; i < around.size(); ++i) {
      const Edge& edge = polytope.edges()[polytope.edges_at(v)[i]];
      EXPECT_EQ(edge.tail + edge.head, v + around[i]);
      const auto& cycle = polytope.faces()[polytope.faces_at(v)[i]].vertices;
      const auto has = [&cycle](std::uint32_t u) {
        return std::find(cycle.begin(), cycle.end(), u) != cycle.end();
      };
      EXPECT_TRUE(has(static_cast<std::uint32_t>(v)) && has(around[i]) &&
                  has(around[(i + 1) % around.size()]));
    }
  }
}

TEST(Polytope, SaysWhichRuleOfTheInputIsBroken) {
  expect_rule({}, PolytopeRule::AtLeastFourPoints);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, PolytopeRule::AtLeastFourPoints);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}}, PolytopeRule::AtLeastFourPoints);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, PolytopeRule::NotFlat);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}, PolytopeRule::NotFlat);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-10}}, PolytopeRule::NotFlat);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, kNaN, 1}}, PolytopeRule::Finite);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, kInfinity}}, PolytopeRule::Finite);
  expect_rule({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1.1e4}}, PolytopeRule::WithinMaxCoordinate);
  expect_rule({{0, 0, 0}, {1e-7, 0, 0}, {0, 1e-7, 0}, {0, 0, 1e-7}},
              PolytopeRule::AtLeastMinExtent);
  expect_rule(std::vector<Vector3>(kMaxPoints + 1, Vector3::Zero()), PolytopeRule::AtMostMaxPoints);
}

TEST(Polytope, NamesTheOffendingPoint) {
  const std::vector<Vector3> points{{0, 0, 0}, {1, 0, 0}, {0, kNaN, 0}, {0, 0, 1}};
  EXPECT_EQ(std::get<PolytopeError>(make_polytope(points)).point, 2U);
}

TEST(Polytope, MergesCoplanarTriangles) {
  const Polytope cube = unwrap(make_polytope(cube_points()));
  EXPECT_EQ(cube.vertices().size(), 8U);
  EXPECT_EQ(cube.edges().size(), 12U);
  EXPECT_EQ(cube.faces().size(), 6U);
  EXPECT_DOUBLE_EQ(cube.circumradius(), std::sqrt(3.0));
  for (const Face& face : cube.faces()) EXPECT_EQ(face.vertices.size(), 4U);
  expect_invariant(cube);
}

TEST(Polytope, DropsAndCountsDuplicatesAndInnerPointsAndKeepsTheOrderOfTheRest) {
  std::vector<Vector3> points = cube_points();
  points.insert(points.begin(), Vector3(0.1, 0.2, 0.3));
  points.insert(points.begin() + 4, Vector3(1.0, 0.0, 0.0));   // inside a face
  points.insert(points.begin() + 6, Vector3(1.0, 1.0, 0.25));  // inside an edge
  points.push_back(points[1]);
  points.push_back(points[2] + Vector3(0.0, 1e-14, 0.0));
  const Polytope cube = unwrap(make_polytope(points));
  EXPECT_EQ(cube.dropped().duplicates, 2U);
  EXPECT_EQ(cube.dropped().interior, 3U);
  const std::vector<Vector3> expected = cube_points();
  ASSERT_EQ(cube.vertices().size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(cube.vertices()[i], expected[i]);
}

TEST(Polytope, NumbersFacesAndEdgesTheSameWayEveryTime) {
  Random random(7);
  const Polytope one = random_hull(random, 60, Vector3::Ones());
  const Polytope two = unwrap(make_polytope(one.vertices()));
  ASSERT_EQ(one.faces().size(), two.faces().size());
  for (std::size_t f = 0; f < one.faces().size(); ++f) {
    EXPECT_EQ(one.faces()[f].vertices, two.faces()[f].vertices);
    EXPECT_EQ(one.faces()[f].normal, two.faces()[f].normal);
  }
}

TEST(Polytope, HoldsItsInvariantForRandomHullsOfEverySizeAndSliver) {
  Random random(1);
  for (int trial = 0; trial < 120; ++trial) {
    const double size = std::pow(10.0, random.uniform(-3.0, 3.0));
    Vector3 stretch = size * Vector3::Ones();
    if (trial % 3 == 1) stretch.x() *= 1e-3;
    if (trial % 3 == 2) stretch.tail<2>() *= 1e-3;
    const int points = 4 + random.index(trial % 10 == 0 ? 200 : 30);
    SCOPED_TRACE(trial);
    expect_invariant(trial % 2 ? random_hull(random, points, stretch)
                               : random_round_hull(random, points, stretch));
  }
}

TEST(Polytope, KeepsRotatedBoxesInSixFaces) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const Pose X = random_pose(random, 10.0);
    std::vector<Vector3> points = cube_points();
    const Vector3 half(random.uniform(0.5, 1.0), random.uniform(0.5, 1.0),
                       random.uniform(1e-3, 1.0));
    for (Vector3& p : points) p = X * half.cwiseProduct(p);
    const Polytope box = unwrap(make_polytope(points));
    EXPECT_EQ(box.faces().size(), 6U);
    expect_invariant(box);
  }
}

TEST(Polytope, BoundingBoxHoldsEveryPlacedVertexAndTouchesSome) {
  Random random(3);
  const Polytope hull = random_hull(random, 30, Vector3(1.0, 2.0, 3.0));
  const Pose X = random_pose(random, 5.0);
  const Aabb box = aabb(hull, X);
  double closest = kInfinity;
  for (const Vector3& v : hull.vertices()) {
    const Vector3 p = X * v;
    EXPECT_TRUE((p.array() >= box.lower.array() - 1e-14).all());
    EXPECT_TRUE((p.array() <= box.upper.array() + 1e-14).all());
    closest = std::min(closest, (p - box.lower).cwiseAbs().minCoeff());
  }
  EXPECT_LE(closest, 1e-14);
}

}  // namespace
}  // namespace rigor
