// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/scene/start.hpp>

namespace rigor {
namespace {

/// How far the lowest vertex lies below the surface, metres; negative if all are above.
double depth_in(const HalfSpace& half_space, const Link& link, const Pose& X_WL) {
  double deepest = -std::numeric_limits<double>::infinity();
  for (const Piece& piece : link.pieces) {
    for (const Vector3& p_L : piece.shape.vertices()) {
      deepest = std::max(deepest, -height(half_space, X_WL * p_L));
    }
  }
  return deepest;
}

}  // namespace

std::vector<StartOverlap> start_overlaps(const Model& model, const State& state, double tolerance) {
  const std::vector<Pose> X_WL = link_poses(model, state);
  std::vector<StartOverlap> overlaps;
  for (int h = 0; h < static_cast<int>(model.half_spaces.size()); ++h) {
    const FixedHalfSpace& half_space = model.half_spaces[static_cast<std::size_t>(h)];
    for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
      if (exclusion(model, {BodyKind::HalfSpace, h}, {BodyKind::Link, i})) continue;
      const auto k = static_cast<std::size_t>(i);
      const double depth = depth_in(half_space.shape, model.links[k], X_WL[k]);
      if (depth > tolerance) overlaps.push_back({half_space.name, model.links[k].name, depth});
    }
  }
  return overlaps;
}

}  // namespace rigor
