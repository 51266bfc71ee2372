// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <vector>

#include <rigor/geometry/separating_axis.hpp>
#include <rigor/geometry/support.hpp>

namespace rigor {
namespace {

/// Ties between a face and an edge pair within this fraction of the size go to the face, whose
/// normal is better known.
constexpr double kTie = 1e-14;

/// An edge seen from A: its line, and the arc of outward normals that it owns on the sphere.
struct PlacedEdge {
  Vector3 tail;
  Vector3 along;
  Vector3 left;
  Vector3 right;
};

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

SeparatingAxis best_edge_pair(const Polytope& A, const Polytope& B, const RelativePose& X) {
  SeparatingAxis best;
  best.separation = -std::numeric_limits<double>::infinity();
  const std::vector<PlacedEdge> edges_A = placed_edges(A, {});
  const std::vector<PlacedEdge> edges_B = placed_edges(B, X);
  for (std::uint32_t i = 0; i < edges_A.size(); ++i) {
    const PlacedEdge& a = edges_A[i];
    for (std::uint32_t j = 0; j < edges_B.size(); ++j) {
      const PlacedEdge& b = edges_B[j];
      if (!arcs_cross(a, b)) continue;
      Vector3 N = a.along.cross(b.along);
      const double length = N.norm();
      if (length <= kMinAxisSine * a.along.norm() * b.along.norm()) continue;
      if (N.dot(a.left + a.right) < 0.0) N = -N;
      const double separation = edge_separation(a, b, N);
      if (separation > best.separation) best = {AxisKind::EdgeEdge, i, j, N / length, separation};
    }
  }
  return best;
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
