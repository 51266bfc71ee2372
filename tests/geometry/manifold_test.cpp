// SPDX-License-Identifier: Apache-2.0
// References: Sutherland-Hodgman clipping of the two faces, Cyrus-Beck clipping of a segment, and
// the crossing point of edges by construction. None of them is used by the library.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <rigor/geometry/manifold.hpp>

#include "pair_sample.hpp"

namespace rigor {
namespace {

/// Rounding of in-plane positions for bodies of about 1 m within 10 m of the origin.
constexpr double kRounding = 1e-11;

Polytope random_solid(Random& random) {
  const double size = random.uniform(0.3, 2.0);
  switch (random.index(4)) {
    case 0:
      return unwrap(make_box(size * Vector3(0.5, random.uniform(0.2, 0.5), 0.3)));
    case 1:
      return unwrap(make_prism(3 + random.index(8), size, 0.5 * size));
    case 2:
      return unwrap(make_dodecahedron(size));
    default:
      return random_hull(random, 4 + random.index(20), 0.5 * size * Vector3::Ones());
  }
}

PairSample random_contact(Random& random, FeatureKind kind_A, FeatureKind kind_B, bool align) {
  PairSample pair{.A = random_solid(random), .B = random_solid(random)};
  pair.kind_A = kind_A;
  pair.kind_B = kind_B;
  pair.gap = 1e-8;
  pair.X_WA = random_pose(random, 3.0);
  place(random, pair, align);
  return pair;
}

std::optional<Manifold> manifold_of(const PairSample& pair) {
  return contact_manifold(pair.A, pair.X_WA, pair.B, pair.X_WB, {.nhat_AB_W = pair.nhat_AB_W});
}

/// World positions of the feature of the body that is extreme along the direction.
std::vector<Vector3> extreme_points(const Polytope& body, const Pose& X, const Vector3& along) {
  double top = -1e300;
  for (const Vector3& v : body.vertices()) top = std::max(top, along.dot(X * v));
  for (const Face& face : body.faces()) {  // a face in its own cyclic order
    if (along.dot(X.rotation * face.normal) < 1.0 - 1e-12) continue;
    std::vector<Vector3> points;
    for (const auto v : face.vertices) points.push_back(X * body.vertices()[v]);
    return points;
  }
  std::vector<Vector3> points;
  for (const Vector3& v : body.vertices()) {
    if (along.dot(X * v) > top - 1e-9) points.push_back(X * v);
  }
  return points;
}

/// Keeps the part of the polygon (or segment) on the inner side of the plane through `q` with
/// outward normal `out` (Sutherland-Hodgman, Cyrus-Beck).
std::vector<Vector3> cut(const std::vector<Vector3>& figure, const Vector3& q, const Vector3& out) {
  std::vector<Vector3> kept;
  const std::size_t sides = figure.size() == 2 ? 1 : figure.size();
  for (std::size_t i = 0; i < sides; ++i) {
    const Vector3& a = figure[i];
    const Vector3& b = figure[(i + 1) % figure.size()];
    const double ha = out.dot(a - q);
    const double hb = out.dot(b - q);
    if (ha <= 0.0) kept.push_back(a);
    if ((ha < 0.0) != (hb < 0.0) && ha != hb) kept.push_back(a + ha / (ha - hb) * (b - a));
    if (figure.size() == 2 && hb <= 0.0) kept.push_back(b);
  }
  return kept;
}

/// The part of `figure` over the polygon, whose cycle runs counter-clockwise about `n`.
std::vector<Vector3> clipped(std::vector<Vector3> figure, const std::vector<Vector3>& polygon,
                             const Vector3& n) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector3 side = polygon[(i + 1) % polygon.size()] - polygon[i];
    figure = cut(figure, polygon[i], side.cross(n).normalized());
  }
  return figure;
}

double polygon_area(const std::vector<Vector3>& polygon, const Vector3& n) {
  Vector3 twice = Vector3::Zero();
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    twice += (polygon[i] - polygon[0]).cross(polygon[i + 1] - polygon[0]);
  }
  return 0.5 * std::abs(n.dot(twice));
}

