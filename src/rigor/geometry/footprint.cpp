// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <rigor/geometry/footprint.hpp>

namespace rigor {
namespace {

/// The vertices above the floor: connected through edges to the highest one, since the part of a
/// polytope above a plane has a connected graph.
std::vector<std::uint32_t> vertices_above(const Polytope& polytope, const Vector3& direction,
                                          double band) {
  const auto& vertices = polytope.vertices();
  const std::uint32_t top = support_vertex(polytope, direction, 0);
  const double floor = direction.dot(vertices[top]) - band;
  std::vector<std::uint32_t> found{top};
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const std::uint32_t v : polytope.neighbours(found[next])) {
      if (direction.dot(vertices[v]) < floor) continue;
      if (std::find(found.begin(), found.end(), v) == found.end()) found.push_back(v);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

double turn(const Vector2& a, const Vector2& b, const Vector2& c) {
  return (b - a).x() * (c - b).y() - (b - a).y() * (c - b).x();
}

/// Indices of the corners of the convex hull, counter-clockwise (Andrew's monotone chain).
std::vector<std::size_t> planar_hull(const std::vector<Vector2>& points) {
  std::vector<std::size_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&points](std::size_t i, std::size_t j) {
    return std::pair(points[i].x(), points[i].y()) < std::pair(points[j].x(), points[j].y());
  });
  if (order.size() < 3) return order;
  std::vector<std::size_t> hull;
  const auto extend = [&points, &hull](std::size_t i, std::size_t base) {
    while (hull.size() >= base + 2 &&
           turn(points[hull[hull.size() - 2]], points[hull.back()], points[i]) <= 0.0) {
      hull.pop_back();
    }
    hull.push_back(i);
  };
  for (const std::size_t i : order) extend(i, 0);
  const std::size_t base = hull.size() - 1;
  for (std::size_t k = order.size() - 1; k-- > 0;) extend(order[k], base);
  hull.pop_back();
  return hull;
}

}  // namespace

PlaneBasis plane_basis(const Vector3& n, const Vector3& origin) {
  const Vector3 u = n.unitOrthogonal();
  return {u, n.cross(u), n, origin};
}

Footprint footprint(const Polytope& polytope, const RelativePose& X, const PlaneBasis& basis,
                    const Vector3& direction, double band) {
  const std::vector<std::uint32_t> near =
      vertices_above(polytope, X.R.transpose() * direction, band);
  std::vector<Vector2> shadows;
  for (const std::uint32_t v : near) shadows.push_back(basis.shadow(X * polytope.vertices()[v]));
  Footprint result;
  for (const std::size_t i : planar_hull(shadows)) {
    result.vertex.push_back(near[i]);
    result.point.push_back(shadows[i]);
    result.height.push_back(basis.height(X * polytope.vertices()[near[i]]));
  }
  return result;
}

}  // namespace rigor
