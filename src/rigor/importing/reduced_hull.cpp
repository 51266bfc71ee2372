// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <rigor/geometry/mass_properties.hpp>
#include <rigor/importing/reduced_hull.hpp>

namespace rigor::importing {
namespace {

/// A hull that misses no more than this fraction of its extent is as good as whole.
constexpr double kGoodEnough = 1e-4;
/// Corners closer than this fraction of the extent would make slivers.
constexpr double kClosest = 1e-5;

/// The extreme points of parts that the hull can take, together: the hull of few points is that of
/// all. A part that is flat keeps its points.
std::vector<Vector3> thinned(std::span<const Vector3> points) {
  std::vector<Vector3> kept(points.begin(), points.end());
  constexpr std::size_t kPart = kMaxPoints / 2;
  while (kept.size() > kMaxPoints) {
    std::vector<Vector3> next;
    for (std::size_t i = 0; i < kept.size(); i += kPart) {
      const auto part = std::span(kept).subspan(i, std::min(kPart, kept.size() - i));
      const PolytopeResult made = make_polytope(part);
      if (const auto* hull = std::get_if<Polytope>(&made))
        next.insert(next.end(), hull->vertices().begin(), hull->vertices().end());
      else
        next.insert(next.end(), part.begin(), part.end());
    }
    if (next.size() >= kept.size()) break;
    kept = std::move(next);
  }
  return kept;
}

/// How far p lies beyond the face plane that it exceeds most; negative inside. Never more than its
/// distance from the hull.
double outside(const Polytope& hull, const Vector3& p) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Face& face : hull.faces()) most = std::max(most, face.normal.dot(p) - face.offset);
  return most;
}

/// Distance of p from the triangle a b c: from its plane where p lies above it, else from the
/// nearest edge.
double distance_to_triangle(const Vector3& p, const Vector3& a, const Vector3& b,
                            const Vector3& c) {
  const auto to_edge = [&p](const Vector3& u, const Vector3& v) {
    const Vector3 way = v - u;
    const double along = std::clamp(way.dot(p - u) / way.squaredNorm(), 0.0, 1.0);
    return (u + along * way - p).norm();
  };
  const Vector3 normal = (b - a).cross(c - a);
  const bool above = normal.dot((b - a).cross(p - a)) >= 0.0 &&
                     normal.dot((c - b).cross(p - b)) >= 0.0 &&
                     normal.dot((a - c).cross(p - c)) >= 0.0;
  if (above) return std::abs(normal.normalized().dot(p - a));
  return std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
}

/// How far the points reach beyond the hull: the largest of their distances from it.
double reach_beyond(const Polytope& hull, const std::vector<Vector3>& points) {
  double largest = 0.0;
  for (const Vector3& p : points) {
    if (outside(hull, p) <= 0.0) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const Face& face : hull.faces())
      for (std::size_t k = 2; k < face.vertices.size(); ++k)
        least = std::min(least, distance_to_triangle(p, hull.vertices()[face.vertices[0]],
                                                     hull.vertices()[face.vertices[k - 1]],
                                                     hull.vertices()[face.vertices[k]]));
    largest = std::max(largest, least);
  }
  return largest;
}

/// The points furthest along the axes and the diagonals.
std::vector<Vector3> first_corners(const std::vector<Vector3>& points) {
  std::vector<Vector3> chosen;
  for (int code = 0; code < 27; ++code) {
    const Vector3 way(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
    const int parts = static_cast<int>(way.cwiseAbs().sum());
    if (parts != 1 && parts != 3) continue;
    const auto far = std::max_element(
        points.begin(), points.end(),
        [&way](const Vector3& a, const Vector3& b) { return way.dot(a) < way.dot(b); });
    if (std::find(chosen.begin(), chosen.end(), *far) == chosen.end()) chosen.push_back(*far);
    if (parts == 3 && chosen.size() >= 8) break;
  }
  return chosen;
}

}  // namespace

std::variant<ReducedHull, PolytopeError> reduced_hull(std::span<const Vector3> points,
                                                      std::size_t most) {
  const PolytopeResult whole_made = make_polytope(thinned(points));
  if (const auto* error = std::get_if<PolytopeError>(&whole_made)) return *error;
  const auto& whole = std::get<Polytope>(whole_made);
  ReducedHull found{.vertices = whole.vertices(),
                    .all_vertices = whole.vertices().size(),
                    .volume = volume(whole),
                    .whole_volume = volume(whole)};
  if (found.all_vertices <= most) return found;
  std::vector<Vector3> corners = first_corners(whole.vertices());
  while (true) {
    const PolytopeResult made = make_polytope(corners);
    const auto* hull = std::get_if<Polytope>(&made);
    if (hull == nullptr) return found;  // thin: only all corners make a solid of it
    const Vector3* furthest = nullptr;
    double error = 0.0;
    for (const Vector3& p : whole.vertices()) {
      const double beyond = outside(*hull, p);
      if (beyond > error) {
        error = beyond;
        furthest = &p;
      }
    }
    found.vertices = hull->vertices();
    found.volume = volume(*hull);
    const bool close = furthest != nullptr &&
                       std::any_of(corners.begin(), corners.end(), [&](const Vector3& corner) {
                         return (corner - *furthest).norm() < kClosest * whole.extent();
                       });
    if (error <= kGoodEnough * whole.extent() || corners.size() >= most || close) {
      found.error = reach_beyond(*hull, whole.vertices());
      return found;
    }
    corners.push_back(*furthest);
  }
}

}  // namespace rigor::importing
