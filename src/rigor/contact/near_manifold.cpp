// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/contact/near_manifold.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {
namespace {

/// A face within this part of the distance to keep, or of the separation, is as good as edges.
constexpr double kFacePreference = 0.3;
constexpr double kFaceFraction = 0.02;
/// The other body's lowest vertex is added if it lies lower than the clip by this part of the gap.
constexpr double kGuardFraction = 0.25;
/// Corners closer than this, as a fraction of the body's size, are one.
constexpr double kMerge = 1e-5;
/// Corners this near to the line between their neighbours are dropped, same scale.
constexpr double kStraight = 1e-4;
/// By how much sides of faces are moved outwards before they clip, same scale: flush sides stay.
constexpr double kClipSlack = 1e-8;

const Polytope& polytope_A(const PlacedPair& pair) { return *std::get<const Polytope*>(pair.A); }

/// The face that clips, and the body whose face is clipped.
struct Sides {
  const Polytope& carrier;
  const Pose& X_WC;
  const Polytope& other;
  const Pose& X_WO;
  const Face& face;
  Vector3 normal_W;
};

Sides sides_of(const PlacedPair& pair, const PairAxis& axis) {
  const bool of_A = axis.kind == AxisKind::FaceOfA;
  const Polytope& A = polytope_A(pair);
  const Polytope& carrier = of_A ? A : *pair.B;
  const Pose& X = of_A ? pair.X_WA : pair.X_WB;
  const Face& face = carrier.faces()[of_A ? axis.index_A : axis.index_B];
  return {
      carrier, X, of_A ? *pair.B : A, of_A ? pair.X_WB : pair.X_WA, face, X.rotation * face.normal};
}

std::vector<Vector3> placed_face(const Polytope& polytope, const Pose& X, const Face& face) {
  std::vector<Vector3> points;
  points.reserve(face.vertices.size() + 4);
  for (const std::uint32_t v : face.vertices) points.push_back(X * polytope.vertices()[v]);
  return points;
}

/// The face of the other body that looks most against the normal.
const Face& opposed_face(const Sides& sides) {
  const Vector3 n = sides.X_WO.rotation.conjugate() * sides.normal_W;
  const auto less = [&](const Face& x, const Face& y) { return x.normal.dot(n) < y.normal.dot(n); };
  return *std::min_element(sides.other.faces().begin(), sides.other.faces().end(), less);
}

/// The part of the polygon where normal·x <= offset.
std::vector<Vector3> clipped(const std::vector<Vector3>& polygon, const Vector3& normal,
                             double offset) {
  std::vector<Vector3> inside;
  inside.reserve(polygon.size() + 1);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector3& p = polygon[i];
    const Vector3& q = polygon[(i + 1) % polygon.size()];
    const double at_p = normal.dot(p) - offset;
    const double at_q = normal.dot(q) - offset;
    if (at_p <= 0.0) inside.push_back(p);
    if ((at_p < 0.0 && at_q > 0.0) || (at_p > 0.0 && at_q < 0.0))
      inside.push_back(p + (at_p / (at_p - at_q)) * (q - p));
  }
  return inside;
}

/// The opposed face, cut by the sides of the carrier's face.
std::vector<Vector3> clip(const Sides& sides, const std::vector<Vector3>& rim) {
  std::vector<Vector3> polygon = placed_face(sides.other, sides.X_WO, opposed_face(sides));
  const double slack = kClipSlack * sides.carrier.circumradius();
  for (std::size_t i = 0; i < rim.size() && !polygon.empty(); ++i) {
    const Vector3 outward = (rim[(i + 1) % rim.size()] - rim[i]).cross(sides.normal_W).normalized();
    polygon = clipped(polygon, outward, outward.dot(rim[i]) + slack);
  }
  return polygon;
}

