// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

#include <fmt/format.h>

#include <rigor/geometry/solids.hpp>

namespace rigor {
namespace {

bool positive(double size) { return std::isfinite(size) && size > 0.0; }

PolytopeError bad_size(const char* what, double value) {
  return {PolytopeRule::PositiveSize, fmt::format("{} is {:g}, out of range", what, value)};
}

/// The hull of the points scaled to lie on the sphere.
PolytopeResult on_sphere(std::vector<Vector3> points, double circumradius) {
  if (!positive(circumradius)) return bad_size("circumradius", circumradius);
  for (Vector3& p : points) p *= circumradius / p.norm();
  return make_polytope(points);
}

/// (x, y, z) with all signs; a zero coordinate is taken once.
void add_signed(std::vector<Vector3>& points, double x, double y, double z) {
  for (const double sx : {-1.0, 1.0}) {
    for (const double sy : {-1.0, 1.0}) {
      for (const double sz : {-1.0, 1.0}) {
        if ((x == 0.0 && sx > 0.0) || (y == 0.0 && sy > 0.0) || (z == 0.0 && sz > 0.0)) continue;
        points.emplace_back(sx * x, sy * y, sz * z);
      }
    }
  }
}

void add_cyclic(std::vector<Vector3>& points, double x, double y, double z) {
  add_signed(points, x, y, z);
  add_signed(points, z, x, y);
  add_signed(points, y, z, x);
}

}  // namespace

PolytopeResult make_box(const Vector3& half_extents) {
  for (const double half : half_extents) {
    if (!positive(half)) return bad_size("half extent", half);
  }
  std::vector<Vector3> points;
  for (int number = 0; number < 8; ++number) {
    points.emplace_back((number & 4) != 0 ? half_extents.x() : -half_extents.x(),
                        (number & 2) != 0 ? half_extents.y() : -half_extents.y(),
                        (number & 1) != 0 ? half_extents.z() : -half_extents.z());
  }
  return make_polytope(points);
}

PolytopeResult make_prism(int sides, double circumradius, double height) {
  if (sides < 3) return bad_size("number of sides", sides);
  if (!positive(circumradius)) return bad_size("circumradius", circumradius);
  if (!positive(height)) return bad_size("height", height);
  std::vector<Vector3> points;
  for (const double z : {-0.5 * height, 0.5 * height}) {
    for (int i = 0; i < sides; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      points.emplace_back(circumradius * std::cos(angle), circumradius * std::sin(angle), z);
    }
  }
  return make_polytope(points);
}

PolytopeResult make_tetrahedron(double circumradius) {
  return on_sphere({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, circumradius);
}

PolytopeResult make_octahedron(double circumradius) {
  std::vector<Vector3> points;
  add_cyclic(points, 1.0, 0.0, 0.0);
  return on_sphere(std::move(points), circumradius);
}

PolytopeResult make_icosahedron(double circumradius) {
  std::vector<Vector3> points;
  add_cyclic(points, 0.0, 1.0, std::numbers::phi);
  return on_sphere(std::move(points), circumradius);
}

PolytopeResult make_dodecahedron(double circumradius) {
  std::vector<Vector3> points;
  add_signed(points, 1.0, 1.0, 1.0);
  add_cyclic(points, 0.0, std::numbers::phi, 1.0 / std::numbers::phi);
  return on_sphere(std::move(points), circumradius);
}

PolytopeResult make_spherical(double circumradius, int vertex_count) {
  if (vertex_count < 4) return bad_size("number of vertices", vertex_count);
  const double golden_angle = std::numbers::pi * (3.0 - std::sqrt(5.0));
  std::vector<Vector3> points;
  for (int i = 0; i < vertex_count; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / vertex_count;
    const double r = std::sqrt(1.0 - z * z);
    points.emplace_back(r * std::cos(golden_angle * i), r * std::sin(golden_angle * i), z);
  }
  return on_sphere(std::move(points), circumradius);
}

}  // namespace rigor
