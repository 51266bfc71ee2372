// SPDX-License-Identifier: Apache-2.0
// Random pairs of polytopes with prescribed closest features and gap.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include <rigor/geometry/support.hpp>

#include "random_polytope.hpp"

namespace rigor {

/// A pair built so that the two features face each other at the gap: the normal lies inside both
/// normal cones, so no other points are closer.
struct PairSample {
  Polytope A;
  Polytope B;
  Pose X_WA{};
  Pose X_WB{};
  double gap = 0.0;   ///< metres, to rounding of the construction
  double size = 0.0;  ///< larger extent of the two, metres
  Vector3 nhat_AB_W = Vector3::UnitZ();
  FeatureKind kind_A = FeatureKind::Vertex;
  FeatureKind kind_B = FeatureKind::Vertex;
  bool parallel = false;  ///< face-face, edge-face or aligned edges
};

/// A point inside a feature and a direction inside its normal cone.
struct SurfacePoint {
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::Zero();
  Vector3 tangent = Vector3::Zero();  ///< along the edge; zero for others
};

inline SurfacePoint random_surface_point(Random& random, const Polytope& polytope,
                                         FeatureKind kind) {
  SurfacePoint result;
  const auto weight = [&random] { return random.uniform(0.1, 1.0); };
  const auto& vertices = polytope.vertices();
  if (kind == FeatureKind::Vertex) {
    const auto v = static_cast<std::size_t>(random.index(static_cast<int>(vertices.size())));
    result.point = vertices[v];
    for (const auto f : polytope.faces_at(v))
      result.normal += weight() * polytope.faces()[f].normal;
  } else if (kind == FeatureKind::Edge) {
    const Edge& edge = polytope.edges()[random.index(static_cast<int>(polytope.edges().size()))];
    const double t = random.uniform(0.1, 0.9);
    result.tangent = (vertices[edge.head] - vertices[edge.tail]).normalized();
    result.point = (1.0 - t) * vertices[edge.tail] + t * vertices[edge.head];
    result.normal = weight() * polytope.faces()[edge.left].normal +
                    weight() * polytope.faces()[edge.right].normal;
  } else {
    const Face& face = polytope.faces()[random.index(static_cast<int>(polytope.faces().size()))];
    double sum = 0.0;
    for (const auto v : face.vertices) {
      const double w = weight();
      result.point += w * vertices[v];
      sum += w;
    }
    result.point /= sum;
    result.normal = face.normal;
  }
  result.normal.normalize();
  return result;
}

/// A body of one of the families: boxes, random hulls, slivers.
inline Polytope random_body(Random& random, double size) {
  const int family = random.index(4);
  Vector3 stretch = size * Vector3::Ones();
  if (family == 1) stretch(random.index(3)) *= 1e-3;
  if (family == 2) {
    const int kept = random.index(3);
    for (int i = 0; i < 3; ++i) stretch(i) *= i == kept ? 1.0 : 1e-3;
  }
  if (family == 3 || random.index(8) == 0) {
    for (int i = 0; i < 3; ++i) stretch(i) *= random.uniform(0.3, 1.0);
    return unwrap(make_box(0.5 * stretch));
  }
  const int points = random.index(10) == 0 ? 30 + random.index(171) : 4 + random.index(27);
  return random.index(2) == 0 ? random_hull(random, points, 0.3 * stretch)
                              : random_round_hull(random, points, 0.5 * stretch);
}

/// Right-handed: the first column along the part of `tangent` across the normal, the last the
/// normal. Shortest rotations between vectors would lose half the digits near a half turn.
inline Matrix3 frame(const Vector3& normal, const Vector3& tangent) {
  Matrix3 columns;
  columns.col(0) = (tangent - tangent.dot(normal) * normal).normalized();
  columns.col(1) = normal.cross(columns.col(0));
  columns.col(2) = normal;
  return columns;
}

/// A rotation that takes one unit vector to another.
inline Quaternion facing_rotation(const Vector3& from, const Vector3& to) {
  return Quaternion(Matrix3(frame(to, to.unitOrthogonal()) *
                            frame(from, from.unitOrthogonal()).transpose()))
      .normalized();
}

/// Places B so that random points of features of the given kinds face each other at pair.gap.
/// Edge pairs get parallel edges if `align` is set, and a random angle otherwise.
inline void place(Random& random, PairSample& pair, bool align) {
  const SurfacePoint on_A = random_surface_point(random, pair.A, pair.kind_A);
  const SurfacePoint on_B = random_surface_point(random, pair.B, pair.kind_B);
  const bool edges = pair.kind_A == FeatureKind::Edge && pair.kind_B == FeatureKind::Edge;
  pair.parallel =
      edges ? align : pair.kind_A != FeatureKind::Vertex && pair.kind_B != FeatureKind::Vertex;
  // Turn B so that its normal faces A's, with a random spin about it, or one that aligns edges.
  const bool aligned = edges && align;
  const Matrix3 frame_A = frame(on_A.normal, aligned ? on_A.tangent : random_direction(random));
  const Matrix3 frame_B = frame(-on_B.normal, aligned ? on_B.tangent : random_direction(random));
  const Quaternion R_AB = Quaternion(Matrix3(frame_A * frame_B.transpose())).normalized();
  pair.X_WB = pair.X_WA * Pose{R_AB, on_A.point + pair.gap * on_A.normal - R_AB * on_B.point};
  pair.nhat_AB_W = pair.X_WA.rotation * on_A.normal;
}

/// Sizes from 1e-3 to 1e3 m, gaps from 1e-10 to 1 m, one in ten touching.
inline PairSample random_pair(Random& random) {
  const auto power = [&random](double low, double high) {
    return std::pow(10.0, random.uniform(low, high));
  };
  const double size = power(-3.0, 3.0);
  PairSample pair{.A = random_body(random, size),
                  .B = random_body(random, std::clamp(size * power(-1.0, 1.0), 1e-3, 1e3))};
  pair.gap = random.index(10) == 0 ? 0.0 : power(-10.0, 0.0);
  pair.size = std::max(pair.A.extent(), pair.B.extent());
  pair.kind_A = static_cast<FeatureKind>(random.index(3));
  pair.kind_B = static_cast<FeatureKind>(random.index(3));
  // One pair in four stays in A's frame, where boxes are exactly parallel to the axes.
  if (random.index(4) != 0) pair.X_WA = random_pose(random, 3.0 * size);
  place(random, pair, random.index(2) == 0);
  return pair;
}

inline std::string literal(const Vector3& v) {
  return fmt::format("{{{:a}, {:a}, {:a}}}", v.x(), v.y(), v.z());
}

inline std::string literal(const Pose& X) {
  return fmt::format("Pose{{Quaternion({:a}, {:a}, {:a}, {:a}), Vector3{}}}", X.rotation.w(),
                     X.rotation.x(), X.rotation.y(), X.rotation.z(), literal(X.translation));
}

/// The sample as source text, to paste into a test.
inline std::string literal(const PairSample& pair) {
  std::string text;
  for (const Polytope* body : {&pair.A, &pair.B}) {
    text += "std::vector<Vector3>{";
    for (const Vector3& v : body->vertices()) text += literal(v) + ", ";
    text += "};\n";
  }
  return text + literal(pair.X_WA) + ";\n" + literal(pair.X_WB) + ";\n" +
         fmt::format("// gap {:g}, size {:g}, kinds {} {}\n", pair.gap, pair.size,
                     static_cast<int>(pair.kind_A), static_cast<int>(pair.kind_B));
}

}  // namespace rigor
