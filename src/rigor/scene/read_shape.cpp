// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include <fmt/format.h>

#include <rigor/scene/read_mesh_shape.hpp>
#include <rigor/scene/read_shape.hpp>

namespace rigor {
namespace {

constexpr long long kMostSides = 10'000;
constexpr long long kMostVertices = 20'000;

/// Circumradius of the solid with edges of length 1: √6/4, √2/2, √3 φ/2, √(φ √5)/2 with φ the
/// golden ratio.
double radius_per_edge(RegularSolidKind kind) {
  constexpr double kPhi = std::numbers::phi;
  switch (kind) {
    case RegularSolidKind::Tetrahedron:
      return std::sqrt(6.0) / 4;
    case RegularSolidKind::Octahedron:
      return std::sqrt(2.0) / 2;
    case RegularSolidKind::Dodecahedron:
      return std::sqrt(3.0) * kPhi / 2;
    case RegularSolidKind::Icosahedron:
      return std::sqrt(kPhi * std::sqrt(5.0)) / 2;
  }
  return 1.0;
}

RegularSolidSpec read_regular(const Cursor& at, RegularSolidKind kind) {
  RegularSolidSpec spec{.kind = kind};
  if (!check_keys(at, {"radius", "edge"})) return spec;
  const auto radius = entry(at, "radius");
  const auto edge = entry(at, "edge");
  if (radius.has_value() == edge.has_value()) {
    note(at, "exactly one of radius (through the vertices) and edge", "e.g. {edge: 1}");
  } else if (radius) {
    spec.radius = number(*radius, kLength);
  } else {
    spec.radius = number(*edge, kLength) * radius_per_edge(kind);
  }
  return spec;
}

PrismSpec read_prism(const Cursor& at) {
  PrismSpec spec;
  if (!check_keys(at, {"sides", "radius", "height"}, {"sides", "radius", "height"})) return spec;
  if (const auto e = entry(at, "sides")) {
    spec.sides = static_cast<int>(whole_number(*e, 3, kMostSides));
  }
  if (const auto e = entry(at, "radius")) spec.radius = number(*e, kLength);
  if (const auto e = entry(at, "height")) spec.height = number(*e, kLength);
  return spec;
}

SphericalSpec read_spherical(const Cursor& at) {
  SphericalSpec spec;
  if (!check_keys(at, {"radius", "vertices"}, {"radius", "vertices"})) return spec;
  if (const auto e = entry(at, "radius")) spec.radius = number(*e, kLength);
  if (const auto e = entry(at, "vertices")) {
    spec.vertices = static_cast<int>(whole_number(*e, 4, kMostVertices));
  }
  return spec;
}

HullSpec read_hull(const Cursor& at) {
  HullSpec spec;
  const std::vector<Cursor> points = items(at);
  if (points.size() < 4 || std::ssize(points) > kMostVertices) {
    note(at, "4 to 20000 points that span a solid", "list the corners as [x, y, z]");
    return spec;
  }
  for (const Cursor& point : points) spec.vertices.push_back(vector3(point, kCoordinate));
  return spec;
}

/// How many vertices the shape will have, or more.
std::size_t vertex_count(const ShapeSpec& shape) {
  if (const auto* prism = std::get_if<PrismSpec>(&shape)) {
    return 2 * static_cast<std::size_t>(prism->sides);
  }
  if (const auto* ball = std::get_if<SphericalSpec>(&shape)) {
    return ball->vertices;
  }
  if (const auto* hull = std::get_if<HullSpec>(&shape)) return hull->vertices.size();
  constexpr std::size_t kMostOfSolid = 20;  // the dodecahedron
  return kMostOfSolid;
}

ShapeSpec read_kind(const Cursor& at, ReadContext& context) {
  constexpr std::array kSolids{RegularSolidKind::Tetrahedron, RegularSolidKind::Octahedron,
                               RegularSolidKind::Dodecahedron, RegularSolidKind::Icosahedron};
  const bool is_map = check_keys(at, {"box", "prism", "tetrahedron", "octahedron", "dodecahedron",
                                      "icosahedron", "spherical", "vertices", "mesh"});
  if (!is_map) return BoxSpec{};
  if (at.node.keys.size() != 1) {
    note(at, "exactly one kind of shape", "a body of several shapes lists them under pieces");
    return BoxSpec{};
  }
  if (const auto e = entry(at, "box")) return BoxSpec{vector3(*e, kLength)};
  if (const auto e = entry(at, "prism")) return read_prism(*e);
  if (const auto e = entry(at, "spherical")) return read_spherical(*e);
  if (const auto e = entry(at, "vertices")) return read_hull(*e);
  if (const auto e = entry(at, "mesh")) return read_mesh_shape(*e, context);
  for (const RegularSolidKind kind : kSolids) {
    if (const auto e = entry(at, name(kind))) return read_regular(*e, kind);
  }
  return BoxSpec{};
}

}  // namespace

ShapeSpec read_shape(const Cursor& at, ReadContext& context) {
  ShapeSpec shape = read_kind(at, context);
  const std::size_t before = context.vertices;
  context.vertices += vertex_count(shape);
  if (context.vertices <= kMostSceneVertices) return shape;
  if (before <= kMostSceneVertices) {
    note(at, fmt::format("at most {} vertices in all shapes of a scene", kMostSceneVertices),
         "use simpler shapes or fewer bodies");
  }
  return BoxSpec{};
}

Pose read_pose(const Cursor& at) {
  Pose pose;
  if (!check_keys(at, {"position", "quat_wxyz", "axis", "angle"})) return pose;
  if (const auto e = entry(at, "position")) pose.translation = vector3(*e, kCoordinate);
  const auto quat = entry(at, "quat_wxyz");
  const auto axis = entry(at, "axis");
  const auto angle = entry(at, "angle");
  if (axis.has_value() != angle.has_value()) {
    note(at, "axis and angle (radians) go together", "give both, or quat_wxyz");
  } else if (quat && axis) {
    note(at, "one rotation: quat_wxyz, or axis with angle", "remove one of them");
  } else if (quat) {
    pose.rotation = unit_quaternion(*quat);
  } else if (axis) {
    pose.rotation = settled(exp_rotation(number(*angle) * unit_vector(*axis)));
  }
  return pose;
}

}  // namespace rigor
