// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <rigor/geometry/double_double.hpp>
#include <rigor/geometry/feature_pair.hpp>
#include <rigor/geometry/min_norm.hpp>
#include <rigor/geometry/overlap.hpp>

namespace rigor {
namespace {

using Accurate = Triplet<DoubleDouble>;

Accurate accurate(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// Unit normal and distance of a difference vector known in double-double.
std::optional<FeatureDistance> along(const Accurate& d) {
  const DoubleDouble length = sqrt(d.dot(d));
  if (!(0.0 < length.hi)) return std::nullopt;
  FeatureDistance result;
  result.distance = length.hi;
  result.nhat_AB = rounded((DoubleDouble(1.0) / length) * d);
  return result;
}

/// The one or two end points of a vertex or edge.
using Ends = std::array<Vector3, 2>;

Ends ends_of_A(const Pair& pair, const Feature& feature) {
  if (feature.kind == FeatureKind::Vertex) return {pair.a(feature.index), Vector3::Zero()};
  const Edge& edge = pair.A.edges()[feature.index];
  return {pair.a(edge.tail), pair.a(edge.head)};
}

Ends ends_of_B(const Pair& pair, const Feature& feature) {
  if (feature.kind == FeatureKind::Vertex) return {pair.b(feature.index), Vector3::Zero()};
  const Edge& edge = pair.B.edges()[feature.index];
  return {pair.b(edge.tail), pair.b(edge.head)};
}

/// Vertex p of one body against the edge (q0, q1) of the other: the part of p - q across the edge.
struct VertexEdge {
  Accurate across;  ///< from the edge to the vertex
  double t = 0.0;   ///< place on the edge, 0 .. 1
};

VertexEdge vertex_edge(const Vector3& p, const Vector3& q0, const Vector3& q1) {
  const Accurate e = accurate(q1) - accurate(q0);
  const Accurate y = accurate(p) - accurate(q0);
  const DoubleDouble t = y.dot(e) / e.dot(e);
  return {y - t * e, std::clamp(t.hi, 0.0, 1.0)};
}

std::optional<FeatureDistance> vertex_vertex(const Vector3& a, const Vector3& b) {
  auto result = along(accurate(b) - accurate(a));
  if (!result) return std::nullopt;
  result->p_A = a;
  result->p_B = b;
  return result;
}

std::optional<FeatureDistance> crossing_edges(const Ends& a, const Ends& b) {
  const Accurate e = accurate(a[1]) - accurate(a[0]);
  const Accurate f = accurate(b[1]) - accurate(b[0]);
  const Accurate y = accurate(b[0]) - accurate(a[0]);
  const Accurate N = e.cross(f);
  const DoubleDouble square = N.dot(N);
  auto result = along((N.dot(y) / square) * N);
  if (!result) return std::nullopt;
  // a0 + t e and b0 + s f are nearest for t = (y × f)·N / N·N, s = (y × e)·N / N·N.
  const double t = (y.cross(f).dot(N) / square).hi;
  const double s = (y.cross(e).dot(N) / square).hi;
  if (t < 0.0 || t > 1.0 || s < 0.0 || s > 1.0) return std::nullopt;
  result->p_A = a[0] + t * (a[1] - a[0]);
  result->p_B = b[0] + s * (b[1] - b[0]);
  return result;
}

/// The mean corner of the two shadows' overlap along the normal, put on both supporting planes.
/// False if the shadows are disjoint or the planes are not apart.
bool place_on_overlap(std::span<const Vector3> a, std::span<const Vector3> b, double tolerance,
                      FeatureDistance& result) {
  const Vector3& n = result.nhat_AB;
  const Vector3 u = n.unitOrthogonal();
  const Vector3 v = n.cross(u);
  const auto shadow = [&u, &v](std::span<const Vector3> points, const Vector3& origin) {
    std::vector<Vector2> figure;
    for (const Vector3& p : points) figure.emplace_back(u.dot(p - origin), v.dot(p - origin));
    return figure;
  };
  std::vector<Vector2> of_A = shadow(a, a[0]);
  std::vector<Vector2> of_B = shadow(b, a[0]);
  std::reverse(of_B.begin(), of_B.end());  // B's faces are seen from behind
  const auto corners = overlap_corners(of_A, of_B, tolerance);
  if (corners.empty()) return false;
  Vector2 mean = Vector2::Zero();
  for (const OverlapCorner& corner : corners) {
    mean += corner.point / static_cast<double>(corners.size());
  }
  const Vector3 foot = a[0] + mean.x() * u + mean.y() * v;
  // Heights of the supporting planes over a[0].
  double top = -std::numeric_limits<double>::infinity();
  double bottom = std::numeric_limits<double>::infinity();
  for (const Vector3& p : a) top = std::max(top, n.dot(p - a[0]));
  for (const Vector3& p : b) bottom = std::min(bottom, n.dot(p - a[0]));
  result.p_A = foot + top * n;
  result.p_B = foot + bottom * n;
  result.distance = bottom - top;
  return result.distance > 0.0;
}

/// A vertex over a face; `n` is the face's normal, from A to B.
std::optional<FeatureDistance> vertex_face(const Vector3& a, const Vector3& b, const Vector3& n,
                                           bool vertex_on_A) {
  FeatureDistance result;
  result.nhat_AB = n;
  result.distance = n.dot(b - a);
  if (!(result.distance > 0.0)) return std::nullopt;
  result.p_A = vertex_on_A ? a : b - result.distance * n;
  result.p_B = vertex_on_A ? a + result.distance * n : b;
  return result;
}

std::vector<Vector3> points_of_A(const Pair& pair, const Feature& feature) {
  std::vector<Vector3> points;
  for (std::size_t i = 0; i < vertex_count(pair.A, feature); ++i) {
    points.push_back(pair.a(vertex_of(pair.A, feature, i)));
  }
  return points;
}

std::vector<Vector3> points_of_B(const Pair& pair, const Feature& feature) {
  std::vector<Vector3> points;
  for (std::size_t i = 0; i < vertex_count(pair.B, feature); ++i) {
    points.push_back(pair.b(vertex_of(pair.B, feature, i)));
  }
  return points;
}

/// At least one of the features is a face; its normal is the normal.
std::optional<FeatureDistance> on_face(const Pair& pair, const Feature& on_A, const Feature& on_B,
                                       double tolerance) {
  const bool face_of_A = on_A.kind == FeatureKind::Face;
  FeatureDistance result;
  result.nhat_AB = face_of_A ? pair.A.faces()[on_A.index].normal
                             : Vector3(-(pair.X_AB.R * pair.B.faces()[on_B.index].normal));
  const Vector3 a = pair.a(vertex_of(pair.A, on_A, 0));
  const Vector3 b = pair.b(vertex_of(pair.B, on_B, 0));
  if (on_A.kind == FeatureKind::Vertex) return vertex_face(a, b, result.nhat_AB, true);
  if (on_B.kind == FeatureKind::Vertex) return vertex_face(a, b, result.nhat_AB, false);
  if (!place_on_overlap(points_of_A(pair, on_A), points_of_B(pair, on_B), tolerance, result)) {
    return std::nullopt;
  }
  return result;
}

bool parallel(const Ends& a, const Ends& b) {
  const Vector3 e = a[1] - a[0];
  const Vector3 f = b[1] - b[0];
  return e.cross(f).norm() <= kParallelSine * e.norm() * f.norm();
}

/// Any point of B's edge is as far from A's edge as the others.
std::optional<FeatureDistance> parallel_edges(const Ends& a, const Ends& b, double tolerance) {
  auto result = along(vertex_edge(b[0], a[0], a[1]).across);
  if (!result || !place_on_overlap(a, b, tolerance, *result)) return std::nullopt;
  return result;
}

std::optional<FeatureDistance> edge_edge(const Ends& a, const Ends& b, double tolerance) {
  if (!parallel(a, b)) {
    if (auto result = crossing_edges(a, b)) return result;
  }
  return parallel_edges(a, b, tolerance);  // also edges that cross beyond their ends by rounding
}

std::optional<FeatureDistance> vertex_to_edge(const Vector3& a, const Ends& b) {
  const VertexEdge place = vertex_edge(a, b[0], b[1]);
  auto result = along(DoubleDouble(-1.0) * place.across);
  if (!result) return std::nullopt;
  result->p_A = a;
  result->p_B = b[0] + place.t * (b[1] - b[0]);
  return result;
}

std::optional<FeatureDistance> edge_to_vertex(const Ends& a, const Vector3& b) {
  auto result = vertex_to_edge(b, a);
  if (!result) return std::nullopt;
  result->nhat_AB = -result->nhat_AB;
  std::swap(result->p_A, result->p_B);
  return result;
}

}  // namespace

std::optional<FeatureDistance> feature_distance(const Pair& pair, const Feature& on_A,
                                                const Feature& on_B, double tolerance) {
  if (on_A.kind == FeatureKind::Face || on_B.kind == FeatureKind::Face) {
    return on_face(pair, on_A, on_B, tolerance);
  }
  const Ends a = ends_of_A(pair, on_A);
  const Ends b = ends_of_B(pair, on_B);
  const bool edge_of_A = on_A.kind == FeatureKind::Edge;
  const bool edge_of_B = on_B.kind == FeatureKind::Edge;
  if (edge_of_A && edge_of_B) return edge_edge(a, b, tolerance);
  if (edge_of_A) return edge_to_vertex(a, b[0]);
  if (edge_of_B) return vertex_to_edge(a[0], b);
  return vertex_vertex(a[0], b[0]);
}

}  // namespace rigor