/// Distance across the normal of the farthest point of one list from the other list.
double one_sided_distance(const std::vector<Vector3>& from, const std::vector<Vector3>& to,
                          const Vector3& n) {
  double worst = 0.0;
  for (const Vector3& p : from) {
    double nearest = 1e300;
    for (const Vector3& q : to) nearest = std::min(nearest, n.cross(p - q).norm());
    worst = std::max(worst, nearest);
  }
  return worst;
}

std::vector<Vector3> corners_of(const Manifold& manifold) {
  std::vector<Vector3> points;
  for (const ManifoldCorner& corner : manifold.corners) points.push_back(corner.p_WA);
  return points;
}

void expect_distinct_and_cyclic(const Manifold& manifold) {
  const auto points = corners_of(manifold);
  const Vector3& n = manifold.nhat_AB_W;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT((points[i] - points[j]).norm(), 1e-9);
    if (points.size() < 3) continue;
    const Vector3& a = points[i];
    const Vector3& b = points[(i + 1) % points.size()];
    const Vector3& c = points[(i + 2) % points.size()];
    EXPECT_GT(n.dot((b - a).cross(c - b)), -1e-9) << "counter-clockwise about the normal";
  }
}

TEST(Manifold, OfTwoFacesIsTheirClippedPolygon) {
  Random random(30);
  std::map<CornerKind, int> labels;
  for (int trial = 0; trial < 2000; ++trial) {
    const PairSample pair = random_contact(random, FeatureKind::Face, FeatureKind::Face, false);
    const auto manifold = manifold_of(pair);
    ASSERT_TRUE(manifold.has_value()) << literal(pair);
    EXPECT_EQ(manifold->kind, ContactKind::FaceFace) << literal(pair);
    EXPECT_TRUE(manifold->plane_unique);
    const auto a = extreme_points(pair.A, pair.X_WA, pair.nhat_AB_W);
    const auto b = extreme_points(pair.B, pair.X_WB, -pair.nhat_AB_W);
    const auto expected = clipped(b, a, pair.nhat_AB_W);
    EXPECT_NEAR(area(*manifold), polygon_area(expected, pair.nhat_AB_W), kRounding)
        << literal(pair);
    const auto corners = corners_of(*manifold);
    EXPECT_LE(one_sided_distance(corners, expected, pair.nhat_AB_W), 1e-8) << literal(pair);
    EXPECT_LE(one_sided_distance(expected, corners, pair.nhat_AB_W), 1e-8) << literal(pair);
    EXPECT_LE(corners.size(), 2 * (a.size() + b.size()));
    expect_distinct_and_cyclic(*manifold);
    for (const ManifoldCorner& corner : manifold->corners) {
      ++labels[corner.kind];
      EXPECT_NEAR(corner.gap, pair.gap, 1e-12) << literal(pair);
    }
  }
  for (const CornerKind kind : {CornerKind::VF, CornerKind::FV, CornerKind::EE}) {
    EXPECT_GE(labels[kind], 1000);
  }
}

TEST(Manifold, OfAnEdgeAndAFaceIsTheClippedSegment) {
  Random random(31);
  for (int trial = 0; trial < 2000; ++trial) {
    const bool first = trial % 2 == 0;
    const PairSample pair = random_contact(random, first ? FeatureKind::Edge : FeatureKind::Face,
                                           first ? FeatureKind::Face : FeatureKind::Edge, false);
    const auto manifold = manifold_of(pair);
    ASSERT_TRUE(manifold.has_value()) << literal(pair);
    EXPECT_EQ(manifold->kind, ContactKind::EdgeFace) << literal(pair);
    EXPECT_TRUE(manifold->plane_unique);
    const auto a = extreme_points(pair.A, pair.X_WA, pair.nhat_AB_W);
    const auto b = extreme_points(pair.B, pair.X_WB, -pair.nhat_AB_W);
    const auto expected = first ? clipped(a, b, -pair.nhat_AB_W) : clipped(b, a, pair.nhat_AB_W);
    const auto corners = corners_of(*manifold);
    ASSERT_EQ(corners.size(), 2U);
    EXPECT_LE(one_sided_distance(corners, expected, pair.nhat_AB_W), 1e-8) << literal(pair);
    EXPECT_LE(one_sided_distance(expected, corners, pair.nhat_AB_W), 1e-8) << literal(pair);
    expect_distinct_and_cyclic(*manifold);
  }
}

