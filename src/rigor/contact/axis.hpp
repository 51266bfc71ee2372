// SPDX-License-Identifier: Apache-2.0
// The separating axes of a pair: what its contact is about. The gap of a pair is the largest
// separation over its axes.
#pragma once

#include <variant>

#include <rigor/geometry/separating_axis.hpp>
#include <rigor/geometry/shape.hpp>
#include <rigor/spatial/pose.hpp>

namespace rigor {

/// Two placed shapes; a half-space is always A. Refers to shapes that must outlive it.
struct PlacedPair {
  std::variant<const HalfSpace*, const Polytope*> A;
  Pose X_WA;  ///< identity for a half-space
  const Polytope* B = nullptr;
  Pose X_WB;
};

/// An axis by its features, whatever the poses. The surface of a half-space is face 0 of A.
struct PairAxis {
  AxisKind kind = AxisKind::FaceOfA;
  std::uint32_t index_A = 0;  ///< face of A, or edge of A
  std::uint32_t index_B = 0;  ///< face of B, or edge of B
  int sign = 1;               ///< EdgeEdge: sign (a × b) points from A to B, edges tail to head

  auto operator<=>(const PairAxis&) const = default;
};

/// An axis at one placement.
struct AxisReading {
  PairAxis axis;
  Vector3 nhat_AB_W = Vector3::UnitZ();
  double separation = 0.0;  ///< min over B minus max over A along the normal, metres
};

/// The axis at the pair's poses. An edge-edge axis of parallel edges reads a separation of -inf.
AxisReading read_axis(const PlacedPair& pair, const PairAxis& axis);

/// The axis of largest separation among the faces of both bodies.
AxisReading best_face_axis(const PlacedPair& pair);

/// How to choose among axes that are nearly equal.
struct AxisPreference {
  double margin = 0.0;  ///< metres: an axis this close to the best one may be preferred (β δ)
  const PairAxis* current = nullptr;  ///< kept if it is within the margin
};

/// The axis that stands for the pair: the current one, or a face, if within the margin of the best;
/// else the best of all, edge pairs included (those whose Gauss-map arcs cross).
AxisReading pair_axis(const PlacedPair& pair, const AxisPreference& preference);

/// Outward unit normal, a point of the plane and the carrier of a face axis, in world coordinates.
struct AxisPlane {
  Vector3 normal_W = Vector3::UnitZ();
  Vector3 foot_W = Vector3::Zero();
};
AxisPlane axis_plane(const PlacedPair& pair, const PairAxis& axis);

/// Height of vertex `vertex` of the other body above the plane of a face axis, metres.
double vertex_height(const PlacedPair& pair, const PairAxis& axis, std::uint32_t vertex);

}  // namespace rigor
