// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <rigor/geometry/descent.hpp>
#include <rigor/geometry/feature_pair.hpp>
#include <rigor/geometry/proximity.hpp>
#include <rigor/geometry/separating_axis.hpp>

namespace rigor {
namespace {

/// Vertices this close to a supporting plane (as a fraction of the circumradius) belong to the
/// extreme feature: covers the rounding of face planes of slivers of aspect 1e3.
constexpr double kFeatureBand = 1e-12;

/// Length that rounding errors of the pair's coordinates are proportional to, metres.
double rounding_scale(const Pair& pair) {
  return pair.A.circumradius() + pair.B.circumradius() + pair.X_AB.p.norm();
}

Descent start_of(const Pair& pair, const ProximityHint& hint) {
  Descent start;
  for (std::uint32_t i = 0; i < std::min(hint.count, 3U); ++i) {
    const VertexPair v{hint.vertex_A[i], hint.vertex_B[i]};
    if (v.a >= pair.A.vertices().size() || v.b >= pair.B.vertices().size()) continue;
    start.simplex[start.count++] = v;
  }
  if (start.count > 0) return start;
  // From the middle of A towards the middle of B.
  const Vector3 middle_A = 0.5 * (pair.A.aabb().lower + pair.A.aabb().upper);
  const Vector3 middle_B = pair.X_AB * (0.5 * (pair.B.aabb().lower + pair.B.aabb().upper));
  start.simplex[0] = facing_vertices(pair, middle_B - middle_A, {});
  start.count = 1;
  return start;
}

ProximityHint hint_of(const Descent& descent) {
  ProximityHint hint;
  hint.count = static_cast<std::uint32_t>(std::min(descent.count, 3));
  for (std::uint32_t i = 0; i < hint.count; ++i) {
    hint.vertex_A[i] = descent.simplex[i].a;
    hint.vertex_B[i] = descent.simplex[i].b;
  }
  return hint;
}

Feature feature_of_A(const Pair& pair, const Vector3& direction, std::uint32_t top) {
  return support_feature(pair.A, direction, kFeatureBand * pair.A.circumradius(), top);
}

Feature feature_of_B(const Pair& pair, const Vector3& direction, std::uint32_t top) {
  return support_feature(pair.B, -(pair.X_AB.R.transpose() * direction),
                         kFeatureBand * pair.B.circumradius(), top);
}

Witness in_world(const Pose& X_WA, const FeatureDistance& place, const Feature& on_A,
                 const Feature& on_B) {
  const Matrix3 R = rotation_matrix(X_WA.rotation);
  return {R * place.nhat_AB, R * place.p_A + X_WA.translation, R * place.p_B + X_WA.translation,
          on_A, on_B};
}

/// The nearest points as the descent found them.
FeatureDistance place_of(const Pair& pair, const Descent& descent) {
  FeatureDistance place{descent.upper, descent.direction};
  for (int i = 0; i < descent.count; ++i) {
    place.p_A += descent.weight[i] * pair.a(descent.simplex[i].a);
    place.p_B += descent.weight[i] * pair.b(descent.simplex[i].b);
  }
  return place;
}

/// Two features and their distance by the formula of their kinds, if they have one.
struct FeaturePair {
  Feature on_A;
  Feature on_B;
  std::optional<FeatureDistance> place;
};

/// The extreme features along the descent's direction; `known` saves computing them again.
FeaturePair extreme_features(const Pair& pair, const Descent& descent, const FeaturePair& known,
                             double scale) {
  FeaturePair found{feature_of_A(pair, descent.direction, descent.extreme.a),
                    feature_of_B(pair, descent.direction, descent.extreme.b), std::nullopt};
  if (found.on_A == known.on_A && found.on_B == known.on_B && known.place) return known;
  found.place = feature_distance(pair, found.on_A, found.on_B, kFeatureBand * scale);
  return found;
}

/// The answer by formula, if the points found bound it from above and supporting planes along its
/// own normal from below, within `slack`.
std::optional<Separated> answer(const Pair& pair, const Pose& X_WA, const Descent& descent,
                                const FeaturePair& features, double slack) {
  if (!features.place) return std::nullopt;
  const FeatureDistance& place = *features.place;
  const VertexPair facing = facing_vertices(pair, place.nhat_AB, descent.extreme);
  const double lower = place.nhat_AB.dot(pair.b(facing.b) - pair.a(facing.a));
  if (place.distance - lower > slack) return std::nullopt;
  return Separated{place.distance, lower, in_world(X_WA, place, features.on_A, features.on_B),
                   descent.steps};
}

/// What a descent in double amounts to, if that can be verified: the features that carry its
/// nearest points give the sharp normal, and the extreme features along that the answer.
std::optional<Separated> verified(const Pair& pair, const Pose& X_WA, Descent descent,
                                  double scale) {
  if (descent.end == DescentEnd::AtOrigin) return std::nullopt;
  FeaturePair carriers;
  if (descent.end != DescentEnd::Bracketed) {
    std::array<std::uint32_t, 3> a{};
    std::array<std::uint32_t, 3> b{};
    for (int i = 0; i < 3; ++i) {
      a[i] = descent.simplex[i < descent.count ? i : 0].a;
      b[i] = descent.simplex[i < descent.count ? i : 0].b;
    }
    const auto on_A = feature_with(pair.A, a);
    const auto on_B = feature_with(pair.B, b);
    if (!on_A || !on_B) return std::nullopt;
    carriers = {*on_A, *on_B, feature_distance(pair, *on_A, *on_B, kFeatureBand * scale)};
    if (!carriers.place) return std::nullopt;
    descent.direction = carriers.place->nhat_AB;
    descent.extreme = facing_vertices(pair, descent.direction, descent.extreme);
  }
  const FeaturePair features = extreme_features(pair, descent, carriers, scale);
  const double slack = kDistanceRounding * scale;
  if (!features.place || std::abs(features.place->distance - descent.upper) > slack) {
    return std::nullopt;
  }
  return answer(pair, X_WA, descent, features, slack);
}

/// The same for a descent in double-double, whose own direction is sharp. If the formula of the
/// extreme features does not hold (they are not quite parallel), the descent's points are the
/// answer.
Proximity separated(const Pair& pair, const Pose& X_WA, const Descent& descent, double scale) {
  const FeaturePair features = extreme_features(pair, descent, {}, scale);
  const double slack = kDistanceRounding * scale;
  if (features.place && std::abs(features.place->distance - descent.upper) <= slack) {
    if (auto result = answer(pair, X_WA, descent, features, kResolved * scale)) return *result;
  }
  if (descent.upper - descent.lower > kResolved * scale) {
    return Unresolved{descent.lower, descent.upper, descent.steps};
  }
  return Separated{descent.upper, descent.lower,
                   in_world(X_WA, place_of(pair, descent), features.on_A, features.on_B),
                   descent.steps};
}

/// The points of two edges where their lines come nearest.
FeatureDistance edge_points(const Pair& pair, const SeparatingAxis& axis) {
  const Edge& edge_A = pair.A.edges()[axis.index_A];
  const Edge& edge_B = pair.B.edges()[axis.index_B];
  const Vector3& a = pair.a(edge_A.tail);
  const Vector3 b = pair.b(edge_B.tail);
  const Vector3 e = pair.a(edge_A.head) - a;
  const Vector3 f = pair.b(edge_B.head) - b;
  const Vector3 N = e.cross(f);
  const double t = std::clamp((b - a).cross(f).dot(N) / N.squaredNorm(), 0.0, 1.0);
  const double s = std::clamp((b - a).cross(e).dot(N) / N.squaredNorm(), 0.0, 1.0);
  return {axis.separation, axis.nhat_AB, a + t * e, b + s * f};
}

/// The deepest points of both bodies along the axis: a vertex and its foot on the other's face, or
/// the nearest points of two edges.
FeatureDistance contact_points(const Pair& pair, const SeparatingAxis& axis,
                               const VertexPair& facing) {
  if (axis.kind == AxisKind::EdgeEdge) return edge_points(pair, axis);
  const Vector3 step = axis.separation * axis.nhat_AB;
  const Vector3 a = axis.kind == AxisKind::FaceOfA ? pair.b(facing.b) - step : pair.a(facing.a);
  const Vector3 b = axis.kind == AxisKind::FaceOfA ? pair.b(facing.b) : pair.a(facing.a) + step;
  return {axis.separation, axis.nhat_AB, a, b};
}

/// Bodies that share a point: normal and depth from the best separating axis.
Proximity in_contact(const Pair& pair, const Pose& X_WA, const Descent& descent, double scale) {
  const SeparatingAxis axis = best_axis(pair.A, pair.B, pair.X_AB);
  const VertexPair facing = facing_vertices(pair, axis.nhat_AB, descent.simplex[0]);
  Feature on_A = feature_of_A(pair, axis.nhat_AB, facing.a);
  Feature on_B = feature_of_B(pair, axis.nhat_AB, facing.b);
  if (axis.kind == AxisKind::EdgeEdge) {
    on_A = {FeatureKind::Edge, axis.index_A};
    on_B = {FeatureKind::Edge, axis.index_B};
  }
  const Witness witness = in_world(X_WA, contact_points(pair, axis, facing), on_A, on_B);
  if (axis.separation < -kDistanceRounding * scale) {
    return Overlapping{-axis.separation, witness, descent.steps};
  }
  if (axis.separation <= kDistanceRounding * scale) {
    return Touching{axis.separation, witness, descent.steps};
  }
  return Unresolved{axis.separation, descent.upper, descent.steps};
}

}  // namespace

Proximity proximity(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB,
                    ProximityHint& hint) {
  const Pair pair{A, B, relative(X_WA, X_WB)};
  const double scale = rounding_scale(pair);
  const double tolerance = kDistanceRounding * scale;
  const Descent near = descend_fast(pair, start_of(pair, hint), tolerance);
  if (const auto quick = verified(pair, X_WA, near, scale)) {
    hint = hint_of(near);
    return *quick;
  }
  const Descent descent = descend_accurately(pair, near, tolerance);
  hint = hint_of(descent);
  if (descent.end == DescentEnd::AtOrigin) return in_contact(pair, X_WA, descent, scale);
  return separated(pair, X_WA, descent, scale);
}

Proximity proximity(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB) {
  ProximityHint none;
  return proximity(A, X_WA, B, X_WB, none);
}

Proximity proximity(const HalfSpace& A, const Polytope& B, const Pose& X_WB) {
  const Matrix3 R = rotation_matrix(X_WB.rotation);
  const Vector3 down_B = -(R.transpose() * A.normal);
  const std::uint32_t lowest = support_vertex(B, down_B, 0);
  const Feature on_B = support_feature(B, down_B, kFeatureBand * B.circumradius(), lowest);
  const double above = A.normal.dot(X_WB.translation) - A.offset;
  const double gap = above - down_B.dot(B.vertices()[lowest]);
  Vector3 middle = Vector3::Zero();
  const std::size_t count = vertex_count(B, on_B);
  for (std::size_t i = 0; i < count; ++i) {
    middle += B.vertices()[vertex_of(B, on_B, i)] / static_cast<double>(count);
  }
  const Vector3 p_WB = R * middle + X_WB.translation;
  const Witness witness{A.normal, p_WB - gap * A.normal, p_WB, {FeatureKind::Face, 0}, on_B};
  const double rounding =
      kDistanceRounding * (B.circumradius() + X_WB.translation.norm() + std::abs(A.offset));
  if (gap > rounding) return Separated{gap, gap, witness, 1};
  if (gap < -rounding) return Overlapping{-gap, witness, 1};
  return Touching{gap, witness, 1};
}

}  // namespace rigor