TEST(Manifold, OfTwoEdgesIsAPointIfTheyCrossAndASegmentIfTheyAreParallel) {
  Random random(32);
  for (int trial = 0; trial < 2000; ++trial) {
    const bool align = trial % 2 == 0;
    const PairSample pair = random_contact(random, FeatureKind::Edge, FeatureKind::Edge, align);
    const auto manifold = manifold_of(pair);
    ASSERT_TRUE(manifold.has_value()) << literal(pair);
    EXPECT_EQ(manifold->kind, align ? ContactKind::ParallelEdges : ContactKind::CrossingEdges);
    EXPECT_EQ(manifold->plane_unique, !align);
    const auto a = extreme_points(pair.A, pair.X_WA, pair.nhat_AB_W);
    const auto b = extreme_points(pair.B, pair.X_WB, -pair.nhat_AB_W);
    const auto corners = corners_of(*manifold);
    ASSERT_EQ(corners.size(), align ? 2U : 1U);
    if (!align) {
      EXPECT_EQ(manifold->corners[0].kind, CornerKind::EE);
      EXPECT_LE((a[1] - a[0]).normalized().cross(corners[0] - a[0]).norm(), 1e-12);
      EXPECT_LE(pair.nhat_AB_W.cross(b[1] - b[0]).normalized().dot(corners[0] - b[0]), 1e-12);
      continue;
    }
    // The overlap of the two intervals along the edge.
    const Vector3 along = (a[1] - a[0]).normalized();
    const auto interval = [&along](const std::vector<Vector3>& p) {
      return std::minmax({along.dot(p[0]), along.dot(p[1])});
    };
    const double low = std::max(interval(a).first, interval(b).first);
    const double high = std::min(interval(a).second, interval(b).second);
    const auto [from, to] = std::minmax({along.dot(corners[0]), along.dot(corners[1])});
    EXPECT_NEAR(from, low, 1e-8);
    EXPECT_NEAR(to, high, 1e-8);
  }
}

TEST(Manifold, NamesTheKindsWithoutAUniquePlane) {
  Random random(33);
  std::map<ContactKind, int> kinds;
  for (int trial = 0; trial < 900; ++trial) {
    const auto kind_A = static_cast<FeatureKind>(trial % 3);
    const PairSample pair = random_contact(random, kind_A, FeatureKind::Vertex, false);
    const auto manifold = manifold_of(pair);
    // At a gap of 1e-8 m the shadow of a vertex is the facing vertex itself.
    ASSERT_TRUE(manifold.has_value()) << literal(pair);
    ASSERT_EQ(manifold->corners.size(), 1U);
    ++kinds[manifold->kind];
    EXPECT_EQ(manifold->plane_unique, kind_A == FeatureKind::Face);
    EXPECT_EQ(manifold->corners[0].on_A.kind, kind_A);
    EXPECT_EQ(manifold->corners[0].on_B.kind, FeatureKind::Vertex);
    EXPECT_NEAR(manifold->corners[0].gap, pair.gap, 1e-12);
  }
  EXPECT_EQ(kinds[ContactKind::VertexVertex], 300);
  EXPECT_EQ(kinds[ContactKind::VertexEdge], 300);
  EXPECT_EQ(kinds[ContactKind::VertexFace], 300);
}

TEST(Manifold, OfBoxesThatShareOnlyAnEdgeOrACornerOfTheirFacesIsNotAFaceContact) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  const auto kind_at = [&box](double x, double y) {
    const Pose X{Quaternion::Identity(), Vector3(x, y, 1.0)};
    const auto manifold = contact_manifold(box, {}, box, X, {.nhat_AB_W = Vector3::UnitZ()});
    return manifold ? std::optional(manifold->kind) : std::nullopt;
  };
  EXPECT_EQ(kind_at(0.0, 0.0), ContactKind::FaceFace);
  EXPECT_EQ(kind_at(1.0, 0.0), ContactKind::ParallelEdges);
  EXPECT_EQ(kind_at(1.0, 0.25), ContactKind::ParallelEdges);
  EXPECT_EQ(kind_at(1.0, 1.0), ContactKind::VertexVertex);
  EXPECT_EQ(kind_at(1.0 + 1e-6, 0.0), std::nullopt);
}

