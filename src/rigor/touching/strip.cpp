// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/touching/strip.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

/// Whether the carrier has no vertex but its face's up to `depth` below the plane.
bool is_flat(const Sides& sides, const Face& face, double depth) {
  const Vector3 n = sides.X_own.rotation.conjugate() * sides.n_W;
  const auto& vertices = sides.own->vertices();
  const double floor = n.dot(vertices[face.vertices.front()]) - depth;
  return std::count_if(vertices.begin(), vertices.end(), [&](const Vector3& v) {
           return n.dot(v) >= floor;
         }) == std::ssize(face.vertices);
}

/// Distance from the line through the edge, as a fraction of its length.
double beside(const Strip& strip, const ContactCorner& corner) {
  const Vector3 way = strip.edge[1] - strip.edge[0];
  return way.cross(corner.rows.point_W - strip.edge[0]).norm() / way.squaredNorm();
}

bool is_straight(const std::vector<ContactCorner>& corners, std::size_t k) {
  const std::size_t count = corners.size();
  const Vector3& at = corners[k].rows.point_W;
  const Vector3 before = at - corners[(k + count - 1) % count].rows.point_W;
  const Vector3 after = corners[(k + 1) % count].rows.point_W - at;
  return before.dot(after) > 0.0 &&
         before.cross(after).norm() < kStraightTurn * before.norm() * after.norm();
}

}  // namespace

std::optional<Strip> strip_of(const PlacedPair& pair, const AxisReading& axis, const Sides& sides,
                              double band) {
  const double reach = axis.separation + band;
  const auto low = vertices_below(pair, axis.axis, *sides.other, reach);
  if (low.size() != 2) return std::nullopt;
  const std::uint32_t facing = facing_face(*sides.other, sides.X_other, -sides.n_W);
  const Face& face = sides.other->faces()[facing];
  if ((sides.X_other.rotation * face.normal).cross(sides.n_W).norm() >= kFlatRise)
    return std::nullopt;
  double top = reach;
  for (const std::uint32_t v : face.vertices)
    top = std::max(top, vertex_height(pair, axis.axis, v));
  const double depth = 2.0 * top;  // well above all of the face, far below anything else
  const bool of_A = axis.axis.kind == AxisKind::FaceOfA;
  const Face& own = sides.own->faces()[of_A ? axis.axis.index_A : axis.axis.index_B];
  const auto near = vertices_below(pair, axis.axis, *sides.other, axis.separation + depth);
  if (near.size() != face.vertices.size() || !is_flat(sides, own, depth)) return std::nullopt;
  const auto end = [&](std::uint32_t v) {
    return Vector3(sides.X_other * sides.other->vertices()[v]);
  };
  return Strip{depth, reach, {end(low[0]), end(low[1])}};
}

void keep_in(const Strip& strip, std::vector<ContactCorner>& corners) {
  std::erase_if(corners, [&](const ContactCorner& corner) {
    return corner.corner.gap > strip.reach || beside(strip, corner) > kStraightTurn;
  });
  for (std::size_t k = 0; k < corners.size() && corners.size() > 2;)
    if (is_straight(corners, k))
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(k));
    else
      ++k;
}

}  // namespace rigor