/// Whether the polygon's corner i lies on the line between its neighbours, to `width`.
bool is_straight(const std::vector<Vector3>& polygon, std::size_t i, double width) {
  const Vector3& before = polygon[(i + polygon.size() - 1) % polygon.size()];
  const Vector3 along = polygon[(i + 1) % polygon.size()] - before;
  return along.cross(polygon[i] - before).squaredNorm() <= width * width * along.squaredNorm();
}

/// The polygon without corners on straight lines: where edges of two faces nearly coincide,
/// clipping makes one where they happen to cross. What holds its neighbours apart holds it.
std::vector<Vector3> without_straight_corners(std::vector<Vector3> polygon, double width) {
  for (std::size_t i = 0; i < polygon.size() && polygon.size() > 3;) {
    if (is_straight(polygon, i, width))
      polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  return polygon;
}

/// Adds a corner unless one is there already.
void add(std::vector<NearCorner>& corners, const NearCorner& corner, double merge) {
  for (const NearCorner& there : corners)
    if ((there.point_W - corner.point_W).squaredNorm() < merge * merge) return;
  corners.push_back(corner);
}

/// The nearest one, then again and again the one farthest from all that are kept.
void thin_out(std::vector<NearCorner>& corners) {
  if (corners.size() <= kMostNearCorners) return;
  const auto nearer = [](const NearCorner& x, const NearCorner& y) { return x.gap < y.gap; };
  std::iter_swap(corners.begin(), std::min_element(corners.begin(), corners.end(), nearer));
  std::vector<double> distance(corners.size(), std::numeric_limits<double>::infinity());
  for (std::size_t kept = 1; kept < kMostNearCorners; ++kept) {
    std::size_t farthest = kept;
    for (std::size_t i = kept; i < corners.size(); ++i) {
      const double d = (corners[i].point_W - corners[kept - 1].point_W).squaredNorm();
      distance[i] = std::min(distance[i], d);
      if (distance[i] > distance[farthest]) farthest = i;
    }
    std::swap(corners[kept], corners[farthest]);
    std::swap(distance[kept], distance[farthest]);
  }
  corners.resize(kMostNearCorners);
}

void add_face_corners(const PlacedPair& pair, const PairAxis& axis, const NearQuery& query,
                      NearManifold& manifold) {
  const Sides sides = sides_of(pair, axis);
  const Vector3& n = sides.normal_W;
  const std::vector<Vector3> rim = placed_face(sides.carrier, sides.X_WC, sides.face);
  const Vector3& foot = rim.front();
  const double merge = kMerge * std::min(sides.carrier.circumradius(), sides.other.circumradius());
  const auto middle = [&](const Vector3& p, double gap) {
    return NearCorner{p - 0.5 * gap * n, gap};
  };
  double lowest_corner = std::numeric_limits<double>::infinity();
  const double width =
      kStraight * std::min(sides.carrier.circumradius(), sides.other.circumradius());
  for (const Vector3& p : without_straight_corners(clip(sides, rim), width)) {
    const double gap = n.dot(p - foot);
    lowest_corner = std::min(lowest_corner, gap);
    if (gap <= query.reach) add(manifold.corners, middle(p, gap), merge);
  }
  const Vector3 down = -(sides.X_WO.rotation.conjugate() * n);
  const Vector3 lowest = sides.X_WO * sides.other.vertices()[support_vertex(sides.other, down, 0)];
  const double gap = n.dot(lowest - foot);
  if (gap <= query.reach && lowest_corner > gap + kGuardFraction * query.gap)
    add(manifold.corners, middle(lowest, gap), merge);
}

/// The corner where the two edges come closest, and their directions.
void add_crossing(const PlacedPair& pair, const SeparatingAxis& axis, NearManifold& manifold) {
  const Polytope& A = polytope_A(pair);
  const Edge& edge_A = A.edges()[axis.index_A];
  const Edge& edge_B = pair.B->edges()[axis.index_B];
  const Vector3 a = pair.X_WA * A.vertices()[edge_A.tail];
  const Vector3 b = pair.X_WB * pair.B->vertices()[edge_B.tail];
  const Vector3 along_A = pair.X_WA * A.vertices()[edge_A.head] - a;
  const Vector3 along_B = pair.X_WB * pair.B->vertices()[edge_B.head] - b;
  manifold.edges_W = {along_A, along_B};
  manifold.feet_W = {a, b};
  const auto [s, t] = crossing(manifold.feet_W, manifold.edges_W);
  manifold.corners.push_back({0.5 * (a + s * along_A + b + t * along_B), axis.separation});
}

NearManifold above_half_space(const PlacedPair& pair, const NearQuery& query) {
  const HalfSpace& half_space = *std::get<const HalfSpace*>(pair.A);
  NearManifold manifold;
  manifold.nhat_AB_W = half_space.normal;
  manifold.separation = std::numeric_limits<double>::infinity();
  for (const Vector3& vertex : pair.B->vertices()) {
    const Vector3 p = pair.X_WB * vertex;
    const double gap = height(half_space, p);
    manifold.separation = std::min(manifold.separation, gap);
    if (gap <= query.reach) manifold.corners.push_back({p - 0.5 * gap * half_space.normal, gap});
  }
  thin_out(manifold.corners);
  return manifold;
}

}  // namespace

