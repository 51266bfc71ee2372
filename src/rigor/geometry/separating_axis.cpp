// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <rigor/geometry/double_double.hpp>
#include <rigor/geometry/separating_axis.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {
namespace {

/// Ties between a face and an edge pair within this fraction of the size go to the face, whose
/// normal is better known.
constexpr double kTie = 1e-14;

/// Balls around arcs are enlarged by this (of the unit sphere): far more than normals of thin faces
/// are off, far less than arcs are long.
constexpr double kArcSlack = 1e-6;

/// An edge seen from A: its line, and the arc of outward normals that it owns on the sphere.
struct PlacedEdge {
  Vector3 tail;
  Vector3 along;
  Vector3 left;
  Vector3 right;
};

/// A ball around the arc of an edge's normals (`sign` 1) or of its negated normals (-1): no arc
/// below half a turn is farther from the middle of its chord than half the chord.
struct ArcBall {
  Vector3 middle;
  double radius = 0.0;
  std::uint32_t edge = 0;
};

ArcBall arc_ball(const PlacedEdge& edge, std::uint32_t index, double sign) {
  return {0.5 * sign * (edge.left + edge.right), 0.5 * (edge.left - edge.right).norm() + kArcSlack,
          index};
}

/// The balls of B's negated arcs in the order of their x, to be swept.
struct SortedArcs {
  std::vector<ArcBall> balls;
  double widest = 0.0;  ///< largest radius
};

SortedArcs sorted_arcs(const std::vector<PlacedEdge>& edges) {
  SortedArcs arcs;
  arcs.balls.reserve(edges.size());
  for (std::uint32_t j = 0; j < edges.size(); ++j) {
    arcs.balls.push_back(arc_ball(edges[j], j, -1.0));
    arcs.widest = std::max(arcs.widest, arcs.balls[j].radius);
  }
  std::sort(arcs.balls.begin(), arcs.balls.end(), [](const ArcBall& one, const ArcBall& other) {
    return one.middle.x() != other.middle.x() ? one.middle.x() < other.middle.x()
                                              : one.edge < other.edge;
  });
  return arcs;
}

std::vector<PlacedEdge> placed_edges(const Polytope& polytope, const RelativePose& X) {
  std::vector<PlacedEdge> placed;
  placed.reserve(polytope.edges().size());
  for (const Edge& edge : polytope.edges()) {
    const Vector3& tail = polytope.vertices()[edge.tail];
    placed.push_back({X * tail, X.R * (polytope.vertices()[edge.head] - tail),
                      X.R * polytope.faces()[edge.left].normal,
                      X.R * polytope.faces()[edge.right].normal});
  }
  return placed;
}

/// Whether the arc of A's normals crosses the arc of B's negated normals: only then do the edges
/// touch along a common plane (Gregorius, GDC 2013).
bool arcs_cross(const PlacedEdge& a, const PlacedEdge& b) {
  const double left_b = -b.left.dot(a.along);
  const double right_b = -b.right.dot(a.along);
  if (left_b * right_b >= 0.0) return false;
  const double left_a = a.left.dot(b.along);
  const double right_a = a.right.dot(b.along);
  return left_a * right_a < 0.0 && left_b * right_a > 0.0;
}

/// n·(point of b - point of a), taken where the two lines come nearest, so that the error of a
/// normal of nearly parallel edges is multiplied by a short vector.
double edge_separation(const PlacedEdge& a, const PlacedEdge& b, const Vector3& N) {
  const Vector3 y = b.tail - a.tail;
  const double square = N.squaredNorm();
  const double t = std::clamp(y.cross(b.along).dot(N) / square, 0.0, 1.0);
  const double s = std::clamp(y.cross(a.along).dot(N) / square, 0.0, 1.0);
  return N.dot(y + s * b.along - t * a.along) / N.norm();
}

SeparatingAxis best_face_of_A(const Polytope& A, const Polytope& B, const RelativePose& X) {
  SeparatingAxis best;
  best.separation = -std::numeric_limits<double>::infinity();
  std::uint32_t lowest = 0;
  for (std::uint32_t f = 0; f < A.faces().size(); ++f) {
    const Face& face = A.faces()[f];
    lowest = support_vertex(B, -(X.R.transpose() * face.normal), lowest);
    const double separation = face.normal.dot(X * B.vertices()[lowest]) - face.offset;
    if (separation <= best.separation) continue;
    best = {AxisKind::FaceOfA, f, 0, face.normal, separation};
  }
  return best;
}

/// Both bodies and where B is seen from A.
struct EdgeSearch {
  const Polytope& A;
  const Polytope& B;
  const RelativePose& X;
  SeparatingAxis best;
};

/// The unit normal of two edges, from A to B like `N`, sharp also if they are nearly parallel.
Vector3 sharp_normal(const EdgeSearch& search, std::uint32_t i, std::uint32_t j, const Vector3& N) {
  const auto exact = [](const Vector3& head, const Vector3& tail) {
    return Triplet<DoubleDouble>{head.x(), head.y(), head.z()} -
           Triplet<DoubleDouble>{tail.x(), tail.y(), tail.z()};
  };
  const auto& a = search.A.vertices();
  const auto& b = search.B.vertices();
  const Edge& edge_A = search.A.edges()[i];
  const Edge& edge_B = search.B.edges()[j];
  const auto normal = exact(a[edge_A.head], a[edge_A.tail])
                          .cross(exact(search.X * b[edge_B.head], search.X * b[edge_B.tail]));
  const Vector3 unit = rounded((DoubleDouble(1.0) / sqrt(normal.dot(normal))) * normal);
  return unit.dot(N) < 0.0 ? Vector3(-unit) : unit;
}

/// Takes the axis of one edge pair if it is better, or as good with a lower index. Its separation
/// is that of the supporting planes: nearly parallel edges may seem to own a direction that other
/// vertices stick out of, by rounding.
void offer(EdgeSearch& search, const PlacedEdge& a, std::uint32_t i, const PlacedEdge& b,
           std::uint32_t j) {
  if (!arcs_cross(a, b)) return;
  Vector3 N = a.along.cross(b.along);
  if (N.norm() <= kMinAxisSine * a.along.norm() * b.along.norm()) return;
  if (N.dot(a.left + a.right) < 0.0) N = -N;
  SeparatingAxis& best = search.best;
  const double tie = kTie * (search.A.circumradius() + search.B.circumradius());
  if (edge_separation(a, b, N) < best.separation - tie) return;
  const Vector3 nhat = sharp_normal(search, i, j, N);
  const auto& vertices_A = search.A.vertices();
  const auto& vertices_B = search.B.vertices();
  const std::uint32_t top = support_vertex(search.A, nhat, search.A.edges()[i].tail);
  const std::uint32_t low =
      support_vertex(search.B, -(search.X.R.transpose() * nhat), search.B.edges()[j].tail);
  const double separation = nhat.dot(search.X * vertices_B[low] - vertices_A[top]);
  const bool earlier = separation == best.separation && i == best.index_A && j < best.index_B;
  if (separation > best.separation || earlier) {
    best = {AxisKind::EdgeEdge, i, j, nhat, separation};
  }
}

SeparatingAxis best_edge_pair(const Polytope& A, const Polytope& B, const RelativePose& X) {
  EdgeSearch search{A, B, X, {}};
  search.best.separation = -std::numeric_limits<double>::infinity();
  const std::vector<PlacedEdge> edges_A = placed_edges(A, {});
  const std::vector<PlacedEdge> edges_B = placed_edges(B, X);
  const SortedArcs arcs_B = sorted_arcs(edges_B);
  const auto before = [](const ArcBall& ball, double x) { return ball.middle.x() < x; };
  for (std::uint32_t i = 0; i < edges_A.size(); ++i) {
    const ArcBall ball = arc_ball(edges_A[i], i, 1.0);
    const double reach = ball.radius + arcs_B.widest;
    auto other =
        std::lower_bound(arcs_B.balls.begin(), arcs_B.balls.end(), ball.middle.x() - reach, before);
    const double last = ball.middle.x() + reach;
    for (; other != arcs_B.balls.end() && other->middle.x() <= last; ++other) {
      const double radii = ball.radius + other->radius;
      if ((ball.middle - other->middle).squaredNorm() > radii * radii) continue;
      offer(search, edges_A[i], i, edges_B[other->edge], other->edge);
    }
  }
  return search.best;
}

}  // namespace

SeparatingAxis best_axis(const Polytope& A, const Polytope& B, const RelativePose& X_AB) {
  SeparatingAxis best = best_face_of_A(A, B, X_AB);
  const RelativePose X_BA{X_AB.R.transpose(), -(X_AB.R.transpose() * X_AB.p)};
  const SeparatingAxis of_B = best_face_of_A(B, A, X_BA);
  if (of_B.separation > best.separation) {
    best = {AxisKind::FaceOfB, 0, of_B.index_A, -(X_AB.R * of_B.nhat_AB), of_B.separation};
  }
  const SeparatingAxis pair = best_edge_pair(A, B, X_AB);
  const double tie = kTie * (A.circumradius() + B.circumradius());
  return pair.separation > best.separation + tie ? pair : best;
}

SeparatingAxis best_axis(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB) {
  SeparatingAxis axis = best_axis(A, B, relative(X_WA, X_WB));
  axis.nhat_AB = rotation_matrix(X_WA.rotation) * axis.nhat_AB;
  return axis;
}

}  // namespace rigor
