// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/touching/corners_above.hpp>
#include <rigor/touching/limit.hpp>
#include <rigor/touching/sides.hpp>
#include <rigor/touching/tolerances.hpp>

namespace rigor {

std::vector<ContactCorner> corners_above(const World& world, const Cluster& cluster,
                                         const TouchingPair& touching, double reach) {
  if (on_limit(touching.pair) || touching.axis.axis.kind == AxisKind::EdgeEdge) return {};
  const PlacedPair at = placed(world, cluster, touching.pair);
  const double upper = world.tolerances.upper();
  const Sides sides = sides_of(at, touching.axis);
  const auto count_below = [&](double height) {
    return vertices_below(at, touching.axis.axis, *sides.other, height).size();
  };
  if (count_below(reach) == count_below(upper)) return {};
  ClipTolerances clip;
  clip.merge = kMergeSkins * world.tolerances.skin;
  clip.band = reach - touching.axis.separation;
  std::vector<ContactCorner> corners =
      contact_corners(at, touching.axis, motion_of(world, cluster, touching.pair.a.body),
                      motion_of(world, cluster, touching.pair.b.body), clip);
  const bool of_A = touching.axis.axis.kind == AxisKind::FaceOfA;
  std::erase_if(corners, [&](const ContactCorner& corner) {
    const Feature& other = of_A ? corner.corner.on_B : corner.corner.on_A;
    return other.kind != FeatureKind::Vertex || corner.corner.gap <= upper;
  });
  return corners;
}

}  // namespace rigor
