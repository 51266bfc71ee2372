// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <rigor/geometry/overlap.hpp>
#include <rigor/random.hpp>

namespace rigor {
namespace {

constexpr double kTolerance = 1e-12;

/// Vertices on an ellipse, counter-clockwise.
std::vector<Vector2> random_polygon(Random& random, int sides) {
  const Vector2 centre(random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7));
  const double flat = random.uniform(0.2, 1.0);
  const double turn = random.uniform(0.0, 6.0);
  std::vector<Vector2> polygon;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * std::numbers::pi * (i + random.uniform(0.0, 0.8)) / sides;
    const Vector2 p(std::cos(angle), flat * std::sin(angle));
    polygon.push_back(centre + Eigen::Rotation2Dd(turn) * p);
  }
  return polygon;
}

double area_of(const std::vector<Vector2>& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2& a = polygon[i];
    const Vector2& b = polygon[(i + 1) % polygon.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * twice;
}

/// Sutherland-Hodgman.
std::vector<Vector2> clipped(std::vector<Vector2> subject, const std::vector<Vector2>& clip) {
  for (std::size_t k = 0; k < clip.size(); ++k) {
    const Vector2 along = clip[(k + 1) % clip.size()] - clip[k];
    const auto height = [&](const Vector2& p) {
      return along.x() * (p - clip[k]).y() - along.y() * (p - clip[k]).x();
    };
    std::vector<Vector2> kept;
    for (std::size_t i = 0; i < subject.size(); ++i) {
      const Vector2& a = subject[i];
      const Vector2& b = subject[(i + 1) % subject.size()];
      if (height(a) >= 0.0) kept.push_back(a);
      if ((height(a) < 0.0) != (height(b) < 0.0)) {
        kept.push_back(a + height(a) / (height(a) - height(b)) * (b - a));
      }
    }
    subject = kept;
  }
  return subject;
}

TEST(Overlap, HasTheAreaOfTheClippedPolygon) {
  Random random(45);
  std::map<CornerKind, int> kinds;
  int empty = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    const auto P = random_polygon(random, 3 + random.index(8));
    const auto Q = random_polygon(random, 3 + random.index(8));
    const auto corners = overlap_corners(P, Q, kTolerance);
    std::vector<Vector2> polygon;
    for (const OverlapCorner& corner : corners) {
      polygon.push_back(corner.point);
      ++kinds[corner.kind];
    }
    empty += corners.empty() ? 1 : 0;
    ASSERT_NEAR(area_of(polygon), area_of(clipped(P, Q)), 1e-11);
    EXPECT_EQ(overlap_corners(Q, P, kTolerance).size(), corners.size()) << "swap";
  }
  for (const CornerKind kind : {CornerKind::VF, CornerKind::FV, CornerKind::EE}) {
    EXPECT_GE(kinds[kind], 1000);
  }
  EXPECT_GE(empty, 20);
}

TEST(Overlap, OfAPolygonWithItselfIsItsVertices) {
  Random random(46);
  for (int trial = 0; trial < 100; ++trial) {
    const auto P = random_polygon(random, 3 + random.index(8));
    const auto corners = overlap_corners(P, P, kTolerance);
    ASSERT_EQ(corners.size(), P.size());
    for (const OverlapCorner& corner : corners) {
      EXPECT_EQ(corner.kind, CornerKind::VV);
      EXPECT_EQ(corner.i, corner.j);
    }
  }
}