TEST(Manifold, OfAlignedBoxesHasFourVertexVertexCorners) {
  const Polytope box = unwrap(make_box({0.5, 0.5, 0.5}));
  const Pose X{Quaternion::Identity(), Vector3(0.0, 0.0, 1.0 + 1e-8)};
  const auto manifold = contact_manifold(box, {}, box, X, {.nhat_AB_W = Vector3::UnitZ()});
  ASSERT_TRUE(manifold.has_value());
  ASSERT_EQ(manifold->corners.size(), 4U);
  for (const auto& corner : manifold->corners) EXPECT_EQ(corner.kind, CornerKind::VV);
  EXPECT_NEAR(area(*manifold), 1.0, 1e-15);
}

TEST(Manifold, ChangesContinuouslyWhileABodySlidesAndTurns) {
  // A step moves every point of B by at most `step`; corners at the crossing of two edges move by
  // step / sin(angle), so areas are compared: they are Lipschitz with the perimeter.
  Random random(34);
  for (int run = 0; run < 20; ++run) {
    PairSample pair = random_contact(random, FeatureKind::Face, FeatureKind::Face, false);
    const Vector3 slide = pair.nhat_AB_W.cross(random_direction(random)).normalized();
    const double spin = random.uniform(-1.0, 1.0);
    const double step = 1e-3;
    double last = -1.0;
    std::set<std::size_t> counts;
    const Pose X_WB = pair.X_WB;
    for (int i = 0; i < 2000; ++i) {
      const double s = step * i;
      const Quaternion turn = exp_rotation(spin * s * pair.nhat_AB_W);
      pair.X_WB.rotation = (turn * X_WB.rotation).normalized();
      pair.X_WB.translation = X_WB.translation + s * slide;
      const auto manifold = manifold_of(pair);
      const double now = manifold ? area(*manifold) : 0.0;
      counts.insert(manifold ? manifold->corners.size() : 0);
      // Points of the overlap are within 5 m of B's origin, so they move by step (1 + 5 |spin|) at
      // most; the perimeter of the overlap is below 13 m for these bodies.
      if (last >= 0.0) {
        ASSERT_LE(std::abs(now - last), 13.0 * step * (1.0 + 5.0 * std::abs(spin)))
            << literal(pair);
      }
      last = now;
    }
    EXPECT_GE(counts.size(), 2U);
  }
}

TEST(Manifold, OnAHalfSpaceIsTheLowestFeatureInCyclicOrder) {
  Random random(35);
  for (int trial = 0; trial < 600; ++trial) {
    const Polytope body = random_solid(random);
    const auto kind = static_cast<FeatureKind>(trial % 3);
    const SurfacePoint low = random_surface_point(random, body, kind);
    const HalfSpace ground{random_direction(random), random.uniform(-1.0, 1.0)};
    Pose X{facing_rotation(low.normal, -ground.normal), Vector3::Zero()};
    X.translation = (ground.offset + 1e-8) * ground.normal - X.rotation * low.point;
    const Manifold manifold = contact_manifold(ground, body, X, 1e-9);
    const auto expected = extreme_points(body, X, -ground.normal);
    ASSERT_EQ(manifold.corners.size(), expected.size());
    EXPECT_EQ(manifold.kind, kind == FeatureKind::Vertex ? ContactKind::VertexFace
                             : kind == FeatureKind::Edge ? ContactKind::EdgeFace
                                                         : ContactKind::FaceFace);
    EXPECT_TRUE(manifold.plane_unique);
    EXPECT_LE(one_sided_distance(expected, corners_of(manifold), ground.normal), 1e-13);
    expect_distinct_and_cyclic(manifold);
    for (const auto& corner : manifold.corners) EXPECT_NEAR(corner.gap, 1e-8, 1e-14);
    const double flat = expected.size() > 2 ? polygon_area(expected, ground.normal) : 0.0;
    EXPECT_NEAR(area(manifold), flat, 1e-13);
  }
}

}  // namespace
}  // namespace rigor
