// SPDX-License-Identifier: Apache-2.0
// The distance of two disjoint polytopes by looking at every pair of features: in long double to
// find the pairs that matter, and those again with 113 bits, because the triangles of a sliver can
// be so thin that long double loses 1e-14 of the size. Shares no code with the library but the
// polytope itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <rigor/geometry/polytope.hpp>

namespace rigor::brute_force {

__extension__ typedef __float128 Quad;

template <typename Real>
struct Point {
  Real x{}, y{}, z{};
  friend Point operator+(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend Point operator-(const Point& a, const Point& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend Point operator*(Real s, const Point& a) { return {s * a.x, s * a.y, s * a.z}; }
  Real dot(const Point& b) const { return x * b.x + y * b.y + z * b.z; }
  Point cross(const Point& b) const {
    return {y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x};
  }
  Real square() const { return dot(*this); }
};

using Coarse = Point<long double>;
using Fine = Point<Quad>;

/// p = (q v q̄) / |q|² + t with every operation in 113 bits.
inline std::vector<Fine> placed(const Polytope& polytope, const Pose& X) {
  const Quad w = X.rotation.w();
  const Fine u{X.rotation.x(), X.rotation.y(), X.rotation.z()};
  const Fine t{X.translation.x(), X.translation.y(), X.translation.z()};
  const Quad norm = w * w + u.square();
  std::vector<Fine> points;
  for (const Vector3& vertex : polytope.vertices()) {
    const Fine v{vertex.x(), vertex.y(), vertex.z()};
    const Fine turned = (w * w - u.square()) * v + (2 * u.dot(v)) * u + (2 * w) * u.cross(v);
    points.push_back((1 / norm) * turned + t);
  }
  return points;
}

inline std::vector<Coarse> coarse(const std::vector<Fine>& points) {
  std::vector<Coarse> result;
  for (const Fine& p : points) {
    result.push_back({static_cast<long double>(p.x), static_cast<long double>(p.y),
                      static_cast<long double>(p.z)});
  }
  return result;
}

/// Squared distances, so that no root of a Quad is needed.
template <typename Real>
Real point_segment(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b) {
  const Point<Real> e = b - a;
  Real t = (p - a).dot(e) / e.square();
  t = t < 0 ? Real(0) : (t > 1 ? Real(1) : t);
  return (p - a - t * e).square();
}

/// From the plane if the foot is inside, else from the sides.
template <typename Real>
Real point_triangle(const Point<Real>& p, const Point<Real>& a, const Point<Real>& b,
                    const Point<Real>& c) {
  const Point<Real> n = (b - a).cross(c - a);
  const bool inside = n.dot((b - a).cross(p - a)) >= 0 && n.dot((c - b).cross(p - b)) >= 0 &&
                      n.dot((a - c).cross(p - c)) >= 0;
  if (inside) return n.dot(p - a) * n.dot(p - a) / n.square();
  return std::min({point_segment(p, a, b), point_segment(p, b, c), point_segment(p, c, a)});
}

/// Of two segments (point and direction) whose nearest points are both inner ones; infinite
/// otherwise: then an end is nearest, which the point-triangle pairs cover.
template <typename Real>
Real inner_segments(const Point<Real>& a, const Point<Real>& e, const Point<Real>& b,
                    const Point<Real>& f) {
  constexpr Real kFar = std::numeric_limits<long double>::infinity();
  const Point<Real> n = e.cross(f);
  const Real square = n.square();
  if (square == 0) return kFar;
  const Real t = (b - a).cross(f).dot(n) / square;
  const Real s = (b - a).cross(e).dot(n) / square;
  if (t < 0 || t > 1 || s < 0 || s > 1) return kFar;
  return n.dot(b - a) * n.dot(b - a) / square;
}

/// The search over all pairs. Pairs that are too far for the best so far are skipped unseen; pairs
/// that come within `margin` of the best in long double are measured in 113 bits.
class Search {
 public:
  Search(const Polytope& A, const Pose& X_WA, const Polytope& B, const Pose& X_WB)
      : A_(A),
        B_(B),
        fine_a_(placed(A, X_WA)),
        fine_b_(placed(B, X_WB)),
        a_(coarse(fine_a_)),
        b_(coarse(fine_b_)),
        margin_(1e-9L * (A.circumradius() + B.circumradius())) {}

  /// Infinite if no pair of features is within `upper_bound`.
  long double distance(long double upper_bound) {
    best_ = upper_bound;
    vertices_to_faces(a_, fine_a_, B_, b_, fine_b_);
    vertices_to_faces(b_, fine_b_, A_, a_, fine_a_);
    edges_to_edges();
    if (!measured_) return std::numeric_limits<long double>::infinity();
    return std::sqrt(static_cast<long double>(exact_));
  }

 private:
  void vertices_to_faces(const std::vector<Coarse>& p, const std::vector<Fine>& fine_p,
                         const Polytope& other, const std::vector<Coarse>& q,
                         const std::vector<Fine>& fine_q) {
    for (const Face& face : other.faces()) {
      const auto& c = face.vertices;
      long double reach = 0;
      for (const auto v : c) reach = std::max(reach, (q[v] - q[c[0]]).square());
      reach = std::sqrt(reach) + margin_;
      for (std::size_t k = 0; k < p.size(); ++k) {
        if ((p[k] - q[c[0]]).square() > (best_ + reach) * (best_ + reach)) continue;
        for (std::size_t i = 1; i + 1 < c.size(); ++i) {
          if (!near(point_triangle(p[k], q[c[0]], q[c[i]], q[c[i + 1]]))) continue;
          measure(point_triangle(fine_p[k], fine_q[c[0]], fine_q[c[i]], fine_q[c[i + 1]]));
        }
      }
    }
  }

  void edges_to_edges() {
    std::vector<long double> length_b;
    for (const Edge& f : B_.edges())
      length_b.push_back(std::sqrt((b_[f.head] - b_[f.tail]).square()));
    for (const Edge& e : A_.edges()) {
      const Coarse along = a_[e.head] - a_[e.tail];
      const long double length = std::sqrt(along.square()) + margin_;
      for (std::size_t k = 0; k < B_.edges().size(); ++k) {
        const Edge& f = B_.edges()[k];
        const long double reach = best_ + length + length_b[k];
        if ((a_[e.tail] - b_[f.tail]).square() > reach * reach) continue;
        if (!near(inner_segments(a_[e.tail], along, b_[f.tail], b_[f.head] - b_[f.tail]))) continue;
        measure(inner_segments(fine_a_[e.tail], fine_a_[e.head] - fine_a_[e.tail], fine_b_[f.tail],
                               fine_b_[f.head] - fine_b_[f.tail]));
      }
    }
  }

  bool near(long double square) const { return square <= (best_ + margin_) * (best_ + margin_); }
  void measure(Quad square) {
    if (measured_ && !(square < exact_)) return;
    measured_ = true;
    exact_ = square;
    best_ = std::min(best_, std::sqrt(static_cast<long double>(square)));
  }

  const Polytope& A_;
  const Polytope& B_;
  std::vector<Fine> fine_a_, fine_b_;
  std::vector<Coarse> a_, b_;
  long double margin_;
  long double best_ = 0;
  Quad exact_ = 0;
  bool measured_ = false;
};

/// Distance of two polytopes that do not overlap. A known `upper_bound` saves most of the time.
inline long double distance(const Polytope& A, const Pose& X_WA, const Polytope& B,
                            const Pose& X_WB, double upper_bound) {
  return Search(A, X_WA, B, X_WB).distance(static_cast<long double>(upper_bound));
}

/// Largest separation over all facets of the Minkowski difference: face normals, and normals of
/// edge pairs that both lie in their supporting planes. Every vertex of both bodies is looked at
/// for each. Minus the penetration depth of overlapping bodies.
inline long double separation(const Polytope& A, const Pose& X_WA, const Polytope& B,
                              const Pose& X_WB) {
  const std::vector<Coarse> a = coarse(placed(A, X_WA));
  const std::vector<Coarse> b = coarse(placed(B, X_WB));
  long double best = -std::numeric_limits<long double>::infinity();
  const auto try_axis = [&a, &b, &best](const Coarse& n, const Coarse* on_A, const Coarse* on_B) {
    const long double length = std::sqrt(n.square());
    if (length < 1e-30L) return;
    long double top = -std::numeric_limits<long double>::infinity();
    long double bottom = std::numeric_limits<long double>::infinity();
    for (const Coarse& p : a) top = std::max(top, n.dot(p));
    for (const Coarse& p : b) bottom = std::min(bottom, n.dot(p));
    // Edges of a facet touch the supporting planes.
    const long double slack = 1e-15L * length;
    if (on_A != nullptr && (top - n.dot(*on_A) > slack || n.dot(*on_B) - bottom > slack)) return;
    best = std::max(best, (bottom - top) / length);
  };
  const auto face_normal = [](const Face& face, const std::vector<Coarse>& points) {
    Coarse n;
    const auto& c = face.vertices;
    for (std::size_t i = 1; i + 1 < c.size(); ++i) {
      n = n + (points[c[i]] - points[c[0]]).cross(points[c[i + 1]] - points[c[0]]);
    }
    return n;
  };
  for (const Face& face : A.faces()) try_axis(face_normal(face, a), nullptr, nullptr);
  for (const Face& face : B.faces()) try_axis(-1.0L * face_normal(face, b), nullptr, nullptr);
  for (const Edge& e : A.edges()) {
    for (const Edge& f : B.edges()) {
      const Coarse n = (a[e.head] - a[e.tail]).cross(b[f.head] - b[f.tail]);
      try_axis(n, &a[e.tail], &b[f.tail]);
      try_axis(-1.0L * n, &a[e.tail], &b[f.tail]);
    }
  }
  return best;
}

}  // namespace rigor::brute_force
