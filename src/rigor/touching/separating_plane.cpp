// SPDX-License-Identifier: Apache-2.0
#include <rigor/touching/separating_plane.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {
namespace {

/// The faces of the polytope that meet in the feature.
std::vector<std::uint32_t> faces_of(const Polytope& polytope, const Feature& feature) {
  switch (feature.kind) {
    case FeatureKind::Vertex: {
      const auto faces = polytope.faces_at(feature.index);
      return {faces.begin(), faces.end()};
    }
    case FeatureKind::Edge: {
      const Edge& edge = polytope.edges()[feature.index];
      return {edge.left, edge.right};
    }
    case FeatureKind::Face:
      break;
  }
  return {feature.index};
}

}  // namespace

bool has_one_plane(const World& world, const Cluster& cluster, const TouchingPair& touching) {
  if (on_half_space(touching.pair)) return true;
  const PlacedPair pair = placed(world, cluster, touching.pair);
  std::vector<Vector3> separating{touching.axis.nhat_AB_W};
  const auto add = [&](const PairAxis& axis) {
    const AxisReading reading = read_axis(pair, axis);
    if (reading.separation > 0.0) separating.push_back(reading.nhat_AB_W);
  };
  for (const ContactCorner& corner : touching.corners) {
    for (const std::uint32_t f : faces_of(*std::get<const Polytope*>(pair.A), corner.corner.on_A))
      add({AxisKind::FaceOfA, f, 0, 1});
    for (const std::uint32_t f : faces_of(*pair.B, corner.corner.on_B))
      add({AxisKind::FaceOfB, 0, f, 1});
  }
  for (const Vector3& n : separating)
    if (n.cross(separating.front()).norm() > kParallelFaces) return false;
  return true;
}

}  // namespace rigor