std::array<double, 2> crossing(const std::array<Vector3, 2>& feet,
                               const std::array<Vector3, 2>& edges) {
  const Vector3 N = edges[0].cross(edges[1]);
  const Vector3 between = feet[1] - feet[0];
  const double square = N.squaredNorm();
  if (!(square > 0.0)) return {0.5, 0.5};
  return {std::clamp(between.cross(edges[1]).dot(N) / square, 0.0, 1.0),
          std::clamp(between.cross(edges[0]).dot(N) / square, 0.0, 1.0)};
}

NearManifold near_manifold(const PlacedPair& pair, const NearQuery& query, PairAxis& hint) {
  if (std::holds_alternative<const HalfSpace*>(pair.A)) return above_half_space(pair, query);
  NearManifold manifold;
  const AxisReading before = read_axis(pair, hint);
  if (before.separation > query.reach) {
    manifold.separation = before.separation;
    return manifold;
  }
  const SeparatingAxis best = best_axis(polytope_A(pair), pair.X_WA, *pair.B, pair.X_WB);
  hint = {best.kind, best.index_A, best.index_B, 1};
  manifold.separation = best.separation;
  manifold.carrier = best.kind;
  manifold.nhat_AB_W = best.nhat_AB;
  if (best.kind == AxisKind::EdgeEdge) {
    const AxisReading face = best_face_axis(pair);
    const double margin =
        std::max(kFacePreference * query.gap, kFaceFraction * std::abs(best.separation));
    if (face.separation >= best.separation - margin) {
      hint = face.axis;
      manifold.carrier = face.axis.kind;
      manifold.nhat_AB_W = face.nhat_AB_W;
    } else if (read_axis(pair, hint).nhat_AB_W.dot(best.nhat_AB) < 0.0) {
      hint.sign = -1;
    }
  }
  if (best.separation > query.reach) return manifold;
  if (manifold.carrier == AxisKind::EdgeEdge) {
    add_crossing(pair, best, manifold);
  } else {
    add_face_corners(pair, hint, query, manifold);
    thin_out(manifold.corners);
  }
  return manifold;
}

double separation_of(const PlacedPair& pair) {
  if (const auto* half_space = std::get_if<const HalfSpace*>(&pair.A)) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vector3& vertex : pair.B->vertices())
      lowest = std::min(lowest, height(**half_space, pair.X_WB * vertex));
    return lowest;
  }
  return best_axis(polytope_A(pair), pair.X_WA, *pair.B, pair.X_WB).separation;
}

}  // namespace rigor