TEST(Overlap, LabelsEveryWayInWhichTwoFiguresCanMeet) {
  const std::vector<Vector2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const auto kinds = [](const std::vector<Vector2>& P, const std::vector<Vector2>& Q) {
    std::vector<CornerKind> list;
    for (const OverlapCorner& corner : overlap_corners(P, Q, 1e-9)) list.push_back(corner.kind);
    std::sort(list.begin(), list.end());
    return list;
  };
  using K = CornerKind;
  using List = std::vector<K>;
  EXPECT_EQ(kinds({{0.5, 0.5}}, square), List{K::VF});
  EXPECT_EQ(kinds(square, {{0.5, 0.5}}), List{K::FV});
  EXPECT_EQ(kinds({{1.0, 0.5}}, square), List{K::VE});
  EXPECT_EQ(kinds({{1.0, 1.0}}, square), List{K::VV});
  EXPECT_EQ(kinds({{2.0, 0.5}}, square), List{});
  EXPECT_EQ(kinds({{-1.0, 0.5}, {2.0, 0.5}}, square), (List{K::EE, K::EE}));
  EXPECT_EQ(kinds({{0.5, 0.5}, {2.0, 0.5}}, square), (List{K::VF, K::EE}));
  EXPECT_EQ(kinds({{0, 0}, {1, 0}}, {{0.5, -1}, {0.5, 1}}), List{K::EE});
  EXPECT_EQ(kinds({{0, 0}, {1, 0}}, {{0.25, 0}, {2, 0}}), (List{K::VE, K::EV}));
  EXPECT_EQ(kinds({{0, 0}, {1, 0}}, {{1, 0}, {2, 0}}), List{K::VV});
  EXPECT_EQ(kinds({{0, 0}, {1, 0}}, {{1.1, 0}, {2, 0}}), List{});
  EXPECT_EQ(kinds({{1, 0.2}, {2, 0.2}, {2, 0.8}, {1, 0.8}}, square), (List{K::VE, K::VE}));
  EXPECT_EQ(kinds({{0.3, 0.3}}, {{0.3, 0.3}}), List{K::VV});
}

// An edge that crosses the rim of a face at a tiny angle, one end inside by less than the
// tolerance: it overlaps from that end to the crossing, however near to the rim it is.
TEST(Overlap, OfASegmentNearlyAlongAnEdgeReachesToWhereTheyCross) {
  const std::vector<Vector2> square{{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
  constexpr double kWide = 4e-7;
  for (const double inside : {1e-7, 3e-7, 9e-7}) {
    const std::vector<Vector2> edge{{0.9, inside}, {0.1, -3e-6}};
    const double along = inside / (inside + 3e-6);
    for (const bool swap : {false, true}) {
      const auto corners =
          swap ? overlap_corners(edge, square, kWide) : overlap_corners(square, edge, kWide);
      ASSERT_EQ(corners.size(), 2U) << inside;
      const bool first = corners[0].point.x() > corners[1].point.x();
      EXPECT_NEAR(corners[first ? 0 : 1].point.x(), 0.9, 1e-15) << inside;
      EXPECT_NEAR(corners[first ? 1 : 0].point.x(), 0.9 - 0.8 * along, 1e-9) << inside;
      EXPECT_EQ(corners[first ? 1 : 0].kind, CornerKind::EE) << inside;
    }
  }
  // On the rim as a whole: its two ends and nothing between them.
  EXPECT_EQ(overlap_corners(square, std::vector<Vector2>{{0.9, 1e-7}, {0.1, -1e-7}}, kWide).size(),
            2U);
}

TEST(Overlap, PlaceTellsVertexEdgeInsideAndOutsideApart) {
  const std::vector<Vector2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const double tolerance = 1e-3;
  EXPECT_EQ(place_of({1.0005, 1.0005}, square, tolerance)->kind, PolygonPlace::AtVertex);
  EXPECT_EQ(place_of({0.5, -0.0009}, square, tolerance)->kind, PolygonPlace::OnEdge);
  EXPECT_EQ(place_of({0.5, 0.0009}, square, tolerance)->kind, PolygonPlace::OnEdge);
  EXPECT_EQ(place_of({0.5, 0.0011}, square, tolerance)->kind, PolygonPlace::Inside);
  EXPECT_FALSE(place_of({0.5, -0.0011}, square, tolerance).has_value());
  EXPECT_FALSE(place_of({1.0009, 1.0009}, square, tolerance).has_value()) << "beyond the corner";
}

}  // namespace
}  // namespace rigor
