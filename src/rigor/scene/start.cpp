// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include <rigor/geometry/separating_axis.hpp>
#include <rigor/scene/start.hpp>

namespace rigor {
namespace {

constexpr double kApart = -std::numeric_limits<double>::infinity();

/// A link where it stands at the start, with the boxes of its pieces.
struct PlacedLink {
  const Link& link;
  Pose X_WL;
  std::vector<Aabb> boxes;
};

std::vector<PlacedLink> placed_links(const Model& model, const State& state) {
  const std::vector<Pose> X_WL = link_poses(model, state);
  std::vector<PlacedLink> placed;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    placed.push_back({model.links[i], X_WL[i], {}});
    for (const Piece& piece : model.links[i].pieces) {
      placed.back().boxes.push_back(aabb(piece.shape, X_WL[i]));
    }
  }
  return placed;
}

/// How far the lowest vertex lies below the surface, metres; negative if all are above.
double depth(const HalfSpace& half_space, const PlacedLink& body) {
  double deepest = kApart;
  for (const Piece& piece : body.link.pieces) {
    for (const Vector3& p_L : piece.shape.vertices()) {
      deepest = std::max(deepest, -height(half_space, body.X_WL * p_L));
    }
  }
  return deepest;
}

/// Penetration depth of the two links, metres; negative if they are apart.
double depth(const PlacedLink& a, const PlacedLink& b) {
  double deepest = kApart;
  for (std::size_t i = 0; i < a.boxes.size(); ++i) {
    for (std::size_t j = 0; j < b.boxes.size(); ++j) {
      const bool boxes_meet = (a.boxes[i].lower.array() <= b.boxes[j].upper.array()).all() &&
                              (b.boxes[j].lower.array() <= a.boxes[i].upper.array()).all();
      if (!boxes_meet) continue;
      const SeparatingAxis axis =
          best_axis(a.link.pieces[i].shape, a.X_WL, b.link.pieces[j].shape, b.X_WL);
      deepest = std::max(deepest, -axis.separation);
    }
  }
  return deepest;
}

}  // namespace

std::vector<StartOverlap> start_overlaps(const Model& model, const State& state, double tolerance) {
  const std::vector<PlacedLink> placed = placed_links(model, state);
  const int links = static_cast<int>(placed.size());
  const auto at = [&](int i) -> const PlacedLink& { return placed[i]; };
  std::vector<StartOverlap> overlaps;
  for (int h = 0; h < std::ssize(model.half_spaces); ++h) {
    const FixedHalfSpace& half_space = model.half_spaces[h];
    for (int i = 0; i < links; ++i) {
      if (exclusion(model, {BodyKind::HalfSpace, h}, {BodyKind::Link, i})) continue;
      const double deep = depth(half_space.shape, at(i));
      if (deep > tolerance) overlaps.push_back({half_space.name, at(i).link.name, deep});
    }
  }
  for (int i = 0; i < links; ++i) {
    for (int j = i + 1; j < links; ++j) {
      const double deep = depth(at(i), at(j));
      if (!(deep > tolerance)) continue;
      if (exclusion(model, {BodyKind::Link, i}, {BodyKind::Link, j})) continue;
      overlaps.push_back({at(i).link.name, at(j).link.name, deep});
    }
  }
  return overlaps;
}

}  // namespace rigor
