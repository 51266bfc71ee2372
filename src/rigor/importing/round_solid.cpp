// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <rigor/geometry/solids.hpp>
#include <rigor/importing/round_solid.hpp>

namespace rigor::importing {
namespace {

/// With corners at distance R from a core (a point or a segment) and every face at c R or more
/// beyond it: the R that makes R - radius and radius - c R equal.
double even_radius(double radius, double c) { return 2.0 * radius / (1.0 + c); }

/// c of a polytope with its corners at distance 1 from the segment of half-length `half` along z.
/// In a direction n the round solid reaches 1 + half |n_z|. The polytope falls short by most at a
/// normal of a face: towards n, the corner c + u (c an end of the core, |u| = 1) that reaches
/// furthest falls short by 1 - n·u, and n is furthest from u at the corners of the set of
/// directions that belong to it, which are normals of faces.
double inner_reach(const Polytope& unit, double half) {
  double least = 1.0;
  for (const Face& face : unit.faces())
    least = std::min(least, face.offset - half * std::abs(face.normal.z()));
  return least;
}

/// Corners of a capsule of radius 1: `rings` circles of `sides` corners on each half ball, from its
/// rim upwards, and its pole.
std::vector<Vector3> capsule_corners(int sides, int rings, double half) {
  std::vector<Vector3> corners;
  for (const double end : {-1.0, 1.0}) {
    for (int ring = 0; ring < rings; ++ring) {
      const double latitude = 0.5 * std::numbers::pi * ring / rings;
      for (int k = 0; k < sides; ++k) {
        const double turn = 2.0 * std::numbers::pi * (k + 0.5 * (ring % 2)) / sides;
        corners.emplace_back(std::cos(latitude) * std::cos(turn),
                             std::cos(latitude) * std::sin(turn),
                             end * (half + std::sin(latitude)));
      }
    }
    corners.emplace_back(0.0, 0.0, end * (half + 1.0));
  }
  return corners;
}

}  // namespace

RoundedShape rounded_sphere(double radius, int vertices) {
  const int count = std::max(vertices, kFewestVertices);
  const double c = inner_reach(unwrap(make_spherical(1.0, count)), 0.0);
  const double outer = even_radius(radius, c);
  return {SphericalSpec{outer, count}, count, outer - radius};
}

RoundedShape rounded_cylinder(double radius, double length, int vertices) {
  const int sides = std::max(vertices, kFewestVertices) / 2;
  const double outer = even_radius(radius, std::cos(std::numbers::pi / sides));
  return {PrismSpec{sides, outer, length}, 2 * sides, outer - radius};
}

RoundedShape rounded_capsule(double radius, double length, int vertices) {
  const int budget = std::max(vertices, 2 * kFewestVertices) / 2 - 1;  // of half a ball's rings
  RoundedShape best{.error = radius};
  for (int rings = 1; 4 * rings <= budget; ++rings) {
    const int sides = budget / rings;
    const double half = 0.5 * length / radius;
    std::vector<Vector3> corners = capsule_corners(sides, rings, half);
    const auto made = make_polytope(corners);
    if (!std::holds_alternative<Polytope>(made)) continue;
    const double outer = even_radius(radius, inner_reach(std::get<Polytope>(made), half));
    if (!(outer - radius < best.error)) continue;
    corners = capsule_corners(sides, rings, 0.5 * length / outer);
    for (Vector3& p : corners) p *= outer;
    best = {HullSpec{std::move(corners)}, 2 * (sides * rings + 1), outer - radius};
  }
  return best;
}

RoundedShape rounded_ellipsoid(const Vector3& radii, int vertices) {
  const RoundedShape ball = rounded_sphere(1.0, vertices);
  const double outer = 1.0 + ball.error;
  std::vector<Vector3> corners = unwrap(make_spherical(outer, ball.vertices)).vertices();
  for (Vector3& p : corners) p = p.cwiseProduct(radii);
  return {HullSpec{std::move(corners)}, ball.vertices, ball.error * radii.maxCoeff()};
}

}  // namespace rigor::importing
