// SPDX-License-Identifier: Apache-2.0
#include <rigor/geometry/mass_properties.hpp>

namespace rigor {
namespace {

/// Integrals over a body: ∫ 1, ∫ x, ∫ x x'.
struct Moments {
  double zeroth = 0.0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
};

/// The tetrahedron (0, a, b, c):
/// ∫ x = V (a + b + c) / 4, ∫ x x' = V (a a' + b b' + c c' + s s') / 20 with s = a + b + c.
void add_tetrahedron(Moments& moments, const Vector3& a, const Vector3& b, const Vector3& c) {
  const double V = a.dot(b.cross(c)) / 6.0;
  const Vector3 s = a + b + c;
  moments.zeroth += V;
  moments.first += V / 4.0 * s;
  moments.second +=
      V / 20.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
}

/// Any inner point will do; the middle of the box keeps the terms small.
Vector3 middle(const Polytope& polytope) {
  return 0.5 * (polytope.aabb().lower + polytope.aabb().upper);
}

Moments moments_about(const Polytope& polytope, const Vector3& o) {
  Moments moments;
  const auto& vertices = polytope.vertices();
  for (const Face& face : polytope.faces()) {
    const auto& cycle = face.vertices;
    for (std::size_t i = 1; i + 1 < cycle.size(); ++i) {
      add_tetrahedron(moments, vertices[cycle[0]] - o, vertices[cycle[i]] - o,
                      vertices[cycle[i + 1]] - o);
    }
  }
  return moments;
}

}  // namespace

double volume(const Polytope& polytope) { return moments_about(polytope, middle(polytope)).zeroth; }

double surface_area(const Polytope& polytope) {
  const auto& vertices = polytope.vertices();
  double area = 0.0;
  for (const Face& face : polytope.faces()) {
    const Vector3& o = vertices[face.vertices[0]];
    for (std::size_t i = 1; i + 1 < face.vertices.size(); ++i) {
      area += 0.5 * face.normal.dot(
                        (vertices[face.vertices[i]] - o).cross(vertices[face.vertices[i + 1]] - o));
    }
  }
  return area;
}

SpatialInertia uniform_inertia(const Polytope& polytope, double density) {
  const Vector3 o = middle(polytope);
  const Moments moments = moments_about(polytope, o);
  const Vector3 com = moments.first / moments.zeroth;
  // Second moment about the centre of mass; then I = tr(S) 1 - S.
  const Matrix3 S = moments.second - moments.zeroth * com * com.transpose();
  return {density * moments.zeroth, o + com, density * (S.trace() * Matrix3::Identity() - S)};
}

}  // namespace rigor
