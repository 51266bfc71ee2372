// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <rigor/demand.hpp>
#include <rigor/geometry/hull.hpp>
#include <rigor/geometry/polytope.hpp>

namespace rigor {
namespace {

/// How far a vertex may stand out of a face plane, as a fraction of the extent: rounding of the
/// normal of a sliver of aspect 1e3 lies two orders below.
constexpr double kConvexityTolerance = 1e-11;

Aabb bounds(std::span<const Vector3> points) {
  Aabb box{points[0], points[0]};
  for (const Vector3& p : points) {
    box.lower = box.lower.cwiseMin(p);
    box.upper = box.upper.cwiseMax(p);
  }
  return box;
}

/// What is wrong with the input as a list of numbers, if anything.
std::optional<PolytopeError> coordinate_defect(std::span<const Vector3> points) {
  if (points.size() > kMaxPoints) {
    return PolytopeError{
        PolytopeRule::AtMostMaxPoints,
        fmt::format("{} points given, at most {} allowed", points.size(), kMaxPoints)};
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double largest = points[i].cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    if (!std::isfinite(largest)) {
      return PolytopeError{PolytopeRule::Finite,
                           fmt::format("point {} has a coordinate that is not finite", i), i};
    }
    if (largest > kMaxCoordinate) {
      return PolytopeError{
          PolytopeRule::WithinMaxCoordinate,
          fmt::format("point {} has a coordinate of size {:g} m, at most {:g} m allowed", i,
                      largest, kMaxCoordinate),
          i};
    }
  }
  return std::nullopt;
}

/// The points in their order, without later copies of earlier ones. Sweeps along x.
std::vector<Vector3> distinct(std::span<const Vector3> points, double tolerance) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&points](std::uint32_t i, std::uint32_t j) {
    return std::pair(points[i].x(), i) < std::pair(points[j].x(), j);
  });
  std::vector<bool> duplicate(points.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      if (points[order[j]].x() - points[order[i]].x() > tolerance) break;
      if ((points[order[j]] - points[order[i]]).norm() > tolerance) continue;
      duplicate[std::max(order[i], order[j])] = true;
    }
  }
  std::vector<Vector3> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!duplicate[i]) kept.push_back(points[i]);
  }
  return kept;
}

std::size_t farthest(std::span<const Vector3> points, const auto& distance) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (distance(points[i]) > distance(points[best])) best = i;
  }
  return best;
}

/// Height over base of a large tetrahedron in the points, as a fraction of their extent: zero for
/// coplanar points, within a small factor of width / extent otherwise.
double thinness(std::span<const Vector3> points, double extent) {
  const Vector3& o = points[0];
  const Vector3& a = points[farthest(points, [&](const Vector3& p) { return (p - o).norm(); })];
  const Vector3 along = (a - o).normalized();
  const auto off_line = [&](const Vector3& p) { return (p - o).cross(along).norm(); };
  const Vector3& b = points[farthest(points, off_line)];
  const Vector3 across = along.cross(b - o);
  if (across.norm() <= kMinThinness * extent) return 0.0;
  const Vector3 normal = across.normalized();
  const auto off_plane = [&](const Vector3& p) { return std::abs(normal.dot(p - o)); };
  return off_plane(points[farthest(points, off_plane)]) / extent;
}

PolytopeError too_few(std::size_t count) {
  return {PolytopeRule::AtLeastFourPoints,
          fmt::format("{} distinct points given, at least 4 needed", count)};
}

/// What is wrong with the distinct points as a solid, if anything.
std::optional<PolytopeError> spread_defect(std::span<const Vector3> points, double extent) {
  if (extent < kMinExtent) {
    return PolytopeError{
        PolytopeRule::AtLeastMinExtent,
        fmt::format("all points lie within {:g} m, at least {:g} m needed", extent, kMinExtent)};
  }
  if (points.size() < 4) return too_few(points.size());
  if (const double thin = thinness(points, extent); thin < kMinThinness) {
    return PolytopeError{
        PolytopeRule::NotFlat,
        fmt::format("the points are flat: thickness {:g} of the extent, at least {:g} needed", thin,
                    kMinThinness)};
  }
  return std::nullopt;
}

/// Removes the points that are in no cycle and renumbers the cycles.
void drop_unused(std::vector<Vector3>& points, std::vector<std::vector<std::uint32_t>>& cycles) {
  std::vector<bool> used(points.size(), false);
  for (const auto& cycle : cycles) {
    for (const std::uint32_t v : cycle) used[v] = true;
  }
  std::vector<std::uint32_t> number(points.size(), 0);
  std::vector<Vector3> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    number[i] = static_cast<std::uint32_t>(kept.size());
    if (used[i]) kept.push_back(points[i]);
  }
  for (auto& cycle : cycles) {
    for (std::uint32_t& v : cycle) v = number[v];
  }
  points = std::move(kept);
}

/// Twice the area vector of the cycle, about its first vertex (Newell).
Vector3 area_vector(const std::vector<Vector3>& vertices, const std::vector<std::uint32_t>& cycle) {
  Vector3 sum = Vector3::Zero();
  const Vector3& o = vertices[cycle[0]];
  for (std::size_t i = 1; i + 1 < cycle.size(); ++i) {
    sum += (vertices[cycle[i]] - o).cross(vertices[cycle[i + 1]] - o);
  }
  return sum;
}

