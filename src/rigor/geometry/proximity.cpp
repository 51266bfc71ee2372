// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

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

/// Separation of the supporting planes along the normal, metres.
double separation(const Pair& pair, const Vector3& nhat, const VertexPair& near) {
  const VertexPair facing = facing_vertices(pair, nhat, near);
  return nhat.dot(pair.b(facing.b) - pair.a(facing.a));
}

/// The distance by the formula of the extreme features if that is as good as the descent's own, so
/// that the answer does not depend on where the descent came from; else the descent's.
Proximity separated(const Pair& pair, const Pose& X_WA, const Descent& descent, double scale) {
  const Feature on_A = feature_of_A(pair, descent.direction, descent.extreme.a);
  const Feature on_B = feature_of_B(pair, descent.direction, descent.extreme.b);
  const auto place = feature_distance(pair, on_A, on_B, kFeatureBand * scale);
  if (place) {
    const double lower = separation(pair, place->nhat_AB, descent.extreme);
    const bool same = std::abs(place->distance - descent.upper) <= kDistanceRounding * scale;
    if (same && place->distance - lower <= kResolved * scale) {
      return Separated{place->distance, lower, in_world(X_WA, *place, on_A, on_B), descent.steps};
    }
  }
  if (descent.upper - descent.lower > kResolved * scale) {
    return Unresolved{descent.lower, descent.upper, descent.steps};
  }
  return Separated{descent.upper, descent.lower,
                   in_world(X_WA, place_of(pair, descent), on_A, on_B), descent.steps};
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
  // The extreme points of the shared region along the axis.
  const Vector3 a = pair.a(facing.a);
  const Vector3 b = pair.b(facing.b);
  FeatureDistance place{axis.separation, axis.nhat_AB, a, b};
  if (axis.kind == AxisKind::FaceOfA) place.p_A = b - axis.separation * axis.nhat_AB;
  if (axis.kind == AxisKind::FaceOfB) place.p_B = a + axis.separation * axis.nhat_AB;
  const Witness witness = in_world(X_WA, place, on_A, on_B);
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
