// SPDX-License-Identifier: Apache-2.0
// The corners at which two pieces that are near each other may come to touch, each with its own
// distance: what a step at constant velocities keeps apart. Unlike `contact_corners` they are asked
// for at a distance, and a missing or a needless one only costs time.
#pragma once

#include <array>
#include <vector>

#include <rigor/contact/axis.hpp>

namespace rigor {

/// Corners kept per pair, at most: the nearest one, then those farthest from all kept.
inline constexpr std::size_t kMostNearCorners = 8;

struct NearQuery {
  double reach = 0.0;  ///< corners farther apart than this are left out, metres
  /// The distance bodies are to keep, metres: a face is preferred to edges that are apart by up to
  /// 0.3 of it more, so that a stack's tilt of 1e-6 does not turn four corners into one.
  double gap = 0.0;
};

struct NearCorner {
  Vector3 point_W = Vector3::Zero();  ///< half way between the surfaces
  double gap = 0.0;                   ///< along the normal, metres
};

/// Empty if the pieces are farther apart than the reach.
struct NearManifold {
  AxisKind carrier = AxisKind::FaceOfA;  ///< whose face the normal belongs to
  Vector3 nhat_AB_W = Vector3::UnitZ();
  /// Of an edge axis: along the edges of A and B, not unit, and where those begin.
  std::array<Vector3, 2> edges_W{Vector3::Zero(), Vector3::Zero()};
  std::array<Vector3, 2> feet_W{Vector3::Zero(), Vector3::Zero()};
  /// Separation along the best axis of all, metres, whichever was chosen; if it is beyond the
  /// reach, a lower bound of it.
  double separation = 0.0;
  std::vector<NearCorner> corners;
};

/// Face axis: the most opposed face of the other body, clipped by the sides of the axis' face; and
/// the other body's lowest vertex, if that lies outside the clip and more than a quarter of
/// `query.gap` lower. Edge axis: where the two edges come closest. Half-space: all near vertices.
/// `hint` is an axis that was found before and is replaced; one that parts the pair by more than
/// the reach saves the search.
NearManifold near_manifold(const PlacedPair& pair, const NearQuery& query, PairAxis& hint);

/// Where two edges come closest, seen along the normal to both: fractions of their lengths, those
/// beyond an end at the end; of parallel ones the middles. They begin at `feet`, along `edges`.
std::array<double, 2> crossing(const std::array<Vector3, 2>& feet,
                               const std::array<Vector3, 2>& edges);

/// The separation along the best axis, metres.
double separation_of(const PlacedPair& pair);

}  // namespace rigor