Face face_of(const std::vector<Vector3>& vertices, std::vector<std::uint32_t> cycle,
             const Vector3& inside) {
  Vector3 normal = area_vector(vertices, cycle).normalized();
  if (normal.dot(vertices[cycle[0]] - inside) < 0.0) {
    std::reverse(cycle.begin(), cycle.end());
    normal = -normal;
  }
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  double offset = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t v : cycle) offset = std::max(offset, normal.dot(vertices[v]));
  return {normal, offset, std::move(cycle)};
}

}  // namespace

Polytope::Polytope(std::vector<Vector3> vertices, const Cycles& cycles)
    : vertices_(std::move(vertices)), aabb_(bounds(vertices_)) {
  Vector3 mean = Vector3::Zero();
  for (const Vector3& v : vertices_) {
    mean += v / static_cast<double>(vertices_.size());
    circumradius_ = std::max(circumradius_, v.norm());
  }
  for (const auto& cycle : cycles) faces_.push_back(face_of(vertices_, cycle, mean));
  std::sort(faces_.begin(), faces_.end(),
            [](const Face& f, const Face& g) { return f.vertices < g.vertices; });
  add_edges();
}

void Polytope::add_edges() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> left_of;
  for (std::uint32_t f = 0; f < faces_.size(); ++f) {
    const auto& cycle = faces_[f].vertices;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      left_of[{cycle[i], cycle[(i + 1) % cycle.size()]}] = f;
    }
  }
  for (const auto& [ends, left] : left_of) {
    if (ends.first > ends.second) continue;
    const auto twin = left_of.find({ends.second, ends.first});
    if (twin == left_of.end()) continue;
    edges_.push_back({ends.first, ends.second, left, twin->second});
  }
}

void Polytope::add_circulation() {
  std::vector<std::vector<std::uint32_t>> incident(vertices_.size());
  for (std::uint32_t e = 0; e < edges_.size(); ++e) {
    incident[edges_[e].tail].push_back(e);
    incident[edges_[e].head].push_back(e);
  }
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    first_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
    const auto& around_v = incident[v];
    std::uint32_t e = around_v[0];
    for (std::size_t step = 0; step < around_v.size(); ++step) {
      const bool outgoing = edges_[e].tail == v;
      const std::uint32_t face = outgoing ? edges_[e].left : edges_[e].right;
      edges_at_.push_back(e);
      neighbours_.push_back(outgoing ? edges_[e].head : edges_[e].tail);
      faces_at_.push_back(face);
      // The next edge counter-clockwise has `face` on its other side.
      for (const std::uint32_t next : around_v) {
        const std::uint32_t clockwise =
            edges_[next].tail == v ? edges_[next].right : edges_[next].left;
        if (clockwise == face) e = next;
      }
    }
  }
  first_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
}

bool Polytope::consistent() const {
  std::size_t sides = 0;
  for (const Face& face : faces_) sides += face.vertices.size();
  std::vector<std::size_t> degree(vertices_.size(), 0);
  for (const Edge& edge : edges_) {
    ++degree[edge.tail];
    ++degree[edge.head];
  }
  const bool closed =
      sides == 2 * edges_.size() && vertices_.size() + faces_.size() == edges_.size() + 2 &&
      std::all_of(degree.begin(), degree.end(), [](std::size_t d) { return d >= 3; });
  const double tolerance = kConvexityTolerance * extent();
  return closed && std::all_of(faces_.begin(), faces_.end(), [this, tolerance](const Face& face) {
           return std::all_of(vertices_.begin(), vertices_.end(),
                              [&face, tolerance](const Vector3& v) {
                                return face.normal.dot(v) <= face.offset + tolerance;
                              });
         });
}

PolytopeResult make_polytope(std::span<const Vector3> points) {
  if (auto defect = coordinate_defect(points)) return *defect;
  if (points.size() < 4) return too_few(points.size());
  const Aabb box = bounds(points);
  const double extent = (box.upper - box.lower).norm();
  std::vector<Vector3> vertices = distinct(points, kDuplicateDistance * extent);
  const std::size_t distinct_count = vertices.size();
  if (auto defect = spread_defect(vertices, extent)) return *defect;

  const PolytopeError unclean{
      PolytopeRule::CleanHull,
      "the convex hull of the points is not a closed convex surface to rounding"};
  auto cycles = hull_cycles(vertices);
  if (!cycles) return unclean;
  drop_unused(vertices, *cycles);
  Polytope polytope(std::move(vertices), *cycles);
  if (!polytope.consistent()) return unclean;
  polytope.add_circulation();
  polytope.dropped_ = {.duplicates = points.size() - distinct_count,
                       .interior = distinct_count - polytope.vertices_.size()};
  return polytope;
}

Polytope unwrap(PolytopeResult result) {
  if (const auto* error = std::get_if<PolytopeError>(&result)) {
    std::fprintf(stderr, "rigor: %s\n", error->message.c_str());
  }
  RIGOR_DEMAND(std::holds_alternative<Polytope>(result));
  return std::get<Polytope>(std::move(result));
}

Aabb aabb(const Polytope& polytope, const Pose& X_WB) {
  const Matrix3 R = X_WB.rotation.toRotationMatrix();
  const auto& vertices = polytope.vertices();
  Aabb box{R * vertices[0], R * vertices[0]};
  for (const Vector3& v : vertices) {
    const Vector3 p = R * v;
    box.lower = box.lower.cwiseMin(p);
    box.upper = box.upper.cwiseMax(p);
  }
  return {box.lower + X_WB.translation, box.upper + X_WB.translation};
}

}  // namespace rigor
